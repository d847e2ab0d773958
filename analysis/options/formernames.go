package options

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
)

// This file reads the aliases of a resource that are written out.

// FormerName is one alias: a URN, or the parts of one that were different.
type FormerName struct {
	Number     int         // its place in the list
	Span       syntax.Span // relative to the item
	URN        string      // empty for an object
	Name, Type string      // empty for those that the resource has now
	Parent     string      // the expression; empty for the parent that the resource has now
	NoParent   bool
}

// IsEmpty reports whether an object leaves out all parts.
func (f FormerName) IsEmpty() bool {
	return f.URN == "" && f.Name == "" && f.Type == "" && f.Parent == "" && !f.NoParent
}

// FormerNames returns the aliases of a resource that are written out. Others are left out.
func FormerNames(it *syntax.Item) []FormerName {
	if it.Kind != syntax.KindResource || len(it.Errors) > 0 {
		return nil
	}
	var names []FormerName
	for i, x := range Aliases(it) {
		if f, ok := readFormerName(it, x); ok {
			f.Number, f.Span = i, tree.Span(x.Range())
			names = append(names, f)
		}
	}
	return names
}

// readFormerName reads an alias; not ok if a part of it is computed, unknown or written twice.
func readFormerName(it *syntax.Item, x hclsyntax.Expression) (f FormerName, ok bool) {
	switch e := tree.Unparen(x).(type) {
	case *hclsyntax.TemplateExpr:
		f.URN, ok = tree.PlainText(e)
		return f, ok && f.URN != ""
	case *hclsyntax.ObjectConsExpr:
		seen := map[string]bool{}
		for _, part := range e.Items {
			key, _ := tree.LiteralKey(part.KeyExpr)
			if seen[key] || !f.read(it, key, part.ValueExpr) {
				return f, false
			}
			seen[key] = true
		}
		f.NoParent = f.NoParent && f.Parent == "" // the run looks at the parent last
		return f, true
	}
	return f, false
}

// read reads a part of an object; not ok if it is computed or unknown. A part that is null counts
// as left out.
func (f *FormerName) read(it *syntax.Item, key string, value hclsyntax.Expression) bool {
	text, literal := tree.LiteralText(value)
	if literal && text.IsNull() {
		_, known := language.AliasType().Property(key)
		return known
	}
	switch {
	case language.IsAliasParent(key):
		f.Parent = textOf(it, value)
		return f.Parent != ""
	case !literal:
		return false
	case key == language.AliasName:
		f.Name = text.AsString()
	case key == language.AliasKind:
		f.Type = text.AsString()
	case key == language.AliasNoParent:
		l, isLiteral := tree.Unparen(value).(*hclsyntax.LiteralValueExpr)
		if !isLiteral || l.Val.Type() != cty.Bool {
			return false
		}
		f.NoParent = l.Val.True()
	default:
		return false
	}
	return true
}
