package impact

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/typesys/schemadiff"
)

// This file makes findings for those who still use the version before. They are made item by item while the later version is checked,
// so an edit costs as much as it does in any program.

// Linter notes in a program that is checked with the version after which changes explain its findings, and reports what changes silently.
func (l *Changes) Linter() *Linter { return &l.linter }

// Linter is the linter of a program that is checked with a later version of a package: see [Changes.Linter].
type Linter struct{ changes *Changes }

// Served is the version after, which also knows resources and functions by the names that they have in the version before, so that what is
// written in their blocks can be checked. The linter reports these names.
func (l *Changes) Served() *schema.Package { return l.served }

// Item implements the linter of an item.
func (l *Linter) Item(p *analysis.ItemPass) {
	defer l.changes.formerNames(p) // which need no notes
	touches := l.changes.touches(syntax.Placed{Item: p.Item}, p.Info)
	if len(touches) == 0 {
		return
	}
	for i, d := range p.Info.Findings {
		for _, c := range l.changes.explain(touches, d.Span, d) {
			p.Note(i, c.Sentence())
		}
	}
	for _, t := range touches {
		if silent := l.changes.silent(t); len(silent) > 0 {
			subject := ""
			if t.isLeftOut {
				subject = t.Property
			}
			p.ReportAbout(codes.UpgradeSilent, t.name, Mark{Changes: silent}.Message(), subject)
		}
	}
}

// formerNames reports the names of resources and functions that the later version does not know any more.
func (l *Changes) formerNames(p *analysis.ItemPass) {
	for _, o := range p.Info.Occurrences {
		find, shown := l.served.FindResource, "resource"
		switch {
		case o.Kind == analysis.OccurFunctionToken && o.SchemaFunction != nil && o.SchemaFunction.Package == l.served:
			find, shown = l.served.FindFunction, "function"
		case o.Kind != analysis.OccurResourceToken || o.Resource == nil || o.Resource.Package != l.served:
			continue
		}
		if m := find(o.Name); m.Spelling == schema.Former {
			p.Report(codes.UpgradeBreaking, o.Span, "the "+shown+" is called `"+schema.ShortToken(m.Canonical)+"`")
		}
	}
}

// ReadsAll implements the linter of an item, which looks for everything that may have changed.
func (l *Linter) ReadsAll() bool { return true }

// Program implements the linter of a program. The rules about programs as a whole do not depend on versions.
func (l *Linter) Program(*analysis.ProgramPass) {}

// Findings tells those who use the version before what the one after does to them. The findings are those in one file, of the program as it
// is and of the same program with the version after and [Changes.Linter].
func (l *Changes) Findings(now, then *analysis.FileFindings) []analysis.Diagnostic {
	found, _ := l.newIn(now, then)
	version := l.After.Name() + " " + l.After.Version()
	all := make([]analysis.Diagnostic, len(found))
	for i, d := range found {
		code := codeOf(d)
		all[i] = analysis.Diagnostic{
			Path: d.Path, Span: d.Span, Code: code, Severity: code.Severity(),
			Message: "with " + version + ", " + strings.ReplaceAll(d.Message, " ("+version+")", ""), Related: d.Related,
			Suggestion: d.Suggestion, Choices: d.Choices, Subject: d.Subject, // fixes try whether today's version takes them
		}.Legible()
	}
	return all
}

// codeOf is the code for those who use the version before of a finding of the version after.
func codeOf(d analysis.Diagnostic) codes.Code {
	switch level := levelOf(d); {
	case level == schemadiff.Breaking || d.Code == codes.UpgradeBreaking:
		return codes.UpgradeBreaking
	case level == schemadiff.Compatible:
		return codes.UpgradeDeprecated
	}
	return codes.UpgradeSilent
}
