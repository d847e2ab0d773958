package check

import (
	"slices"
	"sync/atomic"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file implements entries: the items of a program, each with the results about
// it.

// entry is one item with the results about it. It does not know where the item
// stands or what stands around it: the program does. So one entry serves all
// programs that follow each other until its item, or something that its results
// were computed from, changes.
type entry struct {
	// slot is the number of the declaration. It stays while the declaration is being
	// edited, and is not its position.
	slot  int32
	path  string // of the file
	item  *syntax.Item
	kind  ObjectKind // 0 for items that declare no name
	name  string
	links links
	// outside are the names outside the program, see outerNames.
	outside atomic.Pointer[[]string]
	facts   cell[*Info]
	sig     cell[signature]
	flows   flowCells
}

func newEntry(slot int32, path string, it *syntax.Item) *entry {
	e := &entry{slot: slot, path: path, item: it}
	if kind, declares := kindObjects[it.Kind]; declares {
		name := it.Name
		if kind == ObjectPulumi {
			name = "pulumi"
		}
		if name != "" {
			e.kind, e.name = kind, name
		}
	}
	e.links.names = slices.Clip(syntax.FreeNames(it))
	return e
}

// again is an entry for the same item without results.
func (e *entry) again() *entry {
	a := &entry{slot: e.slot, path: e.path, item: e.item, kind: e.kind, name: e.name, links: links{names: e.links.names}}
	a.outside.Store(e.outside.Load())
	return a
}

// links are what the free names of an item lead to, by slot, each once and in
// source order.
type links struct {
	names      []syntax.Ref
	needs      []int32  // what the evaluator would wait for
	undeclared []string // names among those that nothing declares
}

// link finds out what the names of an entry lead to.
func (p *Program) link(e *entry) {
	l := &e.links
	l.needs, l.undeclared = nil, nil
	for _, r := range dependencyRefs(e) {
		switch to := p.declaring(r.Name); {
		case to != nil:
			if !slices.Contains(l.needs, to.slot) {
				l.needs = append(l.needs, to.slot)
			}
		case r.Name == "", r.Name == "range", r.Name == "args", r.Name == "error":
		case !slices.Contains(l.undeclared, r.Name):
			l.undeclared = append(l.undeclared, r.Name)
		}
	}
}
