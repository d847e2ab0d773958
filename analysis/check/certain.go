package check

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/options"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file looks for references that are evaluated in any case, and how a resource depends on another one through them.

// certainly is the first reference for which is says yes, out of those in a value that
// are evaluated in any case; nil for none.
func certainly(e hclsyntax.Expression, is func(*hclsyntax.ScopeTraversalExpr) bool) *hclsyntax.ScopeTraversalExpr {
	var parts []hclsyntax.Expression
	switch e := e.(type) {
	case *hclsyntax.ParenthesesExpr:
		parts = []hclsyntax.Expression{e.Expression}
	case *hclsyntax.TemplateWrapExpr:
		parts = []hclsyntax.Expression{e.Wrapped}
	case *hclsyntax.TemplateExpr:
		parts = e.Parts
	case *hclsyntax.TupleConsExpr, *hclsyntax.ObjectConsExpr:
		parts = tree.Parts(e)
	case *hclsyntax.ScopeTraversalExpr:
		if is(e) {
			return e
		}
	}
	for _, part := range parts {
		if found := certainly(part, is); found != nil {
			return found
		}
	}
	return nil
}

// certainValues are the expressions of a local or resource that are evaluated in any
// case and make it depend on what they name.
func certainValues(e *program.Item) []hclsyntax.Expression {
	switch {
	case KindOf(e) == ObjectLocal && e.Syntax.Attr() != nil:
		return []hclsyntax.Expression{e.Syntax.Attr().Expr}
	case e.Syntax.Kind == syntax.KindResource && e.Syntax.Block() != nil:
		values := lists.Map(e.Syntax.Attributes(), func(a *hclsyntax.Attribute) hclsyntax.Expression { return a.Expr })
		for _, a := range tree.OptionAttributes(e.Syntax, dependencyOptions()) {
			values = append(values, a.Expr)
		}
		return values
	}
	return nil
}

// Reference is one reference on a path from an item to what it depends on.
type Reference struct {
	// In is the declaration that refers to another one; empty for the item where the path begins.
	In, To string
	// Span is the place of the reference in that item. It is empty in other declarations, whose places an edit above them moves.
	Span syntax.Span
}

// maxVisited is how many declarations the search for a path visits.
const maxVisited = 64

// PathTo asks how an item depends on one resource without naming it in dependsOn. It is nil if the item does not, or
// perhaps does not, and for names of anything else.
func (r *Recorder) PathTo(self *program.Item, name string) []Reference {
	if name == "" {
		return nil
	}
	if _, sig := r.Lookup(self, name); sig.Kind != ObjectResource || sig.instances != instancesOne {
		return nil
	}
	id := self.ID
	ask := func(now *program.Run) (path []Reference, visited []string) {
		e := now.Program.Item(id)
		if e == nil {
			return nil, nil
		}
		search := wayfinder{core: now.Program, to: name}
		return search.from(e, ""), search.visited
	}
	path, visited := ask(r.Run)
	for _, read := range visited {
		r.Note(program.OnText, read, func(now *program.Run) bool {
			again, _ := ask(now)
			return slices.Equal(again, path)
		})
	}
	return path
}

// wayfinder searches for a path of references that are certainly evaluated.
type wayfinder struct {
	core    *program.Program
	to      string
	visited []string // names whose texts were looked at
}

// from is the way from a declaration, which is called name; that of the item itself has none.
func (w *wayfinder) from(e *program.Item, name string) []Reference {
	var way []Reference
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
func (w *wayfinder) along(t *hclsyntax.ScopeTraversalExpr, name string) []Reference {
	to := t.Traversal.RootName()
	here := Reference{In: name, To: to}
	if name == "" {
		here.Span = tree.NodeSpan(t)
	}
	if to == w.to {
		if readsOutput(t, to) || len(t.Traversal) == 1 && name != "" {
			return []Reference{here}
		}
		return nil
	}
	if slices.Contains(w.visited, to) || len(w.visited) == maxVisited {
		return nil
	}
	w.visited = append(w.visited, to)
	next := w.core.Declaring(to)
	if next == nil || KindOf(next) == ObjectResource && len(options.Ranges(next.Syntax)) > 0 {
		return nil // where a range makes no instance there is nothing to wait for
	}
	if rest := w.from(next, to); rest != nil {
		return append([]Reference{here}, rest...)
	}
	return nil
}
