package changes

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// flags is a place whose members of some names replace the resource.
type flags struct {
	names    []string
	replaces bool
}

func (f flags) Replaces() bool { return f.replaces }
func (f flags) Member(name string) Place {
	return flags{f.names, f.replaces || slices.Contains(f.names, name)}
}

// What differs is told by the deepest path, secrets and references count by their values, and a flag counts above and below a change.
func TestCompare(t *testing.T) {
	t.Parallel()
	type object = map[string]any
	for _, test := range []struct {
		name     string
		old, now object
		want     map[string]string
	}{
		{"nothing", object{"a": "x", "__own": 1.0}, object{"a": "x", "b": nil}, map[string]string{}},
		{"a secret", object{"a": object{signature: secret, "value": "x"}}, object{"a": "x"}, map[string]string{}},
		{"a reference", object{"a": object{signature: reference, "id": "i", "urn": "u"}}, object{"a": "i"}, map[string]string{}},
		{"what was read", object{"a": Unread}, object{"a": unknown}, map[string]string{}},
		{"unknown", object{"a": unknown}, object{"a": unknown}, map[string]string{"a": "update"}},
		{
			"inside", object{"a": []any{"x", object{"b-c": 1.0}}}, object{"a": []any{"y", object{"b-c": 2.0}, "z"}},
			map[string]string{"a[0]": "update", `a[1]["b-c"]`: "update", "a[2]": "add"},
		},
		{"above", object{"r": object{"b": "x"}}, object{"r": object{}}, map[string]string{"r.b": "delete-replace"}},
		{"below", object{}, object{"a": []any{object{"r": "x"}}}, map[string]string{"a": "add-replace"}},
	} {
		if got := Compare(flags{names: []string{"r"}}, test.old, test.now); !maps.Equal(got.Detailed, test.want) {
			t.Errorf("%s: got %v, want %v", test.name, got.Detailed, test.want)
		}
	}
}

// The range of the resource that was registered last becomes a map, and a local is the list of its instances.
func TestUnmixed(t *testing.T) {
	t.Parallel()
	const text = "resource a \"x:y:Z\" {\n  options {\n    range = n\n  }\n}\nresource b \"x:y:Z\" {\n  options {\n    range = n\n  }\n}\n"
	registered := []Registered{{URN: "u::b-0"}, {URN: "u::in-a-0"}, {URN: "u::in-a-1"}}
	for want, isNumber := range map[string]bool{
		"range = { \"0\" = 0, \"1\" = 1 }":          true,
		"range = { for i, v in n : \"${i}\" => v }": false,
	} {
		from, to := t.TempDir(), t.TempDir()
		if err := os.WriteFile(filepath.Join(from, "main.pp"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		name, err := Unmixed(from, to, registered, func(string) bool { return isNumber })
		got, _ := os.ReadFile(filepath.Join(to, "main.pp"))
		want = "a = [for each in a_instances : each]\n\nresource a_instances \"x:y:Z\" {\n  __logicalName = \"a\"\n  options {\n    " + want +
			text[strings.Index(text, "\n  }\n}\nresource b"):]
		if err != nil || name != "a" || string(got) != want {
			t.Errorf("%s, %v, got\n%s\nwant\n%s", name, err, got, want)
		}
	}
}

// Deletions that follow each other are sorted, and nothing else. Where one fails, it may be any.
func TestSettleDeletes(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ steps, failure, want, wanted string }{
		{"delete:c delete:b same:z discard-replaced:a same:y delete:x", "", "bczayx", ""},
		{"same:z delete:c", "resource \"urn:x\" cannot be deleted, see `state unprotect 'urn:x'`", "z", "resource \"…\" cannot be deleted, see `state unprotect '…'`"},
	} {
		o := Outcome{Error: test.failure}
		for _, s := range strings.Fields(test.steps) {
			op, urn, _ := strings.Cut(s, ":")
			o.Steps = append(o.Steps, Step{Op: op, URN: urn})
		}
		settleDeletes(&o)
		got := ""
		for _, s := range o.Steps {
			got += s.URN
		}
		if got != test.want || o.Error != test.wanted {
			t.Errorf("%s: got %s %s", test.steps, got, o.Error)
		}
	}
}
