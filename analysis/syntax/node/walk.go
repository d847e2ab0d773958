package node

import (
	"sync"

	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// Walk visits a node and the nodes below it, parents before children, in the order of
// the source. It goes below a node if visit returns true. Visit gets the parents from
// the outermost to the nearest, and must not keep the slice.
func Walk(n hclsyntax.Node, visit func(n hclsyntax.Node, parents []hclsyntax.Node) bool) {
	if isNilNode(n) {
		return
	}
	w := walkers.Get().(*walker)
	w.visit = visit
	w.walk(n)
	w.reset()
	walkers.Put(w)
}

// walkers keeps walkers for the memory of their lists.
var walkers = sync.Pool{New: newWalker}

type walker struct {
	visit   func(hclsyntax.Node, []hclsyntax.Node) bool
	step    func(hclsyntax.Node) // is walk, made into a value once
	parents []hclsyntax.Node
}

func newWalker() any {
	w := &walker{}
	w.step = w.walk
	return w
}

// reset forgets all nodes.
func (w *walker) reset() {
	const most = 512 // few items are nested deeper
	if w.visit = nil; cap(w.parents) > most {
		w.parents = nil
	}
	clear(w.parents[:cap(w.parents)])
}

func (w *walker) walk(n hclsyntax.Node) {
	if !w.visit(n, w.parents) {
		return
	}
	w.parents = append(w.parents, n)
	EachChild(n, w.step)
	w.parents = w.parents[:len(w.parents)-1]
}
