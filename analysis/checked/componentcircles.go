package checked

import (
	"slices"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
)

// This file finds the programs that a program reaches through its components, and the
// circles among them. Directories are compared without links: a link to a folder that
// contains it leads to the same program, not to another one.

// reach is what lies behind the components of a program. Programs in a circle share one.
type reach struct {
	// circle are the directories, without links, of programs that use each other as
	// components, directly or not. It is nil for a program in no circle.
	circle  map[string]bool
	atMost  int  // how many programs there are at most, with those of the circle
	tooMany bool // there are more than maxReached others

	programs []*Program // those of the circle, or the program; nil if nobody looked further, as there are too many
	behind   []*reach   // of their other components
	lacks    sync.Once  // finds out what follows
	lacking  bool       // see mayLackFindings
}

// reached is found out once: neither the program nor those behind it change.
func (p *Program) reached() *reach {
	if known := p.reaches.Load(); known != nil {
		return known
	}
	around, ok := p.lookBehind()
	if !ok {
		p.reaches.Store(&reach{tooMany: true})
		return p.reaches.Load()
	}
	circles, _ := program.StrongComponents(around.uses)
	members := make([][]int, slices.Max(circles)+1)
	for at, circle := range circles {
		members[circle] = append(members[circle], at)
	}
	for _, circle := range members { // in order: a circle's components come before the circle
		found := around.reachOf(circle)
		for _, at := range circle {
			around.programs[at].reaches.Store(found)
		}
	}
	return p.reaches.Load()
}

// surroundings are programs that a program reaches and whose reach is unknown, with itself as the first.
type surroundings struct {
	programs []*Program
	uses     [][]int32  // which of these each one uses
	known    [][]*reach // of the others that it uses
}

// lookBehind does not look behind programs whose reach is known. So each is visited about once, however many programs
// reach it. It reports whether there are not too many.
func (p *Program) lookBehind() (*surroundings, bool) {
	around, number := &surroundings{programs: []*Program{p}}, map[string]int32{p.real(): 0}
	for at := 0; at < len(around.programs); at++ {
		var uses []int32
		var known []*reach
		for _, inner := range around.programs[at].used() {
			to, seen := number[inner.real()]
			if found := inner.reaches.Load(); !seen && found != nil {
				known = append(known, found)
				continue
			}
			if !seen {
				to = int32(len(around.programs))
				number[inner.real()] = to
				around.programs = append(around.programs, inner)
			}
			uses = append(uses, to)
		}
		if len(around.programs) > check.MaxReached+1 {
			return nil, false
		}
		around.uses, around.known = append(around.uses, uses), append(around.known, known)
	}
	return around, true
}

// reachOf returns the reach of the programs of a circle, or of one program outside of circles. The reach of the components that they use must be known.
func (s *surroundings) reachOf(circle []int) *reach {
	found := &reach{}
	counted := map[*reach]bool{nil: true} // it is nil in the circle
	for _, at := range circle {
		found.programs = append(found.programs, s.programs[at])
		behind := s.known[at]
		for _, to := range s.uses[at] {
			behind = append(behind, s.programs[to].reaches.Load())
		}
		for _, b := range behind {
			if !counted[b] {
				counted[b] = true
				found.behind = append(found.behind, b)
			}
		}
	}
	return found.completed()
}

// completed fills in the circle and the counts, which follow from the programs and the reaches behind them.
func (r *reach) completed() *reach {
	first := r.programs[0]
	if len(r.programs) > 1 {
		r.circle = map[string]bool{}
		for _, p := range r.programs {
			r.circle[p.real()] = true
		}
	}
	r.atMost = len(r.programs)
	for _, b := range r.behind {
		if b.circle[first.real()] { // somebody has found the circle meanwhile, or under another name
			return b
		}
		r.tooMany = r.tooMany || b.tooMany
		r.atMost += b.atMost
	}
	if !r.tooMany && r.atMost > check.MaxReached+1 { // or some were counted twice
		r.atMost = first.countReached()
		r.tooMany = r.atMost > check.MaxReached+1
	}
	return r
}

// mayLackFindings reports whether something is not understood in the programs or in a component, of
// which there is less to say for that. It is found out when somebody asks, as it may load schemas.
func (r *reach) mayLackFindings() bool {
	r.lacks.Do(func() {
		r.lacking = r.tooMany || slices.ContainsFunc(r.programs, (*Program).lacksFindings) || slices.ContainsFunc(r.behind, (*reach).mayLackFindings)
	})
	return r.lacking
}

// countReached counts the program and those that it reaches, until there are too many.
func (p *Program) countReached() int {
	seen := map[string]bool{p.real(): true}
	for queue := []*Program{p}; len(queue) > 0 && len(seen) <= check.MaxReached+1; queue = queue[1:] {
		for _, inner := range queue[0].used() {
			if !seen[inner.real()] {
				seen[inner.real()] = true
				queue = append(queue, inner)
			}
		}
	}
	return len(seen)
}

// used are the programs of the components, without the program itself.
func (p *Program) used() []*Program {
	var used []*Program
	for _, dir := range p.ComponentDirs() {
		if inner := p.Component(dir); inner != nil && dir != p.Dir {
			used = append(used, inner)
		}
	}
	return used
}
