package checked

import (
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file builds a report from the findings of the items and of the program as a
// whole. It reuses the unchanged parts of the previous report.

// reportBuilder builds one report.
type reportBuilder struct {
	p       *Program
	base    *Program // with the previous report, or nil
	r       *program.Run
	touched map[int32]bool // files whose findings may differ from those of the base

	replaced map[int32]bool // ids of items that differ from those of the base

	owners      *dedupOwners
	keepsOwners bool // the owners are those of the base

	suppressing suppressing
}

func (a *reportBuilder) report() *Report {
	general := map[string][]diagnostic.Diagnostic{}
	for _, d := range a.p.generalFindings(a.r) {
		d = d.Place(a.p.core, nil)
		general[d.Path] = append(general[d.Path], d.Legible())
	}
	a.owners, a.suppressing = a.findOwners(), a.p.suppressing()
	var before *Report
	if a.base != nil {
		before, a.keepsOwners = a.base.report.Load(), a.base.dedupOwners.Load() == a.owners
	}
	report := &Report{files: make([]*FileFindings, len(a.p.Files))}
	for i, f := range a.p.Files {
		report.files[i] = a.file(int32(i), f, before.of(f.Path, i), general[f.Path])
	}
	lists.SortStable(report.files, func(a, b *FileFindings) int { return strings.Compare(a.Path, b.Path) })
	return report
}

// file returns the findings in one file. The previous report has those before, or nil.
func (a *reportBuilder) file(number int32, f *syntax.File, before *FileFindings, general []diagnostic.Diagnostic) *FileFindings {
	if before != nil && a.stays(number, f) && a.judgedAlike(f, before) && !slices.ContainsFunc(before.all, diagnostic.Diagnostic.LeadsAway) &&
		slices.EqualFunc(general, before.general, diagnostic.Diagnostic.Equal) {
		return before
	}
	found := general[:0:0]
	if before != nil { // most edits leave the number as it was
		found = make([]diagnostic.Diagnostic, 0, len(before.all)+2)
	}
	found = append(found, general...)
	for _, err := range f.Errors {
		found = append(found, syntaxDiagnostic(f.Path, err).Legible())
	}
	moved := a.moved(number, f, before)
	for item, id := range a.p.core.FlaggedIn(a.p.core.Scope().IDs(int(number)), flagFindings|program.FlagErrors, a.owners.ids) {
		e := a.p.core.Item(id)
		if with, could := moved.add(found, int32(item), e); could {
			found = with
			continue
		}
		found = a.addItem(found, e)
	}
	diagnostic.Sort(found)
	now := &FileFindings{
		Path: f.Path, Diagnostics: a.suppressing.unsuppressed(f, found), all: found, general: general, homes: a.p.scopeData().mark, judged: a.suppressing,
	}
	if before != nil && before.looksLike(now) && slices.EqualFunc(general, before.general, diagnostic.Diagnostic.Equal) && before.servesFor(now) {
		return before
	}
	return now
}

// stays reports whether the items of a file have the same findings as before.
func (a *reportBuilder) stays(number int32, f *syntax.File) bool {
	return a.base.Files[number] == f && !a.touched[number] && a.p.core.Scope() == a.base.core.Scope() && a.keepsOwners
}

// judgedAlike reports whether the suppression comments of a file mean the same as before.
func (a *reportBuilder) judgedAlike(f *syntax.File, before *FileFindings) bool {
	return before.judged == a.suppressing || !f.HasSuppressions()
}

// looksLike reports whether the findings in a file, including suppressed ones, look the
// same to users.
func (f *FileFindings) looksLike(now *FileFindings) bool {
	return slices.EqualFunc(f.all, now.all, diagnostic.Diagnostic.Equal) &&
		(f.isWhole() && now.isWhole() || slices.EqualFunc(f.Diagnostics, now.Diagnostics, diagnostic.Diagnostic.Equal))
}

// isWhole reports whether no finding is suppressed.
func (f *FileFindings) isWhole() bool {
	return len(f.all) == len(f.Diagnostics) && (len(f.all) == 0 || &f.all[0] == &f.Diagnostics[0])
}

// addItem adds the findings about one item.
func (a *reportBuilder) addItem(found []diagnostic.Diagnostic, e *program.Item) []diagnostic.Diagnostic {
	first, moves := len(found), a.p.core.FlagsOf(e.ID)&program.FlagErrors == 0
	for _, err := range a.p.errorsOf(e) {
		found = append(found, syntaxDiagnostic(e.Path, err).Legible())
	}
	var said []string
	a.p.eachFinding(a.r, e, func(d diagnostic.Diagnostic, origin Origin) {
		if d.Once != "" {
			if a.owners.by[d.Once] != e.ID || slices.Contains(said, d.Once) {
				return
			}
			said = append(said, d.Once)
		}
		moves = moves && origin == nil && len(d.Related) == 0
		placed := d.Place(a.p.core, e)
		if origin != nil {
			way := origin.Places(a.p, e)
			placed.Related, placed.Way = append(placed.Related, way...), len(way)
		}
		found = append(found, placed.Legible())
	})
	if moves {
		a.keep(found[first:], e)
	}
	return found
}

// eachFinding visits the findings of an item, with their origins. It leaves out those that
// follow from syntax errors.
func (p *Program) eachFinding(r *program.Run, e *program.Item, visit func(diagnostic.Diagnostic, Origin)) {
	for _, d := range check.Findings(r, e) {
		if !p.mayBeDeclared(e.Syntax, d) && !p.followsFromOrphaning(e, d) {
			visit(d, p.lateness(r, e, d))
		}
	}
	for _, pass := range p.world.Passes {
		for _, f := range pass.Findings(r, e) {
			visit(f.Diagnostic, f.Origin)
		}
	}
}

// lateness is the origin of the value that a finding of the check is about, if that comes too late; nil otherwise. The check
// knows types, but no origins.
func (p *Program) lateness(r *program.Run, e *program.Item, d diagnostic.Diagnostic) Origin {
	if !d.Eventual {
		return nil
	}
	for _, pass := range p.world.Passes {
		if origin := pass.Late(r, e, d.Span); origin != nil {
			return origin
		}
	}
	return nil
}

// findOwners finds the first item for each finding that a program reports once. If the
// changed items still have the same such findings, the owners of the base stay.
func (a *reportBuilder) findOwners() *dedupOwners {
	if before := a.ownersBefore(); before != nil {
		return before
	}
	found := &dedupOwners{map[string]int32{}, map[int32]bool{}}
	for e := range a.p.core.Flagged(flagOnce) {
		for _, about := range a.p.dedupKeys(a.r, e) {
			if _, taken := found.by[about]; !taken {
				found.by[about], found.ids[e.ID] = e.ID, true
			}
		}
	}
	return found
}

func (a *reportBuilder) ownersBefore() *dedupOwners {
	if a.base == nil || a.p.core.Scope() != a.base.core.Scope() {
		return nil
	}
	for id := range a.replaced {
		if (a.p.core.FlagsOf(id)|a.base.core.FlagsOf(id))&flagOnce == 0 {
			continue
		}
		r := newRun(a.r.Context, a.base)
		if !slices.Equal(a.p.dedupKeys(a.r, a.p.core.Item(id)), a.base.dedupKeys(r, a.base.core.Item(id))) {
			return nil
		}
	}
	return a.base.dedupOwners.Load()
}

// dedupKeys returns the causes of an item that a program reports once.
func (p *Program) dedupKeys(r *program.Run, e *program.Item) []string {
	var about []string
	p.eachFinding(r, e, func(d diagnostic.Diagnostic, _ Origin) {
		if d.Once != "" {
			about = append(about, d.Once)
		}
	})
	return about
}

// generalFindings returns the findings about the program as a whole.
func (p *Program) generalFindings(r *program.Run) []diagnostic.Diagnostic {
	return slices.Concat(
		p.scopeData().duplicates, p.circles(), p.packageFindings(), belowFindings(p), p.wholeFindings(r))
}

// errorsOf returns the syntax errors of an item, except those that follow from errors of
// another item.
func (p *Program) errorsOf(e *program.Item) []syntax.Error {
	if p.core.Scope().Follows(e) {
		return nil
	}
	return p.core.FileOf(e).ErrorsOf(p.core.Placed(e))
}

// syntaxDiagnostic converts a syntax error whose places are relative to the file.
func syntaxDiagnostic(filePath string, e syntax.Error) diagnostic.Diagnostic {
	d := diagnostic.InFile(filePath, e.Span, e.Code, e.Message)
	for _, rel := range e.Related {
		d.Related = append(d.Related, diagnostic.Related{Path: filePath, Span: rel.Span, Message: rel.Message})
	}
	return d
}

// followsFromOrphaning reports whether a finding about an orphaned item says only that it is
// no item.
func (p *Program) followsFromOrphaning(e *program.Item, d diagnostic.Diagnostic) bool {
	if !p.core.Scope().IsOrphaned(e) {
		return false
	}
	switch d.Code {
	case codes.BlockUnknownKind:
		return true
	case codes.NameUndefined:
		return e.Syntax.Text[d.Span.Start:d.Span.End] == language.RangeVariable
	}
	return false
}
