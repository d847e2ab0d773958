package check

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
)

// This file finds redundant elements of dependsOn, where the resource
// depends on the other one through locals or through further resources. What an input
// refers to directly is found by the check of the item.

// maxVisited is how many declarations the search for a path visits.
const maxVisited = 64

// needlessDependencies judges a dependsOn that is written out.
func (s *flowSinks) needlessDependencies(a *hclsyntax.Attribute, option *language.Option) {
	list, ok := tree.Unparen(a.Expr).(*hclsyntax.TupleConsExpr)
	if option.Rule != language.OptionDependencies || s.e.Syntax.Kind != syntax.KindResource || !ok {
		return
	}
	for _, x := range list.Exprs {
		name := tree.Name(x)
		if name == "" {
			continue
		}
		if _, sig := s.lookup(s.e, name); sig.kind != ObjectResource || sig.instances != instancesOne {
			continue
		}
		way := s.wayTo(name)
		if len(way) == 0 || way[0].what == name {
			continue // one that is direct is a finding of the check
		}
		why := because(true, way[len(way)-1])
		for _, step := range slices.Backward(way[:len(way)-1]) {
			why = why.via(step)
		}
		s.find(codes.OptionRedundant, x, "this resource already depends on `"+name+"` through `"+way[0].what+"`", why)
	}
}

// wayTo asks how the item depends on a resource without naming it in dependsOn: the
// steps from the item to it, nil where it does not, or perhaps not.
func (s *flowSinks) wayTo(name string) []step {
	self := s.e.ID
	ask := func(now *program.Run) ([]step, []string) {
		e := viewOf(now.Program).core.Item(self)
		if e == nil {
			return nil, nil
		}
		search := wayfinder{core: now.Program, to: name}
		return search.from(e, ""), search.visited
	}
	way, visited := ask(s.Run)
	for _, read := range visited {
		s.Note(program.OnText, read, func(now *program.Run) bool {
			again, _ := ask(now)
			return slices.Equal(again, way)
		})
	}
	return way
}

// wayfinder searches for a path of references that are certainly evaluated.
type wayfinder struct {
	core    *program.Program
	to      string
	visited []string // names whose texts were looked at
}

// from is the way from a declaration, which is called name; that of the item itself
// has none.
func (w *wayfinder) from(e *program.Item, name string) []step {
	var way []step
	for _, value := range certainValues(e) {
		certainly(value, func(t *hclsyntax.ScopeTraversalExpr) bool {
			way = w.along(t, name)
			return way != nil
		})
		if way != nil {
			return way
		}
	}
	return nil
}

// along returns the path that starts with a reference.
func (w *wayfinder) along(t *hclsyntax.ScopeTraversalExpr, name string) []step {
	to := t.Traversal.RootName()
	here := step{name: name, kind: stepRefers, what: to}
	if name == "" {
		here.span = tree.NodeSpan(t) // in others the place may move without a change of what is written
	}
	if to == w.to {
		if readsOutput(t, to) || len(t.Traversal) == 1 && name != "" {
			return []step{here}
		}
		return nil
	}
	if slices.Contains(w.visited, to) || len(w.visited) == maxVisited {
		return nil
	}
	w.visited = append(w.visited, to)
	next := w.core.Declaring(to)
	if next == nil || kindOf(next) == ObjectResource && len(rangeAttributes(next.Syntax)) > 0 {
		return nil // where a range makes no instance there is nothing to wait for
	}
	if rest := w.from(next, to); rest != nil {
		return append([]step{here}, rest...)
	}
	return nil
}
