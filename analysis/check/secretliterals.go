package check

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file finds the secrets in the text of a program.

// SecretArguments are the arguments of functions that make secrets, except for names.
func SecretArguments(n hclsyntax.Node) (spans []syntax.Span) {
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

// secretSpans are the places of an item whose values are secret: arguments, defaults of secret configs, and inputs
// that the schema makes secret.
func (i *Info) secretSpans(it *syntax.Item) (spans []syntax.Span) {
	block := it.Block()
	if block == nil {
		if a := it.Attr(); a != nil {
			return SecretArguments(a.Expr)
		}
		return nil
	}
	spans = SecretArguments(block.Body)
	secret := func(name string) bool {
		return slices.ContainsFunc(i.Inputs, func(p *schema.Property) bool { return p.Name == name && p.Secret })
	}
	for name, a := range block.Body.Attributes {
		if secret(name) || it.Kind == syntax.KindConfig && name == language.ConfigDefault && isSecretConfig(block) {
			spans = append(spans, tree.NodeSpan(a.Expr))
		}
	}
	return spans
}

// public is a type without the constants of a secret.
func (d *dumper) public(t typesys.Type) string {
	switch text := d.text(t); {
	case t.Kind() == typesys.KindConst:
		return d.text(t.Elem())
	case strings.Contains(text, "cty."):
		return d.text(typesys.Dynamic)
	default:
		return text
	}
}
