package state_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/state"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys/urn"
)

// The files in testdata/state are states that the engine wrote, with other ciphertext and without
// times. In first.json and marked.json, fields were changed.

var update = flag.Bool("update", false, "rewrite the .golden files in testdata/state")

const dir = "../../testdata/state/"

// states are the files by name.
func states(t testing.TB) map[string][]byte {
	t.Helper()
	paths, err := filepath.Glob(dir + "*.json")
	if err != nil || len(paths) == 0 {
		t.Fatalf("%d files, %v", len(paths), err)
	}
	all := map[string][]byte{}
	for _, p := range paths {
		if all[filepath.Base(p)], err = os.ReadFile(p); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// What is read of each state is in the golden file beside it.
func TestGolden(t *testing.T) {
	t.Parallel()
	for name, text := range states(t) {
		s, err := state.Read(text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		golden := dir + strings.TrimSuffix(name, ".json") + ".golden"
		if *update {
			if err := os.WriteFile(golden, []byte(dump(s)), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), dump(s)); diff != "" {
			t.Errorf("%s: -want +got:\n%s", name, diff)
		}
	}
}

// Each name of a resource agrees with its type and parent, and everything that it names comes before it.
func TestNames(t *testing.T) {
	t.Parallel()
	for name, text := range states(t) {
		s, err := state.Read(text)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		before := map[string]state.Resource{}
		for _, r := range s.Resources {
			u, problem := urn.Parse(r.URN)
			if problem != nil {
				t.Fatalf("%s: %v", r.URN, problem)
			}
			if u.Part(urn.Type) != r.Type || u.Part(urn.Name) != r.Name || u.Part(urn.Stack) != s.Stack || u.Part(urn.Project) != s.Project {
				t.Errorf("%s: %s is %q of type %q in %s/%s", name, r.URN, r.Name, r.Type, s.Project, s.Stack)
			}
			if want := urn.New(s.Stack, s.Project, r.Parent, r.Type, r.Name); r.URN != want {
				t.Errorf("%s: %s should be %s", name, r.URN, want)
			}
			if r.Provider != "" && before[r.Provider].ID != r.ProviderID {
				t.Errorf("%s: the provider of %s is not there: %s, %s", name, r.URN, r.Provider, r.ProviderID)
			}
			for _, other := range named(r) {
				if before[other].URN == "" {
					t.Errorf("%s: %s names %s, which does not come before it", name, r.URN, other)
				}
			}
			if r.Custom == (r.ID == "") && !r.PendingReplacement {
				t.Errorf("%s: %s has the id %q", name, r.URN, r.ID)
			}
			before[r.URN] = r
		}
	}
}

// named are the URNs that a resource names.
func named(r state.Resource) []string {
	all := slices.Concat(r.Dependencies, r.ReplaceWith, []string{r.Parent, r.DeletedWith, r.ViewOf})
	for _, urns := range r.PropertyDependencies {
		all = append(all, urns...)
	}
	return slices.DeleteFunc(all, func(u string) bool { return u == "" })
}

// A state without secrets in the open is the same whether secrets are shown or not, but for the secrets.
func TestShown(t *testing.T) {
	t.Parallel()
	all := states(t)
	encrypted, err := state.Read(all["secrets.json"])
	if err != nil {
		t.Fatal(err)
	}
	shown, err := state.Read(all["shown.json"])
	if err != nil {
		t.Fatal(err)
	}
	if encrypted.SecretsProvider != "passphrase" || shown.SecretsProvider != "" {
		t.Errorf("encrypted by %q and %q", encrypted.SecretsProvider, shown.SecretsProvider)
	}
	shown.SecretsProvider = encrypted.SecretsProvider
	if diff := cmp.Diff(dump(encrypted), strings.ReplaceAll(dump(shown), "secret but known", "secret")); diff != "" {
		t.Errorf("-encrypted +shown:\n%s", diff)
	}
	for _, r := range shown.Resources {
		if r.Name == "one" {
			v, marks := r.Inputs.GetAttr("value").Unmark()
			if v.AsString() != "tell-nobody-licence" || !cmp.Equal(marks, cty.NewValueMarks(value.Secret, value.Hidden)) {
				t.Errorf("%d marks", len(marks))
			}
		}
	}
}

// Versions 1 and 2 know only the dependencies of whole resources.
func TestOldDependencies(t *testing.T) {
	t.Parallel()
	const text = `{"version": %d, "deployment": {"resources": [{"urn": "urn:pulumi:s::p::a:b:C::n", "type": "a:b:C", "inputs": {"x": 1}, "dependencies": ["d"]}]}}`
	for version, want := range map[int]map[string][]string{1: {"x": {"d"}}, 2: {"x": {"d"}}, 3: nil, 4: nil} {
		s, err := state.Read(fmt.Appendf(nil, text, version))
		if err != nil || s.Version != version {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, s.Resources[0].PropertyDependencies); diff != "" {
			t.Errorf("version %d: -want +got:\n%s", version, diff)
		}
	}
}

// dump writes what is known of a state, but no secrets.
func dump(s *state.State) string {
	var b strings.Builder
	fmt.Fprintf(&b, "version %d, stack %q, project %q, secrets %q\n", s.Version, s.Stack, s.Project, s.SecretsProvider)
	for _, r := range s.Resources {
		fmt.Fprintf(&b, "\n%s\n", r.URN)
		v := reflect.ValueOf(r)
		for i := range v.NumField() {
			f := v.Field(i)
			switch one := f.Interface().(type) {
			case cty.Value:
				if !one.IsNull() {
					fmt.Fprintf(&b, "  %s: %s\n", v.Type().Field(i).Name, show(one))
				}
			default:
				if !f.IsZero() && v.Type().Field(i).Name != "URN" {
					fmt.Fprintf(&b, "  %s: %v\n", v.Type().Field(i).Name, one)
				}
			}
		}
	}
	for _, op := range s.Pending {
		fmt.Fprintf(&b, "\n%s %s\n", op.Kind, op.URN)
	}
	return b.String()
}

// show writes a value.
func show(v cty.Value) string {
	switch {
	case v.IsMarked() && v.HasMark(value.Secret) && v.HasMark(value.Hidden):
		if v, _ := v.Unmark(); v.IsKnown() {
			return "(secret but known)"
		}
		return "(secret)"
	case v.IsMarked():
		return "(marked)"
	case !v.IsKnown():
		return "(unknown)"
	case v.IsNull():
		return "null"
	case value.IsList(v):
		var all []string
		for _, e := range value.Elements(v) {
			all = append(all, show(e))
		}
		return "[" + strings.Join(all, ", ") + "]"
	case value.IsMap(v):
		var all []string
		keys, values := value.Members(v)
		for i, key := range keys {
			all = append(all, key+": "+show(values[i]))
		}
		return "{" + strings.Join(all, ", ") + "}"
	case v.Type() == cty.String:
		return fmt.Sprintf("%q", v.AsString())
	case v.Type().IsCapsuleType():
		return v.GoString()
	}
	text, _ := value.Written(v)
	return text
}
