package refactor

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file finds the uses of declarations, and rewrites those of instances.

// usesOf finds the uses of a name of the program, unless there is a reason why not all are known.
func (s place) usesOf(name string) (all []reference, why string) {
	side, err := placesOf(s.ctx, s.program, mentions(map[string]bool{name: true}))
	if err != nil || slices.ContainsFunc(side, func(in place) bool { return len(in.item.Errors) > 0 }) {
		return nil, "a use of `" + name + "` has syntax errors"
	}
	for _, in := range side {
		all = append(all, lists.Where(in.references(), func(r reference) bool { return r.expr.Traversal.RootName() == name })...)
	}
	return all, ""
}

// instead writes other expressions for the instances of a range.
func instead(uses []reference, w written, names []string) (edits []change.Edit, why string) {
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
func (u reference) instead(w written, names []string) (span syntax.Span, text, why string) {
	t := u.expr.Traversal
	span = u.name()
	if len(t) > 1 {
		key, _ := stepOf(t[1])
		i := slices.Index(w.keys, textOf(key))
		if i < 0 {
			return span, "", fmt.Sprintf("`%s` in `%s` is none of the instances", u.textOf(u.expr), u.item.Name)
		}
		return syntax.Span{Start: span.Start, End: t[1].SourceRange().End.Byte}, names[i], ""
	}
	if splat, ok := u.parent().(*hclsyntax.SplatExpr); ok && w.form != formMap {
		if steps, ok := strings.CutPrefix(u.textOf(splat), t.RootName()+"[*]"); ok {
			each := lists.Map(names, func(name string) string { return name + steps })
			return syntax.SpanOf(splat), "[" + strings.Join(each, ", ") + "]", ""
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

// rangeUses are the uses of `range` in the item.
func (s place) rangeUses() (all []reference) {
	node.Walk(s.item.Root(), func(n hclsyntax.Node, _ []hclsyntax.Node) bool {
		if t, is := n.(*hclsyntax.ScopeTraversalExpr); is && t.Traversal.RootName() == language.RangeVariable {
			all = append(all, reference{place: s, expr: t})
		}
		return true
	})
	return all
}
