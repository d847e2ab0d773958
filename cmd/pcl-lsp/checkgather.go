package main

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file checks programs, several at once, and gathers what they have for the report, in order.
// A program is forgotten after that, so memory does not grow with the number of programs.

// gatherer is a check in progress.
type gatherer struct {
	*checkRound
	snapshot *workspace.Snapshot
	search   *workspace.Search
	diagnose func(ctx context.Context, t workspace.Target) ([]analysis.Diagnostic, error)
	known    *baselines
	recent   recentComponents

	assembly       // is used in the order of the report
	remembered int // programs of the report that were not checked
}

// examined is what one place turned out to be. The section is nil if there is no program.
type examined struct {
	*report.Section
	target     workspace.Target
	components []workspace.Target
	err        error
	found      []analysis.Diagnostic // those of the findings of the section
	places     *report.Places
	program    *analysis.Program
	recorded   recorded
	fixed      int // findings, from the first, whose fixes were looked for

	// What follows is for remembering it.
	isKept bool // it comes from the memory
	uses   []string
	reads  []*disk.Seen // nil if it cannot be remembered
}

// gather prepares a check.
func (c *checkRound) gather(snapshot *workspace.Snapshot, search *workspace.Search, known *baselines) *gatherer {
	g := &gatherer{
		checkRound: c, snapshot: snapshot, search: search, known: known, recent: recentComponents{forget: snapshot.Forget},
		assembly: newAssembly(c.outputs, &c.output, &c.verdict, c.printer(search)),
	}
	g.report.Compared, g.report.Stack, g.report.Shard = c.baseline != baselineFlags{}, snapshot.Stack(), c.shard.Shard
	g.diagnose = func(ctx context.Context, t workspace.Target) ([]analysis.Diagnostic, error) {
		return c.diagnose(ctx, g.snapshot, t)
	}
	c.read = nil
	return g
}

// checkEach checks all places. Components that no path leads to come last.
func (g *gatherer) checkEach(ctx context.Context) error {
	targets := g.search.Targets()
	p := newProgress(g.app, g.output.quiet, "checked %d of %d programs", len(targets))
	defer p.clear()
	g.printed.hides(p)
	var elsewhere []*examined
	for first := true; len(targets) > 0; first = false {
		g.sort(targets)
		var components []workspace.Target
		err := inOrder(g.snapshot.Each, len(targets), func(i int) *examined {
			defer p.step()
			return g.examine(ctx, targets[i])
		}, func(e *examined) error {
			components = append(components, e.components...)
			g.read = append(g.read, e.target.Dir)
			switch {
			case e.err != nil:
				return e.err
			case e.Section == nil:
				g.keep(e)
				return nil
			case first:
				return g.add(ctx, e)
			}
			if g.shown >= g.wantsFixes() || g.wantsAllFixes() {
				e.program, e.places = nil, nil // they are not needed for fixes
			}
			e.Elsewhere = true
			elsewhere = append(elsewhere, e)
			return nil
		})
		if err != nil {
			return uncheckable(err)
		}
		targets = components
	}
	slices.SortFunc(elsewhere, func(a, b *examined) int { return cmp.Compare(a.Program, b.Program) })
	for _, e := range elsewhere {
		if err := g.add(ctx, e); err != nil {
			return uncheckable(err)
		}
	}
	return nil
}

// sort sorts places by their names.
func (g *gatherer) sort(targets []workspace.Target) {
	names := make(map[string]string, len(targets))
	for _, t := range targets {
		names[t.Dir] = g.name(t.Dir)
	}
	slices.SortFunc(targets, func(a, b workspace.Target) int { return cmp.Compare(names[a.Dir], names[b.Dir]) })
}

// examine reads and checks what is at a place.
func (g *gatherer) examine(ctx context.Context, t workspace.Target) *examined {
	if ctx.Err() != nil {
		return &examined{err: errInterrupted}
	}
	if e := g.recall(t); e != nil {
		return e
	}
	return g.examineAfresh(ctx, t)
}

// examineAfresh is [gatherer.examine] of a place that is not remembered.
func (g *gatherer) examineAfresh(ctx context.Context, t workspace.Target) *examined {
	p := g.snapshot.ProgramIn(t.Dir)
	e := &examined{target: t, program: p, components: g.search.Read(t)}
	if t.Embeds() || p != nil && len(p.Files) > 0 {
		e.err = g.checkProgram(ctx, e)
	}
	if g.memory != nil && !t.Embeds() && len(g.snapshot.Problems(t.Dir)) == 0 {
		if p != nil {
			e.uses = p.ComponentDirs()
		}
		e.reads, _ = g.snapshot.Reads(t.Dir)
	}
	if g.forgets() && !t.Embeds() {
		g.recent.done(t.Dir, p)
	}
	return e
}

// checkProgram checks a program and makes its section of the report.
func (g *gatherer) checkProgram(ctx context.Context, e *examined) error {
	t := e.target
	s := &report.Section{Program: g.name(t.Dir)}
	e.Section = s
	for _, file := range filesOf(g.snapshot, t) {
		if g.snapshot.Excluded(file) {
			s.Excluded++
		} else {
			s.Checked = append(s.Checked, g.name(file))
		}
	}
	if len(s.Checked) == 0 {
		return nil
	}
	all, err := g.diagnose(ctx, t)
	if err != nil {
		return err
	}
	e.places = g.placesOf(all)
	e.found = append(e.found, lists.Where(all, func(d analysis.Diagnostic) bool {
		return len(t.Files) == 0 || slices.Contains(t.Files, d.Path)
	})...)
	slices.SortStableFunc(e.found, func(a, b analysis.Diagnostic) int {
		return cmp.Or(cmp.Compare(g.name(a.Path), g.name(b.Path)), cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Code, b.Code),
			cmp.Compare(a.Span.End, b.Span.End), cmp.Compare(a.Message, b.Message))
	})
	failOn := failOn(g.snapshot, t.Dir)
	for _, d := range e.found {
		f := e.places.Finding(d)
		f.FailOn = failOn
		s.Findings = append(s.Findings, f)
		if !workspace.IsProgramFile(d.Path) && !slices.Contains(s.Checked, f.File) {
			s.Checked = append(s.Checked, f.File) // a project or stack file
		}
	}
	if e.program != nil {
		s.Configured = isConfigured(e.program)
		edition := analysis.EditionOf(e.program)
		s.Language = report.Language{Version: edition.Version.String(), Reason: edition.String(), IsClose: edition.IsClose()}
		for _, passed := range g.snapshot.Passed(e.program, all) {
			if !g.rules.policy.Selects(passed.Hint.Code) {
				continue
			}
			s.Passed = append(s.Passed, g.passedOf(e.places, passed))
		}
	}
	s.Missing = missing(g.snapshot, t.Dir)
	if s.Names, err = g.namesIn(ctx, t.Dir); err != nil {
		return err
	}
	s.Schemas = append(s.Schemas, lists.Map(g.snapshot.PackagesOf(t.Dir), g.schemaOf)...)
	if g.wantsFingerprints() {
		for i, print := range fingerprints(g.snapshot, e.found, g.env.relative) {
			s.Findings[i].Fingerprint = print
		}
	}
	if err := g.leaveOut(ctx, e); err != nil {
		return err
	}
	if g.wantsAllFixes() {
		g.findFixes(ctx, e, len(s.Findings))
	}
	return nil
}

// leaveOut leaves out the findings that are known or in unchanged lines.
func (g *gatherer) leaveOut(ctx context.Context, e *examined) error {
	var isKnown func(i int) bool
	e.recorded, isKnown = g.known.record(g.snapshot, e.found)
	if isKnown != nil {
		e.Known = e.drop(isKnown)
	}
	isUnchanged, err := g.since.unchanged(ctx, g.env, g.snapshot, e.found)
	if isUnchanged != nil {
		e.Unchanged = e.drop(isUnchanged)
	}
	return err
}

// drop drops findings, by number, and returns how many.
func (e *examined) drop(out func(i int) bool) int {
	kept := 0
	for i := range e.found {
		if !out(i) {
			e.found[kept], e.Findings[kept] = e.found[i], e.Findings[i]
			kept++
		}
	}
	n := len(e.found) - kept
	e.found, e.Findings = e.found[:kept], e.Findings[:kept]
	return n
}

// add adds what was found out about the next program to the report.
func (g *gatherer) add(ctx context.Context, e *examined) error {
	if n := min(g.wantsFixes()-g.shown, len(e.Findings)); n > e.fixed {
		if e.isKept {
			elsewhere := e.Elsewhere
			if e = g.examineAfresh(ctx, e.target); e.err != nil || e.Section == nil {
				return e.err
			}
			e.Elsewhere = elsewhere
			n = min(n, len(e.Findings))
		}
		g.findFixes(ctx, e, n)
	}
	if ctx.Err() != nil {
		return errInterrupted // some fixes are missing
	}
	g.keep(e)
	g.quoteAgain(e)
	g.known.note(e.recorded)
	before := g.report.Programs
	err := g.section(e.Section)
	if e.isKept {
		g.remembered += g.report.Programs - before // a place may have no program
	}
	return err
}

// end completes the report, and returns the notes beside it.
func (g *gatherer) end(ctx context.Context) (notes string, err error) {
	found, err := g.in.found(g.env, g.search)
	if err != nil {
		return "", err
	}
	if err := g.addHints(ctx); err != nil {
		return "", uncheckable(err)
	}
	for _, p := range found.Problems {
		if !errors.Is(p.Err, workspace.ErrTooLarge) && !g.snapshot.Excluded(p.Path) { // a finding says what is too large
			g.report.Problems = append(g.report.Problems, g.problemText(p))
		}
	}
	g.tidy()
	if err := g.known.end(g.report); err != nil {
		return "", uncheckable(err)
	}
	return g.notes(), nil
}
