package taint

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
)

// This file judges options of the engine and paths of assets: values that come too late where something must be known
// at once, and redundant elements of dependsOn.
// (docs/language/options.md#secrets, docs/language/unknown-and-secret.md#use-of-an-unknown-value)

// lateOption reports an option that is made of outputs.
func (s *sinks) lateOption(a *hclsyntax.Attribute, option *language.Option) bool {
	if option.Immediate == "" || s.e.Syntax.Kind != syntax.KindResource {
		return false
	}
	e, why := s.latePart(a.Expr)
	if why == nil {
		return false
	}
	s.find(codes.OptionNotConverted, e, "`"+a.Name+"` takes "+option.Immediate+" known in advance, but outputs of resources are known later; use a config or a literal", why)
	s.later()
	return true
}

// latePart is the part of a literal value that is an output, or surely has one as an element, with the
// cause; nil where there is none. The parent in an alias is a resource.
func (s *sinks) latePart(e hclsyntax.Expression) (hclsyntax.Expression, *cause) {
	if object, ok := tree.Unparen(e).(*hclsyntax.ObjectConsExpr); ok {
		for _, item := range object.Items {
			if key, _ := tree.LiteralKey(item.KeyExpr); language.IsAliasParent(key) {
				continue
			}
			if part, why := s.latePart(item.ValueExpr); why != nil {
				return part, why
			}
		}
		return e, nil
	}
	parts := tree.Parts(e)
	for _, part := range parts {
		if found, why := s.latePart(part); why != nil {
			return found, why
		}
	}
	if len(parts) > 0 {
		return e, nil
	}
	if why := s.quietly(e).ownOrElements(func(m marks) *cause { return m.output }); why.isSure() {
		return e, why
	}
	return e, nil
}

// assetPath judges the path of an asset.
func (s *sinks) assetPath(e *hclsyntax.FunctionCallExpr, arg Taint) {
	m := arg.deep()
	switch {
	case m.secret.isSure():
		s.find(codes.SecretAsset, e.Args[0], "error messages name the path of an asset, including this secret", m.secret)
	case fromResource(m.unknown):
		s.find(codes.UnknownAsset, e.Args[0],
			"this path may be unknown during a preview, which then shows no changes of the asset: "+m.unknown.origin().why(), m.unknown)
	}
}

// needlessDependencies judges a dependsOn that is written out: the resource may depend on the other one through locals or
// through further resources. What an input refers to directly is found by the check of the item.
func (s *sinks) needlessDependencies(a *hclsyntax.Attribute, option *language.Option) {
	list, ok := tree.Unparen(a.Expr).(*hclsyntax.TupleConsExpr)
	if option.Rule != language.OptionDependencies || s.e.Syntax.Kind != syntax.KindResource || !ok {
		return
	}
	for _, x := range list.Exprs {
		name := tree.Name(x)
		path := s.PathTo(s.e, name)
		if len(path) == 0 || path[0].To == name {
			continue // one that is direct is a finding of the check
		}
		var why *cause
		for _, ref := range slices.Backward(path) {
			if here := (step{name: ref.In, kind: stepRefers, what: ref.To, span: ref.Span}); why == nil {
				why = because(true, here)
			} else {
				why = why.via(here)
			}
		}
		s.find(codes.OptionRedundant, x, "this resource already depends on `"+name+"` through `"+path[0].To+"`", why)
	}
}
