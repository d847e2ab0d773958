package report

import "testing"

// References are valid whatever a file is called, and relative ones have no scheme.
func TestURIOf(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, want string
		relative   bool
	}{
		{"a/b.pp", "a/b.pp", true},
		{"../a/b.pp", "../a/b.pp", true},
		{"a b%/ü?#.pp", "a%20b%25/%C3%BC%3F%23.pp", true},
		{"c:d.pp", "./c:d.pp", true},
		{"/a b.pp", "file:///a%20b.pp", false},
		{"C:/a b.pp", "file:///C:/a%20b.pp", false},
	} {
		if got, relative := uriOf(test.name); got != test.want || relative != test.relative {
			t.Errorf("%s: got %s, %t", test.name, got, relative)
		}
	}
}
