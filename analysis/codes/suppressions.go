package codes

import (
	"slices"
	"strings"
)

// This file declares the codes about comments that suppress findings, and says which
// findings can be suppressed.

// Codes about comments that suppress findings.
const (
	SuppressionUnused    Code = "suppression.unused"
	SuppressionUnknown   Code = "suppression.unknown-code"
	SuppressionMalformed Code = "suppression.malformed"
	SuppressionNoReason  Code = "suppression.no-reason"
)

var suppressionsArea = Area{
	Title: "Suppressions", About: "comments that suppress findings",
	Declarations: []Declaration{
		{
			Code: SuppressionUnused, Severity: Warning, Tag: Unnecessary, Rule: true,
			Title: "a comment suppresses nothing",
			Explanation: "A comment `# pcl-lsp:ignore CODE` suppresses the findings with the code that begin on the next line of code; behind code, on its own line. " +
				"`pcl-lsp:ignore-block` is about all of the definition, block or value that begins there, and `pcl-lsp:ignore-file` about the file. " +
				"There is no such finding, so the comment would only hide one that comes later. Remove it. Nothing is said where findings may be missing: while a file of the program has syntax errors, the " +
				"schema of a package is missing, or the mode is not strict; nor of codes that depend on the selected stack or on files, since there may be such a finding elsewhere. A finding whose severity is `off` counts as one.",
			Bad: `# pcl-lsp:ignore unused.local -- for later
size = 1 + 1

output size {
  value = size
}
`,
			Good: `# pcl-lsp:ignore unused.local -- for later
size = 1 + 1
`,
		},
		{
			Code: SuppressionUnknown, Severity: Warning,
			Title: "a comment suppresses a code that does not exist",
			Explanation: "`pcl-lsp:ignore` takes codes of findings, or families such as `unused.*`, with commas between them. The first word without a comma before it begins the reason, " +
				"with `--` before it or without. `pcl-lsp explain` lists all codes.",
			Bad: `# pcl-lsp:ignore unused.lokal -- for later
size = 1 + 1

output size {
  value = size
}
`,
			Good: `# pcl-lsp:ignore unused.local -- for later
size = 1 + 1
`,
		},
		{
			Code: SuppressionMalformed, Severity: Warning,
			Title: "a comment seems to suppress findings and does not",
			Explanation: "There are `pcl-lsp:ignore`, `pcl-lsp:ignore-block` and `pcl-lsp:ignore-file`, each with at least one code. That for a file stands above its first definition. " +
				"Syntax errors cannot be suppressed, since what cannot be parsed cannot be checked; nor can findings about settings and about such comments themselves: `rules` in the settings gives them other severities.",
			Bad: `# pcl-lsp:ignore -- for later
output size {
  value = 1
}
`,
			Good: `# pcl-lsp:ignore unused.local -- for later
size = 1
`,
		},
		{
			Code: SuppressionNoReason, Severity: Warning,
			Title: "a comment suppresses a finding without a reason",
			Explanation: "The settings ask for reasons (`suppressions.requireReason`): whoever reads `# pcl-lsp:ignore CODE` later should know when it can go. " +
				"Write it behind the codes: `# pcl-lsp:ignore CODE -- provider bug 123`.",
			Bad: `-- .pcl-lsp.yaml --
suppressions:
  requireReason: true
-- main.pp --
# pcl-lsp:ignore unused.local
size = 1
`,
			Good: `-- .pcl-lsp.yaml --
suppressions:
  requireReason: true
-- main.pp --
# pcl-lsp:ignore unused.local -- for later
size = 1
`,
		},
	},
}

// Suppressible reports whether comments can suppress findings with a code: not those
// that say that something was not understood, and those about such comments.
func (c Code) Suppressible() bool {
	family, _, _ := strings.Cut(string(c), ".")
	return family != "syntax" && family != "settings" && family != "suppression"
}

// Matches reports whether a code, or a family such as "unused.*", names this code.
func (c Code) Matches(pattern string) bool {
	prefix, family := strings.CutSuffix(pattern, "*")
	return rule{code: prefix, family: family}.matches(c)
}

// suppressible are the codes and families that comments can name, with whether each may
// be found somewhere else and not here.
var suppressible = func() map[string]bool {
	patterns := map[string]bool{}
	for _, area := range areas {
		varies := area.Title == stackArea.Title || area.Title == filesArea.Title
		for _, d := range area.Declarations {
			if d.Code.Suppressible() {
				family, _, _ := strings.Cut(string(d.Code), ".")
				patterns[family+".*"] = patterns[family+".*"] || varies
				patterns[string(d.Code)] = varies
			}
		}
	}
	return patterns
}()

// IsSuppressible reports whether a pattern is a code, or a family such as "unused.*",
// that comments can suppress.
func IsSuppressible(pattern string) bool {
	_, is := suppressible[pattern]
	return is
}

// Varies reports whether findings that a pattern names depend on more than the program
// and its schemas: the selected stack, or the files of the machine.
func Varies(pattern string) bool { return suppressible[pattern] }

// SuppressiblePatterns are the codes and families that comments can suppress, in the
// order of the documentation.
func SuppressiblePatterns() []string {
	return slices.DeleteFunc(Patterns(), func(p string) bool { return !IsSuppressible(p) })
}
