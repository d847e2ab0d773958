package checked

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
)

// This file says which components can be used, and how those that cannot lead back.

// maxCircle limits the places that show how a component leads back.
const maxCircle = 10

// opened is the program of a directory as a component of this one, and whether it can be
// used as one.
func (p *Program) opened(dir string) (*Program, check.ComponentState) {
	if dir == p.Dir {
		return p, check.ComponentSelf
	}
	inner := p.Component(dir)
	if inner == nil {
		return nil, check.ComponentMissing
	}
	here := p.real()
	switch {
	case inner.real() == here:
		return inner, check.ComponentSelf
	case inner.reached().tooMany:
		return inner, check.ComponentTooMany
	case inner.reached().circle[here]:
		return inner, check.ComponentCycle
	case inner.core.Scope().IsPartial():
		return inner, check.ComponentPartial
	}
	return inner, check.ComponentReady
}

// Within is the program of a directory that this one uses as a component, or that its components use. It is that
// of the same moment: a program knows only the programs that it uses itself.
func (p *Program) Within(dir string) *Program {
	seen := map[string]bool{p.Dir: true}
	for queue := []*Program{p}; len(queue) > 0 && len(seen) <= check.MaxReached; queue = queue[1:] {
		for _, inner := range queue[0].used() {
			switch {
			case seen[inner.Dir]:
			case inner.Dir == dir:
				return inner
			default:
				seen[inner.Dir] = true
				queue = append(queue, inner)
			}
		}
	}
	return nil
}

// wayTo are the components that lead from a program to a directory without links in its circle, on a
// shortest way; if that is long, the first ones on another way. They are one in each program.
func (p *Program) wayTo(real string) []diagnostic.Related {
	type step struct {
		p      *Program
		before *step
		here   diagnostic.Related
		number int
	}
	var last *step // from every program of the circle a way leads on
	circle, seen := p.reached().circle, map[string]bool{p.real(): true}
search:
	for queue := []*step{{p: p}}; len(queue) > 0 && queue[0].number < maxCircle; queue = queue[1:] {
		at := queue[0]
		for e := range at.p.core.Items() {
			dir, ok := at.p.ComponentDir(e.Syntax)
			if !ok || dir == at.p.Dir {
				continue
			}
			inner := at.p.Component(dir)
			if inner == nil || !circle[inner.real()] || seen[inner.real()] {
				continue
			}
			seen[inner.real()] = true
			source := e.Syntax.Labels[1]
			last = &step{inner, at, diagnostic.Related{
				Path: e.Path, Span: source.Span.Shift(at.p.core.Placed(e).Base), Message: "`" + diagnostic.Abbreviate(source.Value, 60) + "` is used here",
			}, at.number + 1}
			if inner.real() == real {
				break search
			}
			queue = append(queue, last)
		}
	}
	var way []diagnostic.Related
	for s := last; s != nil && s.before != nil; s = s.before {
		way = append(way, s.here)
	}
	slices.Reverse(way)
	return way
}

// LeadsBack reports whether the program in another directory uses the directory of
// this one, directly or through its components.
func (p *Program) LeadsBack(dir string) bool {
	_, state := p.opened(dir)
	return state == check.ComponentSelf || state == check.ComponentCycle
}
