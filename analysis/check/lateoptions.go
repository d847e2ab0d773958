package check

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
)

// This file judges values that come too late where something must be known at once:
// options of the engine, and paths of assets. (PCL specification,
// pcl-diagnostics.md, A.12 and B.5.)

// lateOption reports an option that is made of outputs.
func (s *flowSinks) lateOption(a *hclsyntax.Attribute, option *language.Option) bool {
	if option.Immediate == "" || s.e.Syntax.Kind != syntax.KindResource {
		return false
	}
	e, why := s.latePart(a.Expr)
	if why == nil {
		return false
	}
	s.find(codes.OptionNotConverted, e, "`"+a.Name+"` takes "+option.Immediate+" known in advance, but outputs of resources are known later; use a config or a literal", why)
	return true
}

// latePart is the part of a literal value that is an output, or surely has one as an element, with the
// cause; nil where there is none. The parent in an alias is a resource.
func (s *flowSinks) latePart(e hclsyntax.Expression) (hclsyntax.Expression, *cause) {
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

// lateness is why the value that a finding is about comes too late; nil where it is
// about something else. The finding is made with the types, which know of no origin.
// What is read here was read for the flows of the item.
func (p *Program) lateness(r *program.Run, e *program.Item, d Diagnostic) *cause {
	if !d.eventual {
		return nil
	}
	for _, n := range syntax.NodeAt(e.Syntax, d.Span.Start) {
		switch n := n.(type) {
		case *hclsyntax.ForExpr, *hclsyntax.SplatExpr:
			return nil // the variables in it are its own
		case hclsyntax.Expression:
			if tree.NodeSpan(n) == d.Span {
				return lateFlow(newRecorder(r), e, n).deep().unknown
			}
		}
	}
	return nil
}

func lateFlow(r *recorder, e *program.Item, x hclsyntax.Expression) (flow Flow) {
	f := newFlower(r, e)
	f.with(f.rangeVariables(), func() { flow = f.expr(x) })
	return flow
}

// assetPath judges the path of an asset.
func (s *flowSinks) assetPath(e *hclsyntax.FunctionCallExpr, arg Flow) {
	m := arg.deep()
	switch {
	case m.secret.isSure():
		s.find(codes.SecretAsset, e.Args[0], "error messages name the path of an asset, including this secret", m.secret)
	case fromResource(m.unknown):
		s.find(codes.UnknownAsset, e.Args[0],
			"this path may be unknown during a preview, which then shows no changes of the asset: "+m.unknown.origin().why(), m.unknown)
	}
}
