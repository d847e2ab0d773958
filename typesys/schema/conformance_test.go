package schema_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// recorded is the part of a conformance expectation that is compared here.
type recorded struct {
	Nodes []struct{ Kind, Name, Token, Type string }
}

// TestVariablesAsRecorded compares the type of every resource variable in the
// conformance programs with the one that the reference implementation gave it.
func TestVariablesAsRecorded(t *testing.T) {
	t.Parallel()
	dir := conformance(t)
	packages := openAll(t, "../../../shared/schemas/conformance", filepath.Join(dir, "schemas"))
	files, err := filepath.Glob(filepath.Join(dir, "programs/*/expected-strict.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no expectations below %s: %v", dir, err)
	}
	compared := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var want recorded
		if err := json.Unmarshal(text, &want); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for _, n := range want.Nodes {
			if n.Kind != "resource" && n.Kind != "read" || !strings.HasPrefix(n.Type, "object(") {
				continue
			}
			p := packageOf(packages, n.Token)
			if p == nil {
				t.Logf("%s: not compared: there is no schema for %s", file, n.Token)
				continue
			}
			r := p.Resource(n.Token)
			if r == nil {
				t.Errorf("%s: no resource %s", file, n.Token)
				continue
			}
			compared++
			want := membersOfReferences.ReplaceAllString(n.Type, "$1")
			if got := r.Type().Structural(); got != want {
				t.Errorf("%s: %s: -want +got\n%s", file, n.Token, cmp.Diff(split(want), split(got)))
			}
			if r.Canonical != n.Token {
				t.Errorf("%s: canonical token is %s, want %s", file, r.Canonical, n.Token)
			}
		}
	}
	if compared < 80 {
		t.Errorf("compared only %d variables", compared)
	}
}

// membersOfReferences are the id and the urn that a reference to another resource has. They are found when the reference is traversed.
var membersOfReferences = regexp.MustCompile(`id = id, |, urn = string([,}])`)

// split cuts a type into lines, for readable differences.
func split(typ string) []string { return strings.Split(typ, ", ") }

// packageOf is the package that declares a token; nil if its schema is not there.
func packageOf(packages map[string]*schema.Package, token string) *schema.Package {
	parsed, _ := schema.ParseToken(token)
	if name := parsed.Schema(); name != "pulumi" {
		return packages[name]
	}
	return schema.Builtin()
}

// conformance is the folder with the recorded programs.
func conformance(t *testing.T) string {
	t.Helper()
	for _, dir := range []string{"../../testdata/conformance", "../../../shared/conformance"} {
		if _, err := os.Stat(filepath.Join(dir, "programs")); err == nil {
			return dir
		}
	}
	t.Skip("neither testdata/conformance nor ../shared/conformance is there")
	return ""
}
