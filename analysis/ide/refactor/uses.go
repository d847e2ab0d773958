package refactor

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file finds the uses of declarations, and rewrites those of instances.

// use is a place where the name of a declaration is used.
type use struct {
	place
	expr *hclsyntax.ScopeTraversalExpr
	// splat is the splat of which it is the source, or nil.
	splat *hclsyntax.SplatExpr
}

// name is where the name itself stands.
func (u use) name() syntax.Span {
	r := u.expr.Traversal[0].SourceRange()
	return syntax.Span{Start: r.Start.Byte, End: r.End.Byte}
}

// usesOf finds the uses of a name of the program, unless there is a reason why not all are known.
func (s place) usesOf(name string) (all []use, why string) {
	for _, f := range s.program.Files {
		for _, it := range f.All() {
			if !strings.Contains(it.Text, name) {
				continue
			}
			info, err := s.program.Check(s.ctx, it)
			if err != nil || len(it.Errors) > 0 {
				return nil, "a use of `" + name + "` has syntax errors"
			}
			in := place{ctx: s.ctx, program: s.program, path: f.Path, item: it, info: info}
			all = append(all, in.usesIn(name)...)
		}
	}
	return all, ""
}

func (s place) usesIn(name string) (all []use) {
	root, ok := s.root()
	if !ok {
		return nil
	}
	of := map[int]bool{}
	for _, o := range s.info.Occurrences {
		if o.Kind == analysis.OccurVariable && o.Object == nil && o.Name == name {
			of[o.Span.Start] = true
		}
	}
	node.Walk(root, func(n hclsyntax.Node, parents []hclsyntax.Node) bool {
		t, is := n.(*hclsyntax.ScopeTraversalExpr)
		if !is || !of[syntax.SpanOf(t).Start] {
			return true
		}
		u := use{place: s, expr: t}
		if len(parents) > 0 {
			u.splat, _ = parents[len(parents)-1].(*hclsyntax.SplatExpr)
		}
		all = append(all, u)
		return true
	})
	return all
}

// instead writes other expressions for the instances of a range.
func instead(uses []use, w written, names []string) (edits []change.Edit, why string) {
	for _, u := range uses {
		span, text, why := u.instead(w, names)
		if why != "" {
			return nil, why
		}
		edits = append(edits, u.replace(span, text))
	}
	return edits, ""
}

// instead is what to write for one use: an instance, or all of them together.
func (u use) instead(w written, names []string) (span syntax.Span, text, why string) {
	t := u.expr.Traversal
	span = u.name()
	if len(t) > 1 {
		key := keyOf(t[1])
		i := slices.Index(w.keys, key)
		if i < 0 {
			return span, "", fmt.Sprintf("`%s` in `%s` is none of the instances", u.textOf(u.expr), u.item.Name)
		}
		return syntax.Span{Start: span.Start, End: t[1].SourceRange().End.Byte}, names[i], ""
	}
	if u.splat != nil && w.form != formMap {
		if steps, ok := strings.CutPrefix(u.textOf(u.splat), t.RootName()+"[*]"); ok {
			each := lists.Map(names, func(name string) string { return name + steps })
			return syntax.SpanOf(u.splat), "[" + strings.Join(each, ", ") + "]", ""
		}
	}
	if w.form != formMap {
		return span, "[" + strings.Join(names, ", ") + "]", ""
	}
	entries := make([]string, len(names))
	for i, name := range names {
		entries[i] = printer.Text(w.keys[i]) + " = " + name
	}
	return span, "{ " + strings.Join(entries, ", ") + " }", ""
}

// keyOf is the key of the instance that a step takes; empty for none.
func keyOf(step hcl.Traverser) string {
	switch at := step.(type) {
	case hcl.TraverseAttr:
		return at.Name
	case hcl.TraverseIndex:
		if at.Key.Type() == cty.String {
			return at.Key.AsString()
		}
		if at.Key.Type() == cty.Number {
			return at.Key.AsBigFloat().Text('f', -1)
		}
	}
	return ""
}

// rangeUses are the uses of `range` in the item.
func (s place) rangeUses() (all []use) {
	root, _ := s.root()
	node.Walk(root, func(n hclsyntax.Node, _ []hclsyntax.Node) bool {
		if t, is := n.(*hclsyntax.ScopeTraversalExpr); is && t.Traversal.RootName() == language.RangeVariable {
			all = append(all, use{place: s, expr: t})
		}
		return true
	})
	return all
}
