package workspace

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"weak"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/rules"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/workspace/settings"
	"github.com/pcl-lsp/pcl-lsp/workspace/stackfile"
)

// This file reports findings by file, with the severities that settings give them, also those in project and stack
// files.

// Report checks a program of this snapshot. If nothing about the program changed, it
// returns the last report without work. The error is that of the context.
//
// If early is not nil, it may be called once with what is known before everything that an
// edit affects is checked: see [analysis.Program.Report].
func (s *Snapshot) Report(ctx context.Context, p *analysis.Program, early func(*Report)) (*Report, error) {
	now := judged{of: weak.Make(p), given: s.settings(p.Dir), policy: s.policy, callSites: s.callSites[p.Dir]}
	j := judge{judged: now, memory: &s.session.reports, snapshot: s, program: p}
	if known := j.known(); known != nil {
		return known, nil
	}
	if j.given.ExcludesAll(p.Files) {
		j.stacks = []FileReport{}
		r := j.report(nothingIn(p)) // no findings are shown, so none are computed
		j.keep(r)
		return r, ctx.Err()
	}
	last := j.last()
	j.upgrades, j.ruled = last.upgrades, last.ruled
	var soon func(*analysis.Report)
	if early != nil {
		soon = func(r *analysis.Report) { early(j.report(r.Files())) }
	}
	found, err := p.Report(ctx, soon)
	if err != nil {
		return nil, err
	}
	if j.upgrades, err = s.checkUpgrades(ctx, p, found, j.given.Upgrades, j.upgrades); err != nil {
		return nil, err
	}
	if j.ruled, err = s.applyRules(ctx, p, j.ruled, func() {
		if early != nil { // whoever types does not wait for a team's rules
			r := j.report(found.Files())
			r.Current = true
			early(r)
		}
	}); err != nil {
		return nil, err
	}
	r := j.report(found.Files())
	j.keep(r)
	return r, nil
}

// applyRules judges a program by the rules of its team, if it has any. The last judgment may be nil. Slow is called before much work.
func (s *Snapshot) applyRules(ctx context.Context, p *analysis.Program, last *ruled, slow func()) (*ruled, error) {
	state := s.state(p.Dir)
	if state.program != p || state.book == nil {
		return nil, nil
	}
	memory := s.session.reports.rulesIn(p.Dir)
	if memory.Slow(state.book.set, p) {
		slow()
	}
	type outside struct{ schemas, components, stack any }
	judgements, expensive, err := memory.Judge(ctx, state.book.set, p, outside{s.Schemas(p.Dir), state.componentsVersion, state.stack})
	if err != nil {
		return nil, err
	}
	now := state.book.after(last, judgements)
	now.expensive = expensive
	now.files = state.book.reports(s.isOpen, state.book.compared(p), expensive)
	return now, nil
}

// checkUpgrades finds what later versions of packages do to a program: see [upgradeCheck.report].
func (s *Snapshot) checkUpgrades(ctx context.Context, p *analysis.Program, found *analysis.Report, upgrades []settings.Upgrade, last *upgradeReport) (*upgradeReport, error) {
	if len(upgrades) == 0 {
		return nil, nil
	}
	state := s.state(p.Dir)
	schemas, ok := s.Schemas(p.Dir).(*rememberedSchemas)
	if !ok || state.program != p {
		return nil, nil
	}
	c := upgradeCheck{program: p, find: schemas.Package, changes: schemas.changes, upgraded: state.upgradedBy}
	if asked := state.asked; asked != nil {
		c.find = asked.Package
	}
	return c.report(ctx, found, upgrades, last)
}

// nothingIn are the files of a program, without findings.
func nothingIn(p *analysis.Program) []*analysis.FileFindings {
	return lists.Map(p.Files, func(f *syntax.File) *analysis.FileFindings {
		return &analysis.FileFindings{Path: f.Path}
	})
}

// Touching are the findings of a program in a file that touch a span, and the report of
// the program if that is known or cheap. Without a report, findings about the program as
// a whole may be missing: see [analysis.Program.FindingsAt]. The error is that of the
// context.
func (s *Snapshot) Touching(ctx context.Context, p *analysis.Program, path string, span syntax.Span) ([]analysis.Diagnostic, *Report, error) {
	soon, err := p.ReportIfCheap(ctx)
	if err != nil {
		return nil, nil, err
	}
	if soon != nil {
		r, err := s.Report(ctx, p, nil)
		if err != nil {
			return nil, nil, err
		}
		return r.Touching(path, span), r, nil
	}
	found, err := p.FindingsAt(ctx, path, span)
	given := s.settings(p.Dir)
	if given.Excludes(path) {
		return nil, nil, err
	}
	inFile := &analysis.FileFindings{Path: path, Diagnostics: found}
	if source, ok := p.File(path); ok {
		last := s.session.reports.last(p.Dir)
		all := beside{s.callSites[p.Dir].hintsIn(path), last.upgrades.hintsIn(path), last.ruled.says(path)}.in(source)
		inFile = inFile.With(source, slices.DeleteFunc(all, func(d analysis.Diagnostic) bool { return !d.Touches(span) }))
	}
	return severe(inFile, s.policy.Over(given.PolicyFor(path))).Diagnostics, nil, err
}

// Diagnose checks a program of this snapshot as [Snapshot.Report] does, and returns the
// findings by file.
func (s *Snapshot) Diagnose(ctx context.Context, p *analysis.Program) (map[string][]analysis.Diagnostic, error) {
	r, err := s.Report(ctx, p, nil)
	if err != nil {
		return nil, err
	}
	byFile := make(map[string][]analysis.Diagnostic, len(r.Files))
	for _, f := range r.Files {
		byFile[f.Found.Path] = f.Found.Diagnostics
	}
	return byFile, nil
}

// reportMemory keeps the last report of each program, so that an unchanged report costs
// nothing and keeps its pointers. The zero value is ready.
//
// It keeps no program alive, and forgets the reports of programs that are gone.
type reportMemory struct {
	mu    sync.Mutex // guards what follows
	byDir map[string]*judged
	rules map[string]*rules.Memory // by directory, for programs with rules
	// full is the size at which reports of programs that are gone are removed. It is
	// twice the size after the last removal, so that a report costs the same however many
	// programs there are.
	full int
}

// judged is a report with what it was computed from.
type judged struct {
	of        weak.Pointer[analysis.Program]
	policy    codes.Policy
	given     settings.File
	callSites *callSiteHints
	upgrades  *upgradeReport
	ruled     *ruled
	report    *Report
	files     []*judgedFile // as in the report, without the settings file
}

// judgedFile is the findings in a file, before and after hints were added and severities were applied.
type judgedFile struct {
	found, severe *analysis.FileFindings
	hints         beside
	source        *syntax.File // if there are hints
}

// judgedIn is the file with a path, which probably has a certain number; nil if there is no such file.
//
// Why not a map that each report makes: an edit changes the findings of one file out of hundreds, and the files keep their
// order.
func judgedIn(all []*judgedFile, path string, probably int) *judgedFile {
	found, _ := lists.Near(all, probably, func(f *judgedFile) bool { return f.found.Path == path })
	return found
}

// judge applies the severities of settings to findings.
type judge struct {
	judged   // what will be remembered
	memory   *reportMemory
	snapshot *Snapshot
	program  *analysis.Program
	stacks   []FileReport // of the project file and the stack files; nil until they are looked at
}

// known is the last report, if it still holds.
func (j *judge) known() *Report {
	last := j.last()
	if last.of != j.of || !last.policy.Equal(j.policy) || !last.given.Equal(j.given) || last.callSites != j.callSites {
		return nil
	}
	return last.report
}

// of is the last report of a program, if it has one.
func (m *reportMemory) of(p *analysis.Program) *Report {
	if last := m.last(p.Dir); last.of.Value() == p {
		return last.report
	}
	return nil
}

// last is the last report about a directory with what it was computed from: nothing if there is none.
func (m *reportMemory) last(dir string) *judged {
	m.mu.Lock()
	defer m.mu.Unlock()
	if last := m.byDir[dir]; last != nil {
		return last
	}
	return &judged{}
}

// rulesIn keeps what a team's rules say of the program in a directory, even while a check is interrupted again and again.
func (m *reportMemory) rulesIn(dir string) *rules.Memory {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.rules[dir] == nil {
		lists.Put(&m.rules, dir, &rules.Memory{})
	}
	return m.rules[dir]
}

// evictExcept forgets the reports about other directories.
func (m *reportMemory) evictExcept(used map[string]*folder) {
	m.mu.Lock()
	defer m.mu.Unlock()
	maps.DeleteFunc(m.byDir, func(dir string, _ *judged) bool { return used[dir] == nil })
	maps.DeleteFunc(m.rules, func(dir string, _ *rules.Memory) bool { return used[dir] == nil })
}

func (j *judge) last() *judged { return j.memory.last(j.program.Dir) }

// keep remembers a report, and sometimes forgets those of programs that are gone.
func (j *judge) keep(r *Report) {
	j.memory.mu.Lock()
	defer j.memory.mu.Unlock()
	m := j.memory
	if m.byDir[j.program.Dir] == nil && len(m.byDir) >= m.full {
		maps.DeleteFunc(m.byDir, func(_ string, old *judged) bool { return old.of.Value() == nil })
		maps.DeleteFunc(m.rules, func(dir string, _ *rules.Memory) bool { return m.byDir[dir] == nil && dir != j.program.Dir })
		m.full = max(16, 2*len(m.byDir))
	}
	now := j.judged
	now.report = r
	lists.Put(&m.byDir, j.program.Dir, &now)
}

// report is a report with the severities of the policy, without what settings exclude.
func (j *judge) report(all []*analysis.FileFindings) *Report {
	known, last := j.files, j.last() // there are some if this is not the first report
	if j.files == nil && last.policy.Equal(j.policy) && last.given.JudgesAs(&j.given) {
		known = last.files
	}
	stacks := j.inStacks(last)
	j.files = make([]*judgedFile, 0, len(all)+len(stacks))
	r := &Report{Files: make([]FileReport, 0, len(all)+len(stacks)+1)}
	judged := func(found *analysis.FileFindings, source *syntax.File) {
		now := j.file(found, source, judgedIn(known, found.Path, len(j.files)))
		j.files = append(j.files, now)
		r.Files = append(r.Files, FileReport{now.severe, source})
	}
	for i, found := range all {
		judged(found, j.source(found.Path, i))
	}
	for _, f := range stacks {
		judged(f.Found, f.Source)
	}
	if j.ruled != nil {
		r.Files = append(r.Files, j.ruled.files...)
	}
	if j.given.Path != "" {
		r.Files = append(r.Files, j.faults())
	}
	return r
}

// source is a file of the program, which probably has a certain number; nil if it has no such file.
func (j *judge) source(path string, probably int) *syntax.File {
	if files := j.program.Files; probably < len(files) && files[probably].Path == path {
		return files[probably]
	}
	f, _ := j.program.File(path)
	return f
}

// file adds hints and applies severities to the findings in a file. If nothing differs from what is known, which may be nil, that is the result.
func (j *judge) file(found *analysis.FileFindings, source *syntax.File, known *judgedFile) *judgedFile {
	hints := beside{j.callSites.hintsIn(found.Path), j.upgrades.hintsIn(found.Path), j.ruled.says(found.Path)}
	if hints == (beside{}) {
		source = nil
	}
	excluded := j.given.Excludes(found.Path)
	if !excluded && known != nil && known.found == found && known.hints == hints && known.source == source {
		return known
	}
	now := &judgedFile{found: found, hints: hints, source: source}
	switch {
	case excluded && known != nil && len(known.severe.Diagnostics) == 0:
		now.severe = known.severe
	case excluded:
		now.severe = &analysis.FileFindings{Path: found.Path}
	default:
		if more := hints.in(source); len(more) > 0 {
			found = found.With(source, more)
		}
		now.severe = mostSevere(severe(found, j.policy.Over(j.given.PolicyFor(found.Path))))
	}
	return now
}

// mostFindings is how many findings of a file are reported. Nobody reads more, and a client
// that gets a million is busy for minutes.
const mostFindings = 10_000

// mostSevere are the findings in a file without the least severe ones if there are too many.
func mostSevere(found *analysis.FileFindings) *analysis.FileFindings {
	if len(found.Diagnostics) <= mostFindings {
		return found
	}
	var count [codes.Hint + 1]int
	for _, d := range found.Diagnostics {
		count[d.Severity]++
	}
	left := mostFindings
	for severity, n := range count {
		count[severity] = min(n, left)
		left -= count[severity]
	}
	most := &analysis.FileFindings{Path: found.Path, Diagnostics: []analysis.Diagnostic{{
		Path: found.Path, Code: codes.FileSize, Severity: codes.FileSize.Severity(),
		Message: fmt.Sprintf("this file has %d findings; the %d most severe are shown", len(found.Diagnostics), mostFindings),
		Hidden:  len(found.Diagnostics) - mostFindings,
	}}}
	for _, d := range found.Diagnostics {
		if count[d.Severity] > 0 {
			count[d.Severity]--
			most.Diagnostics = append(most.Diagnostics, d)
		}
	}
	return most
}

func (j *judge) faults() FileReport {
	last := j.last()
	if last.report != nil && last.given.Equal(j.given) {
		return last.report.Files[len(last.report.Files)-1]
	}
	return FileReport{&analysis.FileFindings{Path: j.given.Path, Diagnostics: j.given.Faults}, syntax.Parse(j.given.Path, j.given.Text, nil)}
}

// severe applies a policy to the findings in a file. It is the same pointer if nothing
// changes.
func severe(found *analysis.FileFindings, policy codes.Policy) *analysis.FileFindings {
	changes := func(d analysis.Diagnostic) bool {
		s := policy.Severity(d.Code, d.Severity)
		return s != d.Severity || s == codes.Off
	}
	if !slices.ContainsFunc(found.Diagnostics, changes) {
		return found
	}
	changed := &analysis.FileFindings{Path: found.Path}
	for _, d := range found.Diagnostics {
		if d.Severity = policy.Severity(d.Code, d.Severity); d.Severity != codes.Off {
			changed.Diagnostics = append(changed.Diagnostics, d)
		}
	}
	return changed
}

// inStacks are the findings in the project file and the stack files. Unchanged findings
// keep their pointer.
func (j *judge) inStacks(last *judged) []FileReport {
	if j.stacks != nil {
		return j.stacks
	}
	files, found := j.snapshot.checkStacks(j.program)
	j.stacks = make([]FileReport, len(files))
	for i, f := range files {
		if before := judgedIn(last.files, f.Path, len(j.program.Files)+i); before != nil && slices.EqualFunc(before.found.Diagnostics, found[i].Diagnostics, analysis.Diagnostic.Equal) {
			found[i] = before.found
		}
		j.stacks[i] = FileReport{found[i], f.Source}
	}
	return j.stacks
}

// Judged returns findings about files of a program, sorted by file and place, as a report has them: with
// the severities of settings, and without those that settings or comments turn off.
func (s *Snapshot) Judged(p *analysis.Program, found []analysis.Diagnostic) []analysis.Diagnostic {
	given := s.settings(p.Dir)
	var all []analysis.Diagnostic
	for len(found) > 0 {
		path, n := found[0].Path, 1
		for n < len(found) && found[n].Path == path {
			n++
		}
		if source, ok := p.File(path); ok && !given.Excludes(path) {
			left := (&analysis.FileFindings{Path: path}).With(source, found[:n])
			all = append(all, mostSevere(severe(left, s.policy.Over(given.PolicyFor(path)))).Diagnostics...)
		}
		found = found[n:]
	}
	return all
}

// Project returns the name of the project that a directory belongs to; empty if it has none.
func (s *Snapshot) Project(dir string) string { return stackfile.ProjectOf(s.fsys, dir).Name }

// Report is the findings in one program. It is immutable.
type Report struct {
	// Files are all files of the program by path, then its project and stack files, and
	// the settings file that applies to it. Files without findings are included, so that
	// old findings can be cleared.
	Files []FileReport
	// Current says of a report that comes early that it has all findings of this version but those of a team's rules.
	Current bool
}

// FileReport is the findings in one file.
type FileReport struct {
	// Found are the findings. The pointer is that of an earlier report only if no
	// finding, place or severity differs.
	Found *analysis.FileFindings
	// Source is the file with the places, as it was when it was checked.
	Source *syntax.File
}

// In are the findings in a file.
func (r *Report) In(path string) []analysis.Diagnostic {
	for _, f := range r.Files {
		if f.Found.Path == path {
			return f.Found.Diagnostics
		}
	}
	return nil
}

// Touching are the findings in a file that touch a span.
func (r *Report) Touching(path string, span syntax.Span) []analysis.Diagnostic {
	return lists.Where(r.In(path), func(d analysis.Diagnostic) bool { return d.Touches(span) })
}
