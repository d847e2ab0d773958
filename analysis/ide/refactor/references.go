package refactor

import (
	"slices"
	"strings"
	"unicode"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file finds the places where items name declarations, and what is needed there.

// reference is a place where an item names a declaration of its program.
type reference struct {
	place
	to      *analysis.Object
	expr    *hclsyntax.ScopeTraversalExpr
	parents []hclsyntax.Node
}

// references returns all that an item needs of its program, in order.
func (s place) references() []reference {
	root := s.item.Root()
	if root == nil {
		return nil
	}
	objects := map[int]*analysis.Object{} // by the offsets of their names
	for _, o := range s.info.Occurrences {
		if o.Kind == analysis.OccurVariable && o.Object == nil {
			if to := s.program.ObjectOf(s.item, o); to != nil {
				objects[o.Span.Start] = to
			}
		}
	}
	var all []reference
	node.Walk(root, func(n hclsyntax.Node, parents []hclsyntax.Node) bool {
		t, ok := n.(*hclsyntax.ScopeTraversalExpr)
		if ok && objects[syntax.SpanOf(t).Start] != nil {
			all = append(all, reference{s, objects[syntax.SpanOf(t).Start], t, append([]hclsyntax.Node(nil), parents...)})
		}
		return true
	})
	return all
}

// name is where the name stands.
func (r reference) name() syntax.Span { return r.upTo(1) }

// upTo is the span of the name and the steps after it.
func (r reference) upTo(steps int) syntax.Span {
	t := r.expr.Traversal
	return syntax.Span{Start: syntax.SpanOf(r.expr).Start, End: t[steps-1].SourceRange().End.Byte}
}

// parent returns the node around the reference.
func (r reference) parent() hclsyntax.Node {
	if len(r.parents) == 0 {
		return nil
	}
	return r.parents[len(r.parents)-1]
}

// needed is a part of an expression whose value is needed.
type needed struct {
	span  syntax.Span
	words []string // that it could be called by
	typ   typesys.Type
}

// needed returns the least that can be passed on: an attribute of a resource, of one instance or
// of all, and where that is not enough the whole.
func (r reference) needed() needed {
	t := r.expr.Traversal
	whole := needed{r.name(), []string{r.to.Name}, r.program.TypeOf(r.ctx, r.to)}
	if r.to.Kind == analysis.ObjectConfig || r.to.Kind == analysis.ObjectLocal {
		return whole
	}
	if splat, ok := r.parent().(*hclsyntax.SplatExpr); ok && len(t) == 1 {
		if each, ok := splat.Each.(*hclsyntax.RelativeTraversalExpr); ok {
			if name, ok := each.Traversal[0].(hcl.TraverseAttr); ok && len(each.Traversal) == 1 {
				return needed{syntax.SpanOf(splat), []string{r.to.Name, name.Name}, r.info.TypeOf(splat)}
			}
		}
	}
	n := whole
	for i, step := range t[1:] {
		key, isAttribute := stepOf(step)
		n.typ, _ = typesys.Traverse(n.typ, key)
		n.span, n.words = r.upTo(i+2), append(n.words, textOf(key))
		if isAttribute {
			break
		}
	}
	return n
}

// isSecret reports whether the value is a secret.
func (r reference) isSecret() bool {
	taints, err := analysis.TaintsIn(r.ctx, r.program, r.item)
	splat, ok := r.parent().(*hclsyntax.SplatExpr)
	return err == nil && (taints.Of(r.expr).Secret() || ok && taints.Of(splat).Secret())
}

// isGuarded reports whether the value is given to an input that is secret.
func (r reference) isGuarded() bool {
	a, ok := r.parent().(*hclsyntax.Attribute)
	return ok && slices.ContainsFunc(r.info.Occurrences, func(o analysis.Occurrence) bool {
		return o.Kind == analysis.OccurAttribute && o.Span == syntax.Span{Start: a.NameRange.Start.Byte, End: a.NameRange.End.Byte} && o.Property != nil && o.Property.Secret
	})
}

// stepOf is the key of a step, and whether it is written as the name of an attribute.
func stepOf(step hcl.Traverser) (key cty.Value, isAttribute bool) {
	switch step := step.(type) {
	case hcl.TraverseAttr:
		return cty.StringVal(step.Name), true
	case hcl.TraverseIndex:
		return step.Key, false
	}
	return cty.DynamicVal, false
}

func textOf(key cty.Value) string {
	text, _ := typesys.Text(key)
	return text
}

// label is the type of a config that takes the value.
func (n needed) label(to *analysis.Object) string {
	if it, ok := to.Item(); ok && to.Kind == analysis.ObjectConfig && len(it.Labels) > 1 {
		span := it.Labels[1].Span
		return it.Text[span.Start:span.End]
	}
	label, _ := printer.Label(n.typ)
	return label
}

// suggested is the name that the words make.
func (n needed) suggested() string {
	name := n.words[0]
	for _, word := range n.words[1:] {
		name = joined(name, word)
	}
	return name
}

// joined makes one name of two, without a word that both have where they meet: archiveBucket and bucketName make archiveBucketName.
func joined(name, word string) string {
	var b strings.Builder
	for _, r := range word {
		if b.Len() > 0 || r != '_' {
			b.WriteRune(r)
		}
	}
	word = b.String()
	if word == "" {
		return name
	}
	if n := strings.IndexFunc(word, unicode.IsUpper); n > 0 && endsWith(name, word[:n]) {
		word = word[n:]
	}
	next := name + strings.ToUpper(word[:1]) + word[1:]
	if !hclsyntax.ValidIdentifier(next) {
		return name
	}
	return next
}

// endsWith reports whether a word is the last one of a name.
func endsWith(name, word string) bool {
	at := len(name) - len(word)
	return name == word || at > 0 && name[at:] == strings.ToUpper(word[:1])+word[1:]
}

// captured returns a name of an expression that a loop around the reference takes for itself.
func (r reference) captured(names map[string]bool) string {
	for _, o := range r.info.Occurrences {
		if o.Kind == analysis.OccurDeclaration && o.Object != nil && names[o.Name] {
			return o.Name
		}
	}
	return ""
}

// hasSteps reports whether the value is read further after a part of the expression.
func (s place) hasSteps(span syntax.Span) bool {
	rest := s.item.Text[span.End:]
	return strings.HasPrefix(rest, ".") || strings.HasPrefix(rest, "[")
}
