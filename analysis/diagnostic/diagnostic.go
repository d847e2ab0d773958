// Package diagnostic describes what is wrong with a program: findings, their places, which hold when items move, and the words of their
// messages. It finds nothing.
package diagnostic

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// Diagnostic is one finding in one file.
type Diagnostic struct {
	Path     string // the file, as the program's file is named
	Span     syntax.Span
	Code     codes.Code
	Severity codes.Severity
	Message  string // under 200 characters, one line
	Related  []Related
	// Suggestion is what to write instead of the text at Span; empty if nothing is close
	// enough.
	Suggestion string
	// Choices are other texts to write there. Any of them may be meant, or none.
	Choices []string
	// Subject is what else a quick fix needs to know, for some codes: the package of
	// package.unknown, the config of secret.config-looking, the code that a suppression
	// means, the package of the provider that provider.mismatch needs, the value of
	// condition.constant, the function that takes a negative index.literal, and the input of upgrade.silent whose default is
	// another one.
	Subject string
	// Passed is how many of Related, from the first, are places where a component does something with the value
	// at Span. It is 0 for findings that are about something else.
	Passed int
	// Way is how many of Related, up to the last, lead from Span back to where a secret or unknown value comes from.
	Way int
	// Hidden is how many findings the limits of a definition or file hide, if the finding says so.
	Hidden int
	// Rule is the team's own rule that the finding is of; nil for other findings.
	Rule *TeamRule
	// Since is the version of the language that accepts what the finding is about; 0 if none does.
	Since language.Version
	// Offer is the fix that comes with the finding; nil for none, and for those that a code has.
	Offer Offer

	// at is what Span is relative to, until the finding is placed.
	at anchor
	// Once is the cause of a finding that a program reports once, even if several items
	// have it; empty for others.
	Once string
	// Eventual says that the only problem of a value is that it is known too late.
	Eventual bool
	// Open says that the value may have members which its type does not declare.
	Open bool
	// Home is the id plus one of the item that a placed finding moves with; 0 if the
	// findings of the item must be collected again.
	Home int32
	// OfResource says that the member is missing in the variable of a resource.
	OfResource bool
	// OfComponent is the component in whose variable the member is missing; empty for others.
	OfComponent string
}

// TeamRule is what a rule of a team says about itself. It is immutable.
type TeamRule struct {
	// Title is what holds if everything is all right, Docs why that matters, in Markdown, and Category a word by which
	// rules are grouped. Docs and Category may be empty.
	Title, Docs, Category string
	// Path and Span are the place of the rule's name.
	Path string
	Span syntax.Span
}

// Offer is a fix that comes with a finding.
type Offer interface {
	// Title says what the fix does, in the imperative.
	Title() string
	// Edits are the edits of the item that the finding is in, relative to it and in order.
	Edits() []syntax.Edit
}

// Legible returns the finding with messages that are short and on one line: names and
// strings of the program may contain anything.
func (d Diagnostic) Legible() Diagnostic {
	d.Message = Abbreviate(OnOneLine(d.Message), MaxLength)
	for i, r := range d.Related {
		if message := Abbreviate(OnOneLine(r.Message), MaxLength); message != r.Message {
			d.Related = slices.Clone(d.Related)
			d.Related[i].Message = message
		}
	}
	return d
}

// Equal reports whether two findings look the same to users, places included.
func (d Diagnostic) Equal(other Diagnostic) bool {
	return d.Path == other.Path && d.Span == other.Span && d.Code == other.Code && d.Severity == other.Severity && d.Message == other.Message &&
		d.Suggestion == other.Suggestion && slices.Equal(d.Choices, other.Choices) && d.Subject == other.Subject && slices.Equal(d.Related, other.Related) &&
		d.Rule == other.Rule && (d.Offer == nil) == (other.Offer == nil)
}

// InsideThe begins the message of a finding about what a component does.
const InsideThe = "inside the component, "

// Inside returns where components do something with the value at Span, and what they do. There are no places if
// the finding is about something else.
func (d Diagnostic) Inside() (places []Related, what string) {
	return d.Related[:d.Passed], strings.TrimPrefix(d.Message, InsideThe)
}

// Related is a second place that belongs to a finding, such as the earlier of
// two declarations.
type Related struct {
	Path    string
	Span    syntax.Span
	Message string

	at anchor // as for a finding
}

// Sort orders findings by file, place and code, which makes every
// report deterministic.
func Sort(ds []Diagnostic) {
	if !slices.IsSortedFunc(ds, Compare) { // findings are nearly always collected in order
		lists.SortStable(ds, Compare)
	}
}

// Compare orders findings by file, place and code.
func Compare(a, b Diagnostic) int {
	if c := cmp.Or(strings.Compare(a.Path, b.Path), cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End)); c != 0 {
		return c
	}
	return cmp.Or(cmp.Compare(a.Code, b.Code), strings.Compare(a.Message, b.Message))
}

// LeadsAway reports whether a finding has a related place in another file, which may have moved.
func (d Diagnostic) LeadsAway() bool {
	return slices.ContainsFunc(d.Related, func(r Related) bool { return r.Path != d.Path })
}

// Touches reports whether the place of a finding and a span of its file touch.
func (d Diagnostic) Touches(span syntax.Span) bool {
	return d.Span.Start <= span.End && span.Start <= d.Span.End
}
