package codes

import (
	"strings"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file implements which findings comments can suppress.

// Suppressible reports whether comments can suppress findings with a code. They can't
// suppress syntax errors, and findings about settings or about the comments themselves.
func (c Code) Suppressible() bool {
	family, _, _ := strings.Cut(string(c), ".")
	return family != "syntax" && family != "settings" && family != "suppression"
}

// Matches reports whether a code, or a family such as "unused.*", names this code.
func (c Code) Matches(pattern string) bool {
	prefix, family := strings.CutSuffix(pattern, "*")
	return rule{code: prefix, family: family}.matches(c)
}

// suppressible maps the codes and families that comments can name to whether their
// findings vary, as [Area] says.
var suppressible = sync.OnceValue(func() map[string]bool {
	patterns := map[string]bool{}
	for _, area := range areas {
		for _, d := range area.Declarations {
			if d.Code.Suppressible() {
				family, _, _ := strings.Cut(string(d.Code), ".")
				patterns[family+".*"] = patterns[family+".*"] || area.Varies
				patterns[string(d.Code)] = area.Varies
			}
		}
	}
	return patterns
})

// IsSuppressible reports whether a pattern is a code, or a family such as "unused.*",
// that comments can suppress.
func IsSuppressible(pattern string) bool {
	_, is := suppressible()[pattern]
	return is || IsOfTeam(pattern)
}

// Varies reports whether findings that match a pattern depend on more than the program
// and its schemas: on the selected stack, on programs that use it, or on other files.
func Varies(pattern string) bool { return suppressible()[pattern] || IsOfTeam(pattern) }

// SuppressiblePatterns returns the codes and families that comments can suppress, in
// the order of the documentation.
func SuppressiblePatterns() []string {
	return lists.Where(Patterns(), IsSuppressible)
}
