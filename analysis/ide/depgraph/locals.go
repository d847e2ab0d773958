package depgraph

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file follows references through locals.

// local is a local and its references.
type local struct {
	name string
	refs []reference
	// alone means that it is part of a cycle of locals only.
	alone bool
}

// readLocals finds the references of all locals, and the cycles of locals only.
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

// maxThrough limits the locals listed by a use.
const maxThrough = 8

// way is a path through locals: the nearest ones and the last. Its size is constant, because
// chains of locals can be long.
type way struct {
	nearest []string
	last    string
}

// on extends the path by one local.
func (w *way) on(name string) *way {
	if w == nil {
		return &way{nearest: []string{name}}
	}
	if len(w.nearest) < maxThrough-1 {
		return &way{nearest: append(w.nearest[:len(w.nearest):len(w.nearest)], name)}
	}
	return &way{w.nearest, name}
}

// names returns the locals in order.
func (w *way) names() []string {
	switch {
	case w == nil:
		return nil
	case w.last == "":
		return w.nearest
	}
	return append(w.nearest[:len(w.nearest):len(w.nearest)], w.last)
}

// carried is a set of flags.
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

// follow visits the nodes behind a reference, with the reference that names the node, the
// locals in between, and the flags that the whole path carries.
func (b *builder) follow(from reference, visit func(node int, last reference, by *way, marks carried)) {
	type stop struct {
		ref   reference
		by    *way
		marks carried
	}
	seen := map[place][]carried{}
	stack := []stop{{ref: from, marks: carriedBy(from.unknown, from.secret)}}
	for len(stack) > 0 && !b.graph.Partial {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if node, ok := b.nodes[at.ref.to]; ok {
			visit(node, at.ref, at.by, at.marks)
			continue
		}
		l := b.locals[at.ref.to]
		if l == nil || covered(seen[at.ref.to], at.marks) {
			continue
		}
		seen[at.ref.to] = append(seen[at.ref.to], at.marks)
		by := at.by.on(l.name)
		for i := len(l.refs) - 1; i >= 0; i-- { // in reverse, so that they are visited in source order
			r := l.refs[i]
			stack = append(stack, stop{r, by, at.marks & carriedBy(r.unknown, r.secret)})
		}
	}
}

// covered reports whether an earlier visit had at least these flags.
func covered(before []carried, marks carried) bool {
	return slices.ContainsFunc(before, func(b carried) bool { return b&marks == marks })
}
