package state_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/state"
)

// TestParents: a state is refused if the parents of a living resource lead back to it, and only then.
func TestParents(t *testing.T) {
	t.Parallel()
	const refused = "lead back to it"
	var links strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&links, "r%d>r%d ", i, i+1)
	}
	long := links.String()
	for _, test := range []struct{ resources, want string }{
		{"a>a", "line 2, column 3: the parents of `urn:pulumi:s::p::a:b:C::a` " + refused},
		{"a>b b>a", refused},
		{"a>b b>c c>d d>b", "`urn:pulumi:s::p::a:b:C::b` " + refused},
		{"x> a>x b>x c>d d>e e>c", refused},
		{long + "r20000>r7", refused},
		{long, ""},
		{"a> b>a c>b", ""},
		{"c>b b>a a>", ""}, // in another order than a run writes
		{"a>missing b>missing", ""},
		{"a>b -b>a b>", ""}, // -: it remains to be deleted
		{"-a>a", ""},
		{"-a>b -b>a", ""},
		{"-a>a -a>a a>a", refused},
	} {
		var all []string
		for _, r := range strings.Fields(test.resources) {
			name, parent, _ := strings.Cut(r, ">")
			name, dead := strings.CutPrefix(name, "-")
			if parent != "" {
				parent = "urn:pulumi:s::p::a:b:C::" + parent
			}
			all = append(all, fmt.Sprintf(`  {"urn": "urn:pulumi:s::p::a:b:C::%s", "type": "a:b:C", "parent": %q, "delete": %v}`, name, parent, dead))
		}
		_, err := state.Read([]byte(`{"version": 3, "deployment": {"resources": [` + "\n" + strings.Join(all, ",\n") + `]}}`))
		if said := fmt.Sprint(err); test.want == "" && err != nil || test.want != "" && !strings.Contains(said, test.want) {
			t.Errorf("%.60s: got %.200s, want %q", test.resources, said, test.want)
		}
	}
}

// TestOtherRings: whatever else refers to itself in a state is read as it is.
func TestOtherRings(t *testing.T) {
	t.Parallel()
	for _, field := range []string{`"provider": "%s::1"`, `"dependencies": ["%s"]`, `"propertyDependencies": {"x": ["%s"]}`, `"deletedWith": "%s"`, `"replaceWith": ["%s"]`, `"aliases": ["%s"]`, `"viewOf": "%s"`} {
		u := "urn:pulumi:s::p::a:b:C::n"
		if _, err := state.Read([]byte(`{"version": 3, "deployment": {"resources": [{"urn": "` + u + `", "type": "a:b:C", "inputs": {"x": 1}, ` + strings.ReplaceAll(field, "%s", u) + `}]}}`)); err != nil {
			t.Errorf("%s: %v", field, err)
		}
	}
}
