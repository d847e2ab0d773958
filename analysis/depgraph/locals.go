package depgraph

import (
	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file follows references through locals to what they are made of.

// local is a local with the names in it.
type local struct {
	name string
	refs []reference
	// alone says that it is in a circle of nothing but locals.
	alone bool
}

// readLocals finds the references of all locals, and those that only need each
// other.
func (b *builder) readLocals() error {
	var all []*local
	numbers := map[place]int32{}
	for _, d := range b.items {
		if d.Kind != syntax.KindLocal || d.Name == "" {
			continue
		}
		l := &local{name: d.Name}
		slots, err := b.read(d)
		if err != nil {
			return err
		}
		for _, s := range slots {
			l.refs = append(l.refs, s.refs...)
		}
		b.locals[d.place()] = l
		numbers[d.place()] = int32(len(all))
		all = append(all, l)
	}
	edges := make([][]int32, len(all))
	for i, l := range all {
		for _, r := range l.refs {
			if to, ok := numbers[r.to]; ok {
				edges[i] = append(edges[i], to)
			}
		}
	}
	_, cyclic := analysis.StrongComponents(edges)
	for i, l := range all {
		l.alone = cyclic[i]
	}
	return nil
}

// link is a way through locals, the nearest last.
type link struct {
	name   string
	before *link
}

// maxThrough bounds the locals that a use names.
const maxThrough = 8

// names are the locals of a way in the order in which they are passed.
func (l *link) names() []string {
	var names []string
	for ; l != nil; l = l.before {
		names = append(names, l.name)
	}
	for i, j := 0, len(names)-1; i < j; i, j = i+1, j-1 {
		names[i], names[j] = names[j], names[i]
	}
	if len(names) > maxThrough {
		names = append(names[:maxThrough-1:maxThrough-1], names[len(names)-1])
	}
	return names
}

// carried is a set of marks, as bits.
type carried uint8

const (
	carriesUnknown carried = 1 << iota
	carriesSecret
)

func carriedBy(unknown, secret bool) carried {
	var c carried
	if unknown {
		c |= carriesUnknown
	}
	if secret {
		c |= carriesSecret
	}
	return c
}

// follow visits the nodes behind a reference, with the reference that names the node
// itself, the locals in between and the marks that all of the way carries.
func (b *builder) follow(from reference, visit func(node int, last reference, way *link, marks carried)) {
	type stop struct {
		ref   reference
		way   *link
		marks carried
	}
	seen := map[place][]carried{}
	stack := []stop{{ref: from, marks: carriedBy(from.unknown, from.secret)}}
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if node, ok := b.nodes[at.ref.to]; ok {
			visit(node, at.ref, at.way, at.marks)
			continue
		}
		l := b.locals[at.ref.to]
		if l == nil || covered(seen[at.ref.to], at.marks) {
			continue
		}
		seen[at.ref.to] = append(seen[at.ref.to], at.marks)
		way := &link{l.name, at.way}
		for i := len(l.refs) - 1; i >= 0; i-- { // so that they are visited in source order
			r := l.refs[i]
			stack = append(stack, stop{r, way, at.marks & carriedBy(r.unknown, r.secret)})
		}
	}
}

// covered reports whether a visit with at least these marks has been.
func covered(before []carried, marks carried) bool {
	for _, b := range before {
		if b&marks == marks {
			return true
		}
	}
	return false
}
