package check

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

var quotedCode = regexp.MustCompile("`([^`]*)`")

// What is offered in place of another language's function exists and can be
// written.
func TestForeignFunctions(t *testing.T) {
	t.Parallel()
	for name, help := range foreignFunctions {
		if name != strings.ToLower(name) || strings.Contains(name, "_") {
			t.Errorf("%s: a key is in lower case and without underscores", name)
		}
		if builtinNamed(name) != nil {
			t.Errorf("%s is a function of ours", name)
		}
		if help.function != "" && builtinNamed(help.function) == nil {
			t.Errorf("%s: there is no function %s", name, help.function)
		}
		if n := utf8.RuneCountInString("there is no function `" + name + "`; " + help.String()); n >= 200 {
			t.Errorf("%s: the message has %d characters", name, n)
		}
		for _, code := range quotedCode.FindAllStringSubmatch(help.instead, -1) {
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
