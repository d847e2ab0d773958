package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/fix"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file makes fixes round by round, in memory.
//
// A round makes at most one fix for each finding, and none that come into each other's
// way; the others have their turn in a later round. Then all programs are checked again.
// Where something is worse than it was, the fixes of this program and of the components
// that it uses are taken back, and tried again half as many at a time, until the one is
// found that does harm, which is refused for good. A round counts as harm too after which a
// file would have a text that it had before, or which leaves a finding that it was to take
// away, so that fixes do not undo or repeat each other forever.

// maxFixRounds is how many rounds there are at most. It takes as many to take a pile of
// things away of which each needs the next, such as locals.
const maxFixRounds = 100

// fixing is the state between two rounds.
type fixing struct {
	*checkRound
	snapshot  *workspace.Snapshot
	targets   []workspace.Target
	results   [][]analysis.Diagnostic // of the targets
	mayChange func(path string) bool

	programs []fixedProgram // like targets

	fixed, ignored counts
}

// fixedProgram is what is known of the fixes of one program.
type fixedProgram struct {
	nothing *analysis.Program // for which nothing is left to do; nil if that is not known
	most    int               // how many fixes are made at once; 0 is no limit
	again   []fix.Fix         // what was taken back, for the text that is there again
	refused map[string]bool
	had     map[[sha256.Size]byte]bool // texts of its files before earlier rounds
}

// rounds makes fixes until there are none left. The error is that of a check.
func (f *fixing) rounds(ctx context.Context) error {
	f.programs = make([]fixedProgram, len(f.targets))
	for range maxFixRounds {
		chosen := f.choose(ctx)
		if !anyOf(chosen) {
			break
		}
		if err := f.try(ctx, chosen); err != nil {
			return err
		}
	}
	if ctx.Err() != nil {
		return uncheckable(errInterrupted)
	}
	return nil
}

func anyOf(chosen [][]fix.Fix) bool {
	return slices.ContainsFunc(chosen, func(fixes []fix.Fix) bool { return len(fixes) > 0 })
}

// choose are the fixes of the next round, by target.
func (f *fixing) choose(ctx context.Context) [][]fix.Fix {
	chosen := make([][]fix.Fix, len(f.targets))
	f.snapshot.Each(len(f.targets), func(i int) {
		state, p := &f.programs[i], f.snapshot.ProgramIn(f.targets[i].Dir)
		if state.nothing == p {
			return
		}
		isRefused := func(x fix.Fix) bool { return state.refused[refusal(x)] }
		chosen[i] = slices.DeleteFunc(state.again, isRefused)
		if state.again = nil; len(chosen[i]) == 0 {
			chosen[i] = fix.Compatible(ctx, p, f.wanted(i), f.fixes.choice, func(x fix.Fix) bool {
				return !isRefused(x) && !slices.ContainsFunc(x.Edits, func(e change.Edit) bool { return !f.mayChange(e.Path) })
			})
		}
		if state.most > 0 && len(chosen[i]) > state.most {
			chosen[i] = chosen[i][:state.most]
		}
		if len(chosen[i]) == 0 {
			state.nothing = p
		}
	})
	return chosen
}

// wanted are the findings of a target that may be fixed.
func (f *fixing) wanted(i int) []analysis.Diagnostic {
	var wanted []analysis.Diagnostic
	for _, d := range f.results[i] {
		if f.mayChange(d.Path) && (len(f.targets[i].Files) == 0 || slices.Contains(f.targets[i].Files, d.Path)) {
			wanted = append(wanted, d)
		}
	}
	return wanted
}

// refusal recognises a fix when its place has moved.
func refusal(x fix.Fix) string {
	return fmt.Sprintln(x.Diagnostic.Path, x.Diagnostic.Code, x.Diagnostic.Message, x.Title)
}

// try makes the fixes of a round and keeps those that do good.
func (f *fixing) try(ctx context.Context, chosen [][]fix.Fix) error {
	before := f.snapshot
	for {
		f.apply(before, chosen)
		results, err := f.diagnoseAll(ctx, f.snapshot, f.targets)
		if err != nil {
			return uncheckable(err)
		}
		harmed := f.harmed(chosen, results)
		if len(harmed) == 0 {
			f.keep(before, chosen, results)
			return nil
		}
		for _, i := range f.blamed(harmed, chosen) {
			f.takeBack(before, i, chosen[i])
			chosen[i] = nil
		}
		if !anyOf(chosen) {
			f.snapshot = f.session.Snapshot() // which says what it said before
			return nil
		}
	}
}

// apply makes the fixes in the session.
func (f *fixing) apply(before *workspace.Snapshot, chosen [][]fix.Fix) {
	var changes []workspace.Change
	for _, fixes := range chosen {
		edits := editsOf(fixes)
		for _, path := range touchedBy(edits) {
			if file, version, _, ok := before.File(path); ok {
				changes = append(changes, workspace.Edit{Path: path, File: change.Applied(file, edits), Version: version})
			}
		}
	}
	f.snapshot = f.session.Apply(changes...)
}

// takeBack undoes the fixes of a target, and has fewer of them made the next time.
func (f *fixing) takeBack(before *workspace.Snapshot, i int, fixes []fix.Fix) {
	f.restore(before, touchedBy(editsOf(fixes)))
	state := &f.programs[i]
	state.again = fixes
	if state.most = len(fixes) / 2; len(fixes) == 1 {
		if state.refused == nil {
			state.refused = map[string]bool{}
		}
		state.refused[refusal(fixes[0])] = true
	}
}

// restore gives files the texts that they had.
func (f *fixing) restore(before *workspace.Snapshot, paths []string) {
	for _, path := range paths {
		if file, version, _, ok := before.File(path); ok {
			f.session.Apply(workspace.Edit{Path: path, File: file, Version: version})
		}
	}
}

func editsOf(fixes []fix.Fix) []change.Edit {
	var edits []change.Edit
	for _, x := range fixes {
		edits = append(edits, x.Edits...)
	}
	return edits
}

// touchedBy are the files that edits are about.
func touchedBy(edits []change.Edit) []string {
	var paths []string
	for _, e := range edits {
		if !slices.Contains(paths, e.Path) {
			paths = append(paths, e.Path)
		}
	}
	return paths
}

// harmed are the targets for which a round does more harm than good.
func (f *fixing) harmed(chosen [][]fix.Fix, results [][]analysis.Diagnostic) []int {
	var harmed []int
	for i := range f.targets {
		was, is := tallyOf(f.results[i]), tallyOf(results[i])
		if is.worseThan(was) || f.broken(i, chosen[i]) || stays(chosen[i], f.results[i], results[i]) {
			harmed = append(harmed, i)
		}
	}
	return harmed
}

// stays reports whether a finding is still there, word for word, that a round was to take
// away: its fix would be made again in each round.
func stays(fixes []fix.Fix, was, is []analysis.Diagnostic) bool {
	return slices.ContainsFunc(fixes, func(x fix.Fix) bool {
		count := func(findings []analysis.Diagnostic) (n int) {
			for _, d := range findings {
				if d.Path == x.Diagnostic.Path && d.Code == x.Diagnostic.Code && d.Message == x.Diagnostic.Message {
					n++
				}
			}
			return n
		}
		return count(is) >= count(was)
	})
}

// broken reports whether a program has a file among those that were edited which cannot be
// read any more, or has a text that it had before.
func (f *fixing) broken(i int, fixes []fix.Fix) bool {
	paths := touchedBy(editsOf(fixes))
	return f.unreadable(f.targets[i].Dir, paths) || slices.ContainsFunc(paths, func(path string) bool {
		file, _, _, _ := f.snapshot.File(path)
		return f.programs[i].had[textOf(file)]
	})
}

// unreadable reports whether a program has lost one of some files, as one that does not look
// like PCL any more, or whether one cannot be parsed.
func (f *fixing) unreadable(dir string, paths []string) bool {
	p := f.snapshot.ProgramIn(dir)
	return slices.ContainsFunc(paths, func(path string) bool {
		if p == nil {
			return true
		}
		file, there := p.File(path)
		if !there {
			return true
		}
		_, broken := firstSyntaxError(file)
		return broken
	})
}

// textOf recognises a text of a file.
func textOf(file *syntax.File) [sha256.Size]byte {
	return sha256.Sum256([]byte(file.Path + "\x00" + file.Text()))
}

// blamed are those of the targets with fixes that may be the cause of harm: the harmed
// ones and the components that they use, or all if these have no fixes.
func (f *fixing) blamed(harmed []int, chosen [][]fix.Fix) []int {
	suspect := map[string]bool{}
	var visit func(dir string)
	visit = func(dir string) {
		if suspect[dir] {
			return
		}
		suspect[dir] = true
		if p := f.snapshot.ProgramIn(dir); p != nil {
			for _, inner := range p.ComponentDirs() {
				visit(inner)
			}
		}
	}
	for _, i := range harmed {
		visit(f.targets[i].Dir)
	}
	var blamed, all []int
	for i, fixes := range chosen {
		if len(fixes) == 0 {
			continue
		}
		all = append(all, i)
		if suspect[f.targets[i].Dir] {
			blamed = append(blamed, i)
		}
	}
	if len(blamed) == 0 {
		return all
	}
	return blamed
}

// keep remembers what a round did.
func (f *fixing) keep(before *workspace.Snapshot, chosen [][]fix.Fix, results [][]analysis.Diagnostic) {
	f.results = results
	for i, fixes := range chosen {
		f.programs[i].most *= 2
		for _, path := range touchedBy(editsOf(fixes)) {
			if file, _, _, ok := before.File(path); ok {
				f.programs[i].remember(file)
			}
		}
		for _, x := range fixes {
			f.fixed.add([]analysis.Diagnostic{x.Diagnostic}, 1)
		}
	}
}

func (p *fixedProgram) remember(file *syntax.File) {
	if p.had == nil {
		p.had = map[[sha256.Size]byte]bool{}
	}
	p.had[textOf(file)] = true
}

// rewrites are the files that have another text than at the beginning.
func (f *fixing) rewrites(before *workspace.Snapshot) []rewrite {
	var all []rewrite
	for _, t := range f.targets {
		for _, file := range before.ProgramIn(t.Dir).Files {
			if now, _, _, ok := f.snapshot.File(file.Path); ok && f.mayChange(file.Path) {
				all = append(all, rewrite{path: file.Path, old: file.Text(), new: now.Text()})
			}
		}
	}
	return all
}

// tally counts findings by severity.
type tally map[codes.Severity]int

func tallyOf(findings []analysis.Diagnostic) tally {
	n := tally{}
	for _, d := range findings {
		n[d.Severity]++
	}
	return n
}

// worseThan reports whether there are more findings than there were: errors count more
// than any warnings, and so on.
func (n tally) worseThan(was tally) bool {
	for _, s := range []codes.Severity{codes.Error, codes.Warning, codes.Information, codes.Hint} {
		if n[s] != was[s] {
			return n[s] > was[s]
		}
	}
	return false
}

// firstSyntaxError is where a file has its first syntax error, if it has one.
func firstSyntaxError(file *syntax.File) (offset int, broken bool) {
	for _, e := range file.Errors {
		return e.Span.Start, true
	}
	for it := range file.Broken() {
		for _, e := range file.ErrorsOf(it) {
			return e.Span.Start, true
		}
	}
	return 0, false
}
