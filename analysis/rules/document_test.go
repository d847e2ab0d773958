package rules_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/rules"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// The document names every word of the language, and its example passes its test.
func TestDocument(t *testing.T) {
	t.Parallel()
	content, err := os.ReadFile(filepath.Join(analysistest.Repository(t), "docs", "rules-language.md"))
	if err != nil {
		t.Fatal(err)
	}
	text := string(content)
	_, example, _ := strings.Cut(text, "```hcl\n")
	example, _, _ = strings.Cut(example, "```")
	file, found := rules.Parse("example.pcl-rules.hcl", example)
	if len(found) > 0 || len(file.Rules) != 1 {
		t.Fatalf("the example has mistakes: %v", found)
	}
	results, err := rules.RunTests(t.Context(), file, analysistest.RepositorySchemas(t))
	if err != nil || len(results) != 1 || len(results[0].Problems) > 0 {
		t.Errorf("the example fails: %v %v", err, results)
	}
	var words []rules.Name
	for _, block := range []string{"", "rule", "fix", "test"} {
		for _, e := range rules.Entries(block) {
			words = append(words, rules.Name{Name: e.Name, Doc: e.Doc})
		}
	}
	for _, f := range rules.Functions() {
		words = append(words, rules.Name{Name: f.Form, Doc: f.Doc})
	}
	for _, n := range words {
		if !strings.Contains(text, "`"+n.Name+"`") && !strings.Contains(text, n.Name+" {") && !strings.Contains(text, n.Name+" \"") && !strings.Contains(text, "`"+n.Name+" =") {
			t.Errorf("%s is missing", n.Name)
		}
	}
	for _, look := range []string{`resource = "*"` + "\n  input = \"*\"", `resource = "*"` + "\n  option = \"*\"", `component = "*"`, `config = "*"`, `output = "*"`, `package = "*"`, `program = true`} {
		name := strings.Fields(look)[0]
		file, found := rules.Parse("x.pcl-rules.hcl", "rule \"a\" {\n  title = \"t\"\n  "+look+"\n  require = "+name+"."+member(name)+" != \"x\"\n}\n")
		if len(found) > 0 {
			t.Fatal(found)
		}
		if len(file.Rules) != 1 {
			t.Errorf("%s makes no rule", look)
		}
		scope := rules.ScopeOf(strings.Fields(look)...)
		for _, root := range scope.Members() {
			for _, n := range scope.Members(root.Name) {
				if !strings.Contains(text, "`"+n.Name+"`") && !strings.Contains(text, root.Name+"."+n.Name) {
					t.Errorf("%s.%s is missing", root.Name, n.Name)
				}
			}
		}
	}
}

// member is some member of a subject.
func member(of string) string {
	if of == "program" {
		return "files"
	}
	return "name"
}
