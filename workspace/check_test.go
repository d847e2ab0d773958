package workspace_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	declared "github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// The checker says of each fixture what its comments say, and nothing else.
func TestCheckFixtures(t *testing.T) {
	testsize.NotRaced(t, "it does one thing after another")
	t.Parallel()
	fixture.Run(t, "testdata/check", func(t *testing.T, f *fixture.Fixture) {
		f.CheckAnnotations(t)
		if f.HasSection("findings") {
			f.Golden(t, "findings", f.Describe(f.Findings(t)))
		}
	})
}

// Every rule about secrets and unknowns has a fixture with its findings and, where there
// is one, the way to the origin.
func TestFlowRulesHaveFixtures(t *testing.T) {
	t.Parallel()
	told, ways := map[string]bool{}, map[string]bool{}
	archives, err := filepath.Glob("../testdata/check/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	finding := regexp.MustCompile(`^\S+: \w+\[([a-z.-]+)\]`)
	for _, path := range archives {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		code := ""
		for line := range strings.Lines(string(text)) {
			if m := finding.FindStringSubmatch(line); m != nil {
				code = m[1]
				told[code] = true
			} else if strings.Contains(line, ": because ") {
				ways[code] = true
			}
		}
	}
	for _, area := range declared.Areas() {
		for _, d := range area.Declarations {
			code := string(d.Code)
			if !strings.HasPrefix(code, "secret.") && !strings.HasPrefix(code, "unknown.") {
				continue
			}
			if !told[code] {
				t.Errorf("no fixture of testdata/check expects %s", code)
			}
			if !ways[code] && d.Code != declared.SecretLiteral { // which is its own origin
				t.Errorf("no fixture of testdata/check has the way to the origin of %s", code)
			}
		}
	}
}
