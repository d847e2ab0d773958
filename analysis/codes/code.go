// Package codes declares every kind of finding once: its permanent code, its
// severity, and a text that explains it with a bad and a good example. Findings,
// `pcl-lsp explain`, docs/findings.md, docs/rules.md and the test that checks the
// examples all read it.
//
// A [Declaration] is a row of a table in Go, and a [Text] is a Markdown file in
// texts/. A [Policy] changes severities by code, as users configure them.
//
// To add a code, add a constant and a row next to its relatives in syntax.go,
// language.go, run.go, environment.go or rules.go, write texts/CODE.md, run
// make record ONLY=codes, which writes into testdata/runs.json what a run does with its
// examples, and run go generate ./analysis/codes ./cmd/pcl-lsp ./workspace/settings.
//
// The package doesn't know how findings are found, and imports nothing of the project.
//
// Invariant: every code has a text, and every text has a code. A code is an error if and
// only if every run rejects its bad example, as testdata/runs.json records; runs_test.go
// lists the exceptions.
//
// # Why
//
// Severities are in Go and not in front matter of the texts: every finding needs its
// severity, so a check would have to parse 300 files before it starts. The texts are
// parsed when something first asks for one.
package codes

import "strings"

// This file implements the declaration of a code.

// Code is the permanent name of a kind of finding, such as attr.unknown.
type Code string

// Severity is how much a finding matters. Lower values are worse, as in the Language
// Server Protocol.
type Severity uint8

// The severities. Findings that are Off are not reported.
const (
	Off Severity = iota
	Error
	Warning
	Information
	Hint
)

var severityNames = [...]string{
	Off: "off", Error: "error", Warning: "warning", Information: "information", Hint: "hint",
}

// String is the lower-case name: error, warning, information, hint or off.
func (s Severity) String() string { return severityNames[s] }

// Tag changes how editors show the marked text, in addition to the severity.
type Tag uint8

// The tags.
const (
	Plain       Tag = iota // no change
	Unnecessary            // faded
	Deprecated             // struck through
)

// Declaration is what the server knows about a code besides its [Text].
type Declaration struct {
	Code     Code
	Severity Severity // the default; a place in a program or a [Policy] can change it
	Tag      Tag
	// Rule says that a program with such a finding runs and does what it says: the
	// finding is advice. Only rules can be [Off].
	Rule bool
	// Evaluated says that the program fails when it is evaluated, whatever rules it is bound
	// by.
	Evaluated bool
	// Engine says that the engine rejects what the program registers. What it does not register does no harm.
	Engine bool
	// Risk says how much the finding matters for security.
	Risk Risk
}

// Risk is how much a finding matters for security. Higher values are worse.
type Risk uint8

// The risks.
const (
	NoRisk     Risk = iota
	LowRisk         // it helps an attacker who already has access
	MediumRisk      // data that should be protected may be read by more people than meant
	HighRisk        // a secret is exposed, or everyone has access
)

// Area is a group of codes about one part of the language, a section of the
// documentation.
type Area struct {
	Title        string
	Category     Category
	About        string // what the codes are about, in a few words
	Varies       bool   // whether findings depend on the selected stack, on other programs or on other files
	Declarations []Declaration
}

// Category is what findings are about, for people who choose among them.
type Category string

// The categories. The empty one stands for Correctness.
const (
	Correctness Category = "correctness"
	Secrets     Category = "secrets"
	Security    Category = "security"
	Deprecation Category = "deprecation"
	Unused      Category = "unused"
	Style       Category = "style"
)

// Document is the address of docs/findings.md, which explains every code.
const Document = "https://github.com/pcl-lsp/pcl-lsp/blob/main/docs/findings.md"

// Anchor returns the URL fragment of the code's section. GitHub derives it from the
// heading, which is the code.
func (c Code) Anchor() string { return strings.ReplaceAll(strings.ToLower(string(c)), ".", "") }

// rulesDocument is the address of docs/rules-language.md.
const rulesDocument = "https://github.com/pcl-lsp/pcl-lsp/blob/main/docs/rules-language.md"

// Link returns the URL of the code's section, or for a team's own rules, of the page about them.
func (c Code) Link() string {
	if IsOfTeam(string(c)) {
		return rulesDocument
	}
	return Document + "#" + c.Anchor()
}
