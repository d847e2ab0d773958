package refactor

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/keep"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file makes changes in several ways until one is right.

// mostOffered is how many components are offered for one selection.
const mostOffered = 5

// mostMoved is how many declarations may be selected. A change of as many is tried out before it is offered.
const mostMoved = 500

// tooMany is the reason against a change of so many declarations; empty for none.
func tooMany(n int) string {
	if n <= mostMoved {
		return ""
	}
	return fmt.Sprintf("%d declarations are selected, and at most %d can be moved at once", n, mostMoved)
}

// tried makes the change with types as exact as can be, and if there is something to find then
// with configs that take anything.
func (a Action) tried(make func(untyped bool) (change.Set, error)) ([]Action, error) {
	set, err := make(false)
	if _, found := err.(finding); found {
		if next, problem := make(true); problem == nil || isMinor(problem) && !isMinor(err) {
			set, err = next, problem
		}
	}
	if isMinor(err) {
		err = nil
	}
	if found, is := err.(finding); is {
		err = change.Refuse("there would be a finding: %s", found.Message)
	}
	a.Change = set
	if err != nil {
		refusal, ok := errors.AsType[*change.Refusal](err)
		if !ok {
			return nil, err
		}
		a.Change, a.Disabled = change.Set{}, refusal.Reason
	}
	return []Action{a}, nil
}

// triedWithLess leaves out what cannot have former names in a component, if it is the reason for
// a refusal.
func (a Action) triedWithLess(ctx context.Context, p *analysis.Program, items []syntax.Placed, make func(items []syntax.Placed, untyped bool) (change.Set, error)) ([]Action, error) {
	all, err := a.tried(func(untyped bool) (change.Set, error) { return make(items, untyped) })
	if err != nil || all[0].Disabled == "" {
		return all, err
	}
	var names []string
	less := slices.DeleteFunc(slices.Clone(items), func(it syntax.Placed) bool {
		if !isBound(ctx, p, it, 0) {
			return false
		}
		names = append(names, "`"+it.Name+"`")
		return true
	})
	switch {
	case len(names) == 0:
		return all, nil
	case !slices.ContainsFunc(less, registers):
		all[0].Disabled = "each instance of " + names[0] + " would need a former name of its own, which a program cannot say"
		return all, nil
	}
	a.Title += " without " + strings.Join(names, ", ")
	rest, err := a.tried(func(untyped bool) (change.Set, error) { return make(less, untyped) })
	if err != nil || rest[0].Disabled != "" {
		return all, err
	}
	return rest, nil
}

// mostNested is how deep components are looked through.
const mostNested = 20

// isBound reports whether a declaration has several registrations, which would all claim the
// former name that an alias gives.
func isBound(ctx context.Context, p *analysis.Program, it syntax.Placed, depth int) bool {
	if it.Kind == syntax.KindResource {
		return analysis.RangeAttribute(it.Item) != nil && !keep.IsSwitched(ctx, p, it)
	}
	dir, ok := p.ComponentDir(it.Item)
	if !ok || it.Kind != syntax.KindComponent {
		return false
	}
	inner := p.ComponentProgram(dir)
	if inner == nil || depth == mostNested {
		return true
	}
	uses := 0
	for _, o := range p.Objects() {
		other, _ := o.Item()
		if dir2, ok := p.ComponentDir(other.Item); ok && dir2 == dir {
			uses++
		}
	}
	return uses > 1 || slices.ContainsFunc(inner.Objects(), func(o *analysis.Object) bool {
		it, ok := o.Item()
		return ok && isBound(ctx, inner, it, depth+1)
	})
}
