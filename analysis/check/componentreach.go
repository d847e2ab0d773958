package check

import "slices"

// This file finds the programs that a program reaches through its components, and the way
// back from them. Directories are compared without links: a link to a folder that
// contains it leads to the same program, not to another one.

// maxReached limits the programs that a component may reach. Programs with more are not
// opened as components: everything that looks into components goes as deep as they do.
const maxReached = 1000

// maxCircle limits the places that show how a component leads back.
const maxCircle = 10

// opened is the program of a directory as a component of this one, and whether it can be
// used as one.
func (p *Program) opened(dir string) (*Program, componentState) {
	if dir == p.Dir {
		return p, componentSelf
	}
	inner := p.inner(dir)
	if inner == nil {
		return nil, componentMissing
	}
	here := p.real()
	switch {
	case inner.real() == here:
		return inner, componentSelf
	case inner.reached().tooMany:
		return inner, componentTooMany
	case inner.reached().together[here]:
		return inner, componentCycle
	case inner.core.Scope().IsPartial():
		return inner, componentPartial
	}
	return inner, componentReady
}

// reached is found out once: neither the program nor those behind it change.
func (p *Program) reached() *reach {
	known := p.reaches.Load()
	if known == nil {
		known = p.lookBehind()
		p.reaches.Store(known)
	}
	return known
}

func (p *Program) lookBehind() *reach {
	here := p.real()
	users := map[string][]string{}
	seen := map[string]bool{here: true}
	for queue := []*Program{p}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		for _, dir := range at.ComponentDirs() {
			if dir == at.Dir {
				continue
			}
			inner := at.inner(dir)
			if inner == nil {
				continue
			}
			to := inner.real()
			users[to] = append(users[to], at.real())
			if seen[to] {
				continue
			}
			if len(seen) > maxReached {
				return &reach{tooMany: true}
			}
			seen[to] = true
			queue = append(queue, inner)
		}
	}
	found := &reach{together: map[string]bool{}}
	for back := slices.Clone(users[here]); len(back) > 0; back = back[1:] {
		if dir := back[0]; dir != here && !found.together[dir] {
			found.together[dir] = true
			back = append(back, users[dir]...)
		}
	}
	return found
}

// within is the program of a directory that this one uses as a component, or that its components use. It is that
// of the same moment: a program knows only the programs that it uses itself.
func (p *Program) within(dir string) *Program {
	seen := map[string]bool{p.Dir: true}
	for queue := []*Program{p}; len(queue) > 0 && len(seen) <= maxReached; queue = queue[1:] {
		for _, next := range queue[0].ComponentDirs() {
			inner := queue[0].inner(next)
			switch {
			case inner == nil || seen[inner.Dir]:
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

// wayTo are the components that lead from a program to a directory without links: the
// first ones on a shortest way, one in each program.
func (p *Program) wayTo(real string) []Related {
	type step struct {
		p      *Program
		before *step
		here   Related
	}
	seen := map[string]bool{p.real(): true}
	for queue := []*step{{p: p}}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		for e := range at.p.core.Items() {
			dir, ok := at.p.ComponentDir(e.Syntax)
			if !ok || dir == at.p.Dir {
				continue
			}
			inner := at.p.inner(dir)
			if inner == nil || seen[inner.real()] {
				continue
			}
			seen[inner.real()] = true
			source := e.Syntax.Labels[1]
			next := &step{inner, at, Related{
				Path: e.Path, Span: source.Span.Shift(at.p.core.Placed(e).Base), Message: "`" + Abbreviate(source.Value, 60) + "` is used here",
			}}
			if inner.real() != real {
				queue = append(queue, next)
				continue
			}
			var way []Related
			for s := next; s.before != nil; s = s.before {
				way = append(way, s.here)
			}
			slices.Reverse(way)
			return way[:min(maxCircle, len(way))]
		}
	}
	return nil
}
