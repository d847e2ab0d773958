package language

import "testing"

func TestVersionOf(t *testing.T) {
	for text, want := range map[string]Version{
		"3.276.0": 276, "v3.274.1": 274, "3.275": 275, "3.276.0-alpha.1": 276, "3.300.0": Newest, "4.0.0": Newest, "3.12.1": Oldest, "2.9.0": Oldest,
	} {
		if got, ok := VersionOf(text); !ok || got != want {
			t.Errorf("%s: got %v, want %v", text, got, want)
		}
	}
	for _, text := range []string{"", "3", "latest", "3.x", "x3.276.0", "3.276x", "99999999999999999999.1"} {
		if got, ok := VersionOf(text); ok {
			t.Errorf("%q: got %v, want none", text, got)
		}
	}
	if got := Version(0).String(); got != Newest.String() {
		t.Errorf("the zero version is %s", got)
	}
}
