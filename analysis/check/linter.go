package check

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/targets"
)

// This file is what a linter sees of one item.

// ItemPass is what a linter sees of one item. What it reads of other items and of the
// world outside is recorded, so that the findings are made again when that changes.
type ItemPass struct {
	Item *syntax.Item
	// Info is the result of the check. Reports are added to its findings.
	Info *Info
	// Kind is what the item declares; 0 for items that declare nothing.
	Kind ObjectKind
	// Language is the version of the language that the program is judged by.
	Language language.Version
	// OptIns are the rules that are off by default and that the user wants.
	OptIns codes.OptIns
	// Targets are the languages that the program is to be converted to.
	Targets targets.Set

	r *Recorder
	e *program.Item
}

// Report adds a finding. The span is relative to the item.
func (p *ItemPass) Report(code codes.Code, span syntax.Span, message string, related ...diagnostic.Related) {
	p.Info.find(code, span, message, related...)
}

// ReportAbout adds a finding with its [diagnostic.Diagnostic.Subject].
func (p *ItemPass) ReportAbout(code codes.Code, span syntax.Span, message, subject string) {
	p.Info.find(code, span, message).Subject = subject
}

// Note adds something to a finding of [ItemPass.Info], by its number.
func (p *ItemPass) Note(finding int, message string) {
	d := &p.Info.Findings[finding]
	d.Related = append(slices.Clip(d.Related), d.Here(message))
}

// ReportInstead adds a finding about a text that may have been meant to be another one, which may be empty.
func (p *ItemPass) ReportInstead(code codes.Code, span syntax.Span, message, meant string) {
	p.Info.advise(code, span, diagnostic.Advice{Message: message}.DidYouMean(meant))
}

// KindOf is the kind of the declaration that a name in the item denotes; 0 for names
// that nothing declares.
func (p *ItemPass) KindOf(name string) ObjectKind {
	_, sig := p.r.Lookup(p.e, name)
	return sig.Kind
}

// Sets reports whether the declaration of a name is a block that sets an attribute.
func (p *ItemPass) Sets(name, attribute string) bool { return p.r.Sets(name, attribute) }

// File is what is at a path, as the program writes it.
func (p *ItemPass) File(path string) File { return p.r.file(path) }
