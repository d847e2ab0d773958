package check

import (
	"context"
	"slices"
	"strings"
)

// This file puts the findings of a program together, file by file. What did not
// change since the program before is not put together again.

// Report is what was found in the files of a program. It never changes.
type Report struct {
	files []*FileFindings // sorted by path
}

// FileFindings are the findings in one file. They never change.
type FileFindings struct {
	// Path is the file, as the program's file is named.
	Path string
	// Diagnostics are sorted by place.
	Diagnostics []Diagnostic

	all     []Diagnostic // before comments suppressed some
	general []Diagnostic // those among all that are about the program as a whole
	homes   *byte        // the mark of the frame that their homes are of
	judged  suppressing  // how the comments were understood
}

// Paths are the files of the program, sorted.
func (r *Report) Paths() []string {
	paths := make([]string, len(r.files))
	for i, f := range r.files {
		paths[i] = f.Path
	}
	return paths
}

// In are the findings in a file; nil if the program has no such file. As long as
// nothing about them changes, places included, the programs that follow each other
// have the same pointer.
func (r *Report) In(path string) *FileFindings {
	i, found := slices.BinarySearchFunc(r.files, path, func(f *FileFindings, path string) int { return strings.Compare(f.Path, path) })
	if !found {
		return nil
	}
	return r.files[i]
}

// Report is what was found in the program. Findings of component directories belong
// to their own programs.
//
// Where many items depend on those that were edited, early is called once before
// they are checked, unless it is nil: with the findings of the edited items as they
// are now, and those of the others as they were, at their new places.
//
// The error is that of the context; what had been found out by then is kept for the
// next who asks.
func (p *Program) Report(ctx context.Context, early func(*Report)) (*Report, error) {
	if known := p.report.Load(); known != nil {
		return known, nil
	}
	if s := p.pending; s != nil && early != nil && !s.done.Load() {
		s.settle(ctx, func() bool { return len(s.fresh) == 0 })
		if r := s.early(ctx); r != nil && ctx.Err() == nil {
			early(r)
		}
	}
	p = p.settled(ctx)
	if err := p.finish(ctx); err != nil {
		return nil, err
	}
	return p.report.Load(), nil
}

// early is what can be said when the items that changed have had their turn, if
// there are others that did not.
func (s *settling) early(ctx context.Context) *Report {
	select {
	case s.turn <- struct{}{}:
	case <-ctx.Done():
		return nil
	}
	defer func() { <-s.turn }()
	if len(s.queue.slots) == 0 || ctx.Err() != nil {
		return nil
	}
	base := s.base.Load()
	if base == nil {
		return nil
	}
	now := *s.work
	now.entries, now.flags = s.work.entries.fork(), s.work.flags.fork()
	r := newRun(ctx, s.work) // what is found out is kept: it must be of what is certain, and not of what is put back here
	for slot := range s.replaced {
		e := now.entries.at(slot)
		before := s.before(slot)
		if e == nil || before != nil && before.item == e.item { // not edited: as it was
			now.entries.set(slot, before)
			continue
		}
		now.flags.set(slot, s.work.finishEntry(r, e))
	}
	a := assembly{p: &now, base: base, r: newRun(ctx, &now), touched: s.touched(), replaced: s.replaced}
	return a.report()
}

// finish computes all results of a program that is certain.
func (p *Program) finish(ctx context.Context) error {
	if p.finished.Load() != nil {
		return ctx.Err()
	}
	if p.pending != nil { // it could not be made certain
		return ctx.Err()
	}
	var base *Program
	touched := map[int32]bool{}
	var flags flags
	if s := p.origin; s != nil {
		base = s.base.Load()
		touched = s.touched()
		flags = p.finishThese(ctx, s)
	} else {
		flags = p.finishAll(ctx)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	done := *p
	done.flags, done.origin = flags, nil
	a := assembly{p: &done, base: base, r: newRun(ctx, &done), touched: touched}
	if p.origin != nil {
		a.replaced = p.origin.replaced
	}
	report := a.report()
	if err := ctx.Err(); err != nil {
		return err
	}
	p.report.Store(report)
	winners := a.winners // on its own: the assembly leads to the base, and that would live as long as the program
	p.winners.Store(&winners)
	p.finished.Store(&done)
	if p.origin != nil {
		p.origin.base.Store(nil)
	}
	return nil
}

// finishThese computes the results of the entries that are not those of the base,
// and gives the flags of all.
func (p *Program) finishThese(ctx context.Context, s *settling) flags {
	r := newRun(ctx, p)
	flags := p.flags.fork() // another may be finishing the program too
	finish := func(slot int32) {
		if e := p.entries.at(slot); e != nil && ctx.Err() == nil {
			flags.set(slot, p.finishEntry(r, e))
		}
	}
	for slot := range s.replaced {
		finish(slot)
		if e := p.entries.at(slot); e != nil && ctx.Err() == nil {
			p.index().shadow(slot, p.factsIn(r, e))
		}
	}
	for slot := range s.shadowed {
		finish(slot)
	}
	return flags
}

// finishAll computes the results of all entries, and gives their flags. An entry may
// need the results of others, which are then computed by whoever comes first.
func (p *Program) finishAll(ctx context.Context) flags {
	of := make([]flag, p.entries.len())
	p.world.each(len(p.frame.order), func(i int) {
		if ctx.Err() != nil {
			return
		}
		e := p.entries.at(p.frame.order[i])
		of[e.slot] = p.finishEntry(newRun(ctx, p), e)
	})
	return flagsOf(of)
}

func (p *Program) finishEntry(r *run, e *entry) flag {
	return p.flags.at(e.slot)&^flagsOfFacts | p.factFlags(p.factsIn(r, e), p.flowFactsIn(r, e))
}

// touched are the files with entries that are not those of the base.
func (s *settling) touched() map[int32]bool {
	files := map[int32]bool{}
	for slot := range s.replaced {
		if s.work.entries.at(slot) != nil {
			files[s.work.frame.spots[slot].file] = true
		}
	}
	return files
}
