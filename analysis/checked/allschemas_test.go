package checked_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/checked"
	"github.com/pcl-lsp/pcl-lsp/internal/randomprogram"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file checks programs that were written from package schemas: whatever is
// found in one is false.

const sharedSchemas = "../../../shared/schemas"

// The schemas of the repository, and those of the reference's own tests where they
// are beside it: every member, three programs each.
func TestValidProgramsOfAllSchemas(t *testing.T) {
	t.Parallel()
	for _, dir := range []string{"../../testdata/schemas", conformanceDir + "/schemas", sharedSchemas + "/conformance"} {
		t.Run(filepath.Base(filepath.Dir(dir))+"/"+filepath.Base(dir), func(t *testing.T) {
			t.Parallel()
			if _, err := os.Stat(dir); err != nil {
				t.Skipf("%s is not there", dir)
			}
			schemas := loadSchemas(t, dir)
			var all tally
			for _, packages := range schemas {
				for _, p := range packages {
					all.add(checkMembers(t, schemas, p, 3, 1<<30))
				}
			}
			t.Logf("%d packages: %s", len(schemas), all)
		})
	}
}

// The large published schemas: a sample of the members, or all at the full test size.
func TestValidProgramsOfLargeSchemas(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"aws-5.14.0", "azure-native-1.77.0-alpha.1663190557", "kubernetes-3.19.4", "gcp-2.11.0", "eks-4.3.0", "awsx-3.8.0"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(sharedSchemas, name+".json.gz")
			switch info, err := os.Stat(file); {
			case err != nil:
				t.Skipf("%s is not there", file)
			case info.Size() > int64(testsize.SchemaBytes):
				t.Skip("too large for this test size")
			}
			schemas := fileSchemas{}
			p := schemas.load(t, file)
			t.Log(checkMembers(t, schemas, p, 1, testsize.SchemaMembers))
		})
	}
}

// tally counts the programs that were checked and the members without one.
type tally struct{ programs, unwritten, lines int }

func (n *tally) add(o tally) {
	n.programs += o.programs
	n.unwritten += o.unwritten
	n.lines += o.lines
}

func (n tally) String() string {
	return fmt.Sprintf("%d programs of %d lines checked; %d members do not say enough for one", n.programs, n.lines, n.unwritten)
}

// checkMembers checks programs for some resources and functions of a package, the
// provider among them.
func checkMembers(t *testing.T, schemas checked.Schemas, p *schema.Package, times, sample int) tally {
	t.Helper()
	var n tally
	seen := 0
	each := func(tokens []string, write func(*schema.Package, string, *rand.Rand) (string, bool)) {
		random := rand.New(rand.NewPCG(7, uint64(len(tokens))))
		for _, i := range random.Perm(len(tokens))[:min(sample, len(tokens))] {
			for range times {
				text, ok := write(p, tokens[i], random)
				if !ok {
					n.unwritten++
					text = fmt.Sprintf("resource it %q {\n}\nit2 = invoke(%q, {})\n", tokens[i], tokens[i])
				}
				n.programs++
				n.lines += strings.Count(text, "\n")
				if !checkWritten(t, schemas, text, tokens[i], ok) {
					seen++
				}
				if seen > 20 {
					t.Fatal("there are more; these are enough")
				}
			}
		}
	}
	each(append(p.ResourceTokens(), "pulumi:providers:"+p.Name()), randomprogram.ValidResource)
	each(slices.DeleteFunc(p.FunctionTokens(), func(token string) bool {
		return p.Function(token).IsMethod() // called by the programs for resources
	}), randomprogram.ValidFunction)
	return n
}

// checkWritten checks one program. In a valid one only deprecations may be found;
// any other must only be checked without a fault.
func checkWritten(t *testing.T, schemas checked.Schemas, text, token string, valid bool) bool {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("%s: %v in\n%s", token, r, text)
		}
	}()
	m := memoryProgram{token, map[string]string{"d/main.pp": text}}
	found := findingsOf(t, m.open(schemas))
	for _, problem := range malformed(found, m.texts) {
		t.Errorf("%s: %s\n%s", token, problem, text)
	}
	fine := true
	for _, d := range found {
		if valid && isSerious(d) && !strings.HasPrefix(string(d.Code), "deprecated.") {
			fine = false
			t.Errorf("%s: %s: %s at %q in\n%s", token, d.Code, d.Message, text[d.Span.Start:d.Span.End], text)
		}
	}
	return fine
}
