package sensitive

import (
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file finds the places of secrets in an item.

// Arguments are the arguments of functions that make secrets, except for names.
func Arguments(n hclsyntax.Node) (spans []syntax.Span) {
	_ = hclsyntax.VisitAll(n, func(n hclsyntax.Node) hcl.Diagnostics {
		call, ok := n.(*hclsyntax.FunctionCallExpr)
		if !ok || language.Called(call.Name).Flow != language.FlowSecret {
			return nil
		}
		for _, arg := range call.Args {
			if _, name := arg.(*hclsyntax.ScopeTraversalExpr); !name {
				spans = append(spans, tree.NodeSpan(arg))
			}
		}
		return nil
	})
	return spans
}

// Declared is what the schema says of the inputs of a resource; zero for other items.
type Declared struct {
	Inputs   []*schema.Property
	Resource *schema.Resource
}

// Spans are the places of an item whose values are secret: arguments, defaults of secret configs, and inputs that the schema
// makes secret.
func Spans(it *syntax.Item, d Declared) (spans []syntax.Span) {
	block := it.Block()
	if block == nil {
		if a := it.Attr(); a != nil {
			return Arguments(a.Expr)
		}
		return nil
	}
	return append(Arguments(block.Body), values(it, d)...)
}

// values are the places of an item that make values secret by what they are: the default of a secret config, and inputs
// that the schema makes secret, and members of those.
func values(it *syntax.Item, d Declared) (spans []syntax.Span) {
	block := it.Block()
	if block == nil {
		return nil
	}
	var secrets *schema.Secrets
	if d.Resource != nil {
		secrets = d.Resource.Secrets()
	}
	for name, a := range block.Body.Attributes {
		isSecret := func(p *schema.Property) bool { return p.Name == name && p.Secret }
		if it.Kind == syntax.KindConfig && name == language.ConfigDefault && tree.Flag(block, "secret") || slices.ContainsFunc(d.Inputs, isSecret) {
			spans = append(spans, tree.NodeSpan(a.Expr))
		} else {
			spans = append(spans, parts(a.Expr, secrets.In(name))...)
		}
	}
	return spans
}

// parts are the places in a value that the schema makes secret. A name is what it stands for.
func parts(e hclsyntax.Expression, s *schema.Secrets) (spans []syntax.Span) {
	if s == nil {
		return nil
	}
	switch e := tree.Bare(e).(type) {
	case *hclsyntax.ScopeTraversalExpr:
		return nil
	case *hclsyntax.ObjectConsExpr:
		if s.Here || s.Inside {
			break
		}
		for _, item := range e.Items {
			key, _ := tree.LiteralKey(item.KeyExpr)
			spans = append(spans, parts(item.ValueExpr, s.In(key))...)
		}
		return spans
	case *hclsyntax.TupleConsExpr:
		if s.Here || s.Inside {
			break
		}
		for _, x := range e.Exprs {
			spans = append(spans, parts(x, s.Each)...)
		}
		return spans
	}
	return []syntax.Span{tree.NodeSpan(e)}
}

// HasValue reports whether an expression is, or has in it, a part of an input or default that makes it secret by what it is.
func HasValue(it *syntax.Item, d Declared, e hclsyntax.Expression) bool {
	span := tree.NodeSpan(e)
	return slices.ContainsFunc(values(it, d), func(s syntax.Span) bool { return s.Start < span.End && span.Start < s.End })
}
