package check

import (
	"iter"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file answers the questions of a linter.

// Report adds a finding. The span is relative to the item.
func (p *ItemPass) Report(code codes.Code, span syntax.Span, message string, related ...Related) {
	p.c.find(code, span, message, related...)
}

// ReportAbout adds a finding with its [Diagnostic.Subject].
func (p *ItemPass) ReportAbout(code codes.Code, span syntax.Span, message, subject string) {
	p.c.find(code, span, message).Subject = subject
}

// Note adds something to a finding of [ItemPass.Info], by its number.
func (p *ItemPass) Note(finding int, message string) {
	d := &p.c.info.Findings[finding]
	d.Related = append(slices.Clip(d.Related), Related{Span: d.Span, Message: message, at: d.at})
}

// ReportInstead adds a finding about a text that may have been meant to be another one, which may be empty.
func (p *ItemPass) ReportInstead(code codes.Code, span syntax.Span, message, meant string) {
	p.c.advise(code, span, advice{message: message}.didYouMean(meant))
}

// KindOf is the kind of the declaration that a name in the item denotes; 0 for names
// that nothing declares.
func (p *ItemPass) KindOf(name string) ObjectKind {
	_, sig := p.c.Lookup(p.c.e, name)
	return sig.Kind
}

// Sets reports whether the declaration of a name is a block that sets an attribute.
func (p *ItemPass) Sets(name, attribute string) bool { return p.c.Recorder.Sets(name, attribute) }

// File is what is at a path, as the program writes it.
func (p *ItemPass) File(path string) File { return p.c.Recorder.file(path) }

// Near is a place that belongs to a finding.
func (at Position) Near(message string) Related {
	return Related{Span: at.span, Message: message, at: at.anchor}
}

// wholeFindings are what the passes and the linter report about the program as a whole. Without a run, passes report only
// what is known already.
func (p *Program) wholeFindings(r *program.Run) []Diagnostic {
	pass := &ProgramPass{OptIns: p.world.OptIns, p: p}
	for _, whole := range p.world.Passes {
		whole.Program(pass, r)
	}
	if p.world.Linter != nil {
		p.world.Linter.Program(pass)
	}
	return pass.found
}

// Report adds a finding.
func (p *ProgramPass) Report(code codes.Code, at Position, message string, related ...Related) {
	p.found = append(p.found, Diagnostic{
		Span: at.span, Code: code, Severity: code.Severity(), Message: Abbreviate(message, maxMessage), Related: related, at: at.anchor,
	})
}

// ReportIn adds a finding about a part of a file that belongs to no item.
func (p *ProgramPass) ReportIn(path string, code codes.Code, span syntax.Span, message string) {
	p.found = append(p.found, Diagnostic{Path: path, Span: span, Code: code, Severity: code.Severity(), Message: Abbreviate(message, maxMessage)})
}

// Keep is the value of a key. It is made once for all versions of a program in which the
// headers of the items are the same, so it must not depend on anything else.
func (p *ProgramPass) Keep(key any, make func() any) any {
	return keep(&p.p.heads().lint, key, make)
}

// Files are the parsed files of the program.
func (p *ProgramPass) Files() []*syntax.File { return p.p.Files }

// Declarations are the items that own their name, in declaration order.
func (p *ProgramPass) Declarations() iter.Seq[*program.Item] {
	return func(yield func(*program.Item) bool) {
		for e := range p.p.core.Items() {
			if p.p.core.Owns(e) && !yield(e) {
				return
			}
		}
	}
}

// Len is the number of items.
func (p *ProgramPass) Len() int { return p.p.core.Len() }

// Items are all items in declaration order.
func (p *ProgramPass) Items() iter.Seq[*program.Item] { return p.p.core.Items() }

// ItemsOfFiles are the items of each file, in the order of the text.
func (p *ProgramPass) ItemsOfFiles() iter.Seq[[]*program.Item] {
	return func(yield func([]*program.Item) bool) {
		for _, ids := range p.p.core.Scope().All() {
			var items []*program.Item
			for _, id := range ids {
				if id >= 0 {
					items = append(items, p.p.core.Item(id))
				}
			}
			if !yield(items) {
				return
			}
		}
	}
}

// Item is the item with a number, see [program.Item.ID].
func (p *ProgramPass) Item(id int32) *program.Item { return p.p.core.Item(id) }

// Uses is how often the items of the program refer to an item.
func (p *ProgramPass) Uses(id int32) int { return p.p.core.Uses(id) }

// UndeclaredNames are the names that the program refers to and nothing declares.
func (p *ProgramPass) UndeclaredNames() []string { return p.p.UndeclaredNames() }

// UnclearTexts visits the texts of the program whose meaning is not known: items with
// syntax errors, blocks of an unknown kind, files with errors outside of items.
func (p *ProgramPass) UnclearTexts(visit func(text string)) { p.p.eachObscure(visit) }

// IsPartial reports whether a file of the program was not parsed, so that it may use anything.
func (p *ProgramPass) IsPartial() bool { return p.p.core.Scope().IsPartial() }

// UnversionedPackages are the first uses of the packages for which nothing in the
// program gives a version, by name.
func (p *ProgramPass) UnversionedPackages() map[string]Position { return p.p.unversionedPackages() }
