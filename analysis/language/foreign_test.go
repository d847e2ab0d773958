package language_test

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
)

var quotedCode = regexp.MustCompile("`([^`]*)`")

// TestForeignFunctions checks that everything offered in place of a function of another
// language exists and parses.
func TestForeignFunctions(t *testing.T) {
	t.Parallel()
	for name, help := range language.ForeignFunctions() {
		if name != strings.ToLower(name) || strings.Contains(name, "_") {
			t.Errorf("%s: a key is in lower case and without underscores", name)
		}
		if language.LookupBuiltin(name) != nil {
			t.Errorf("%s is a function of ours", name)
		}
		if help.Function != "" && language.LookupBuiltin(help.Function) == nil {
			t.Errorf("%s: there is no function %s", name, help.Function)
		}
		if n := utf8.RuneCountInString("there is no function `" + name + "`; " + help.String()); n >= 200 {
			t.Errorf("%s: the message has %d characters", name, n)
		}
		for _, code := range quotedCode.FindAllStringSubmatch(help.Instead, -1) {
			text := strings.ReplaceAll(code[1], "…", "v")
			if strings.HasPrefix(text, "<<") {
				continue
			}
			if _, problems := hclsyntax.ParseExpression([]byte(text), "", hcl.InitialPos); problems.HasErrors() {
				t.Errorf("%s: %s: %v", name, code[1], problems)
			}
		}
	}
}
