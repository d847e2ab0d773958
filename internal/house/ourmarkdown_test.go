package house

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// ourMarkdown lists what is converted to Markdown of our own: documentation of the language and of findings, and
// documentation that is rendered already. What comes from a program, a schema, a rule or a file is never converted.
var ourMarkdown = []string{"b.Doc", "b.Notes", "doc", "flag", "text.Explanation", "d.Code.Text("}

var conversion = regexp.MustCompile(`\bmarkdown\.Texts?\(([^"\n][^\n]*?)\)(?:\)|\.|,|\n|$)`)

// Foreign texts enter a page only as data.
func TestOurMarkdown(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() && (d.Name() == "node_modules" || d.Name() == "bin" || strings.HasPrefix(d.Name(), ".") && len(d.Name()) > 2) {
			return filepath.SkipDir
		}
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, found := range conversion.FindAllStringSubmatch(string(text), -1) {
			what := strings.TrimSuffix(found[1], "...")
			if seen[what] = true; !slices.Contains(ourMarkdown, what) {
				t.Errorf("%s converts %s: use a function of package markdown that takes data", path, what)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, what := range ourMarkdown {
		if !seen[what] {
			t.Errorf("nothing converts %s", what)
		}
	}
}
