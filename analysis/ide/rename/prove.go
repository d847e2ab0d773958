package rename

import (
	"errors"
	"maps"
	"path"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/keep"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file checks the renamed programs before the rename is offered.

// prove refuses a rename that adds an error to a program. This catches reads that navigation
// does not follow, such as an output of a component through the result of a function.
func (r *renaming) prove() error {
	after := map[string]*analysis.Program{}
	for _, p := range r.inOrder() {
		files := lists.Map(p.Files, func(f *syntax.File) *syntax.File { return change.Applied(f, r.edits) })
		next := p.Supposing(files, after, r.stackOf(p))
		if err := r.compare(p, next); err != nil {
			return err
		}
		after[p.Dir] = next
	}
	return nil
}

// kept proves that a renamed resource or component registers what it did, in every program that is
// run. What is written for that is written already.
func (r *renaming) kept() (*change.Set, error) {
	set := &change.Set{Edits: r.edits}
	s := r.subject
	if s.object.Kind != analysis.ObjectResource && s.object.Kind != analysis.ObjectComponent || !r.inside {
		return set, nil
	}
	dir := s.target.Declaring.Dir
	around := keep.Around{Users: r.around.Users, Runs: r.around.Runs}
	kept, err := keep.State(r.ctx, around, keep.Refactoring{
		Program: s.target.Declaring, Change: *set,
		Becomes: keep.Rules(keep.Rule{From: keep.Way{{Dir: dir, Name: s.object.Name}}, To: keep.Way{{Dir: dir, Name: r.to}}}),
	})
	var refusal, already *change.Refusal
	if !errors.As(err, &refusal) {
		return kept, err
	}
	if _, found, err := keep.NewError(r.ctx, nil, []*analysis.Program{s.target.Declaring}); err != nil || found {
		return set, err // no run accepts the program as it is
	}
	if _, err := keep.State(r.ctx, around, keep.Refactoring{Program: s.target.Declaring}); errors.As(err, &already) {
		return set, nil
	}
	return nil, refusal
}

// inOrder returns the programs, each after those it uses.
func (r *renaming) inOrder() []*analysis.Program {
	programs := slices.Clone(r.programs)
	declaring := r.subject.target.Declaring
	lists.SortStable(programs, func(a, b *analysis.Program) int {
		switch {
		case a == b:
			return 0
		case a == declaring:
			return -1
		case b == declaring:
			return 1
		}
		return 0
	})
	return programs
}

// compare refuses the rename if there are more errors after it.
func (r *renaming) compare(before, after *analysis.Program) error {
	d, found, err := keep.NewError(r.ctx, []*analysis.Program{before}, []*analysis.Program{after})
	if !found {
		return err
	}
	line := 0
	if f, ok := after.File(d.Path); ok {
		line = f.Line(d.Span.Start)
	}
	return change.Refuse("`%s` cannot be renamed alone: line %d of %s would have an error: %s", r.subject.text, line+1, path.Base(d.Path), d.Message)
}

// stackOf returns the stack configuration of a program after the rename.
func (r *renaming) stackOf(p *analysis.Program) *analysis.Stack {
	s := p.Stack()
	it, declared := r.subject.object.Item()
	if s == nil || len(r.moved) == 0 || p != r.subject.target.Declaring || !declared {
		return s
	}
	key := analysis.LogicalName(it.Item)
	value, has := s.Values[key]
	if !has {
		return s
	}
	moved := *s
	moved.Values = maps.Clone(s.Values)
	delete(moved.Values, key)
	moved.Values[r.to] = value
	return &moved
}
