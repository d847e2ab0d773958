package lint

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/targets"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
)

// This file reports what the generators of other languages cannot express, for the targets
// that the settings name. Package targets knows the facts.

// targetGaps reports the constructs of an item that a target lacks.
func targetGaps(p Pass) {
	if p.Targets == 0 {
		return
	}
	it := p.Item
	if it.Block() != nil && tree.HasItsLabels(it) {
		p.targetGap(targets.Construct{Kind: targets.Block, Name: it.Keyword}, it.KeywordSpan)
		for _, a := range tree.OptionAttributes(it, language.Options()) {
			p.optionGaps(a)
		}
		p.configGaps()
	}
	p.walk(func(n hclsyntax.Node, parents []hclsyntax.Node) bool {
		c, span := constructOf(n)
		if isPart(n, c, parents) {
			return true
		}
		p.targetGap(c, span)
		if call, is := n.(*hclsyntax.FunctionCallExpr); is && call.ExpandFinal {
			p.targetGap(targets.Construct{Kind: targets.Expansion}, tree.NodeSpan(call.Args[len(call.Args)-1]))
		}
		return true
	})
}

// targetGap reports a construct at a place if one of the targets lacks it.
func (p Pass) targetGap(c targets.Construct, at syntax.Span) {
	if problem := p.Targets.Problem(c); problem != "" {
		p.Report(codes.TargetUnsupported, at, problem)
	}
}

// optionGaps reports an option that a target lacks, or lacks for this value.
func (p Pass) optionGaps(a *hclsyntax.Attribute) {
	name, given := tree.Span(a.NameRange), tree.NodeSpan(a.Expr)
	p.targetGap(targets.Construct{Kind: targets.Option, Name: a.Name}, name)
	switch rule := language.OptionNamed(a.Name).Rule; {
	case rule == language.OptionRange && isA(p.Info.TypeOf(a.Expr), value.BoolKind):
		p.targetGap(targets.Construct{Kind: targets.RangeOfBool}, given)
	case rule == language.OptionBool:
		if _, literal := tree.Bool(tree.Unparen(a.Expr)); !literal {
			p.targetGap(targets.Construct{Kind: targets.ComputedBool}, given)
		}
	case rule == language.OptionDependencies || rule == language.OptionResources || rule == language.OptionAliases:
		if _, written := tree.Unparen(a.Expr).(*hclsyntax.TupleConsExpr); !written {
			p.targetGap(targets.Construct{Kind: targets.ComputedResources}, given)
		}
	}
}

// collections are the type constructors whose values the configuration holds as JSON.
var collections = []string{"list", "set", "map"}

// configGaps reports the type of a config.
func (p Pass) configGaps() {
	if p.Item.Kind != syntax.KindConfig || len(p.Item.Labels) < 2 {
		return
	}
	label := p.Item.Labels[1]
	if constructor, _, is := strings.Cut(strings.TrimSpace(label.Value), "("); is && slices.Contains(collections, constructor) {
		p.targetGap(targets.Construct{Kind: targets.ConfigOfCollection}, label.Span)
	}
}

// constructOf is the construct that a node is, and the place to report it.
func constructOf(n hclsyntax.Node) (targets.Construct, syntax.Span) {
	kind := targets.Construct{}
	span := tree.NodeSpan(n)
	switch n := n.(type) {
	case *hclsyntax.FunctionCallExpr:
		return targets.Construct{Kind: targets.Function, Name: n.Name}, tree.Span(n.NameRange)
	case *hclsyntax.ConditionalExpr:
		kind.Kind = targets.Conditional
	case *hclsyntax.BinaryOpExpr:
		kind.Kind = targets.Operator
	case *hclsyntax.UnaryOpExpr:
		if _, number := tree.Unparen(n.Val).(*hclsyntax.LiteralValueExpr); number && n.Op == hclsyntax.OpNegate {
			return kind, span
		}
		kind.Kind = targets.Unary
	case *hclsyntax.ForExpr:
		kind.Kind = targets.Loop
		if n.Group {
			kind.Kind = targets.Grouping
		}
	case *hclsyntax.TemplateJoinExpr:
		kind.Kind = targets.TemplateLoop
	case *hclsyntax.SplatExpr:
		kind.Kind = targets.Splat
	case *hclsyntax.IndexExpr:
		kind.Kind = targets.IndexComputed
	case *hclsyntax.RelativeTraversalExpr:
		if !hasParts(tree.Unparen(n.Source)) {
			kind.Kind = targets.PartOfValue
		}
	case *hclsyntax.TemplateExpr:
		if isLong(n) {
			kind.Kind = targets.LongTemplate
		}
	}
	return kind, span
}

// hasParts reports whether parts of an expression are no construct of their own: it calls a function of a package, stands for the
// elements of a splat, or is an index that is reported itself.
func hasParts(e hclsyntax.Expression) bool {
	switch e := e.(type) {
	case *hclsyntax.AnonSymbolExpr, *hclsyntax.IndexExpr:
		return true
	case *hclsyntax.FunctionCallExpr:
		return language.Called(e.Name).Source == language.SourceFunction
	}
	return false
}

// isLong reports whether a template has several lines and an interpolation.
func isLong(e *hclsyntax.TemplateExpr) bool {
	lines, computed := false, false
	for _, part := range e.Parts {
		if literal, is := part.(*hclsyntax.LiteralValueExpr); is {
			lines = lines || literal.Val.Type() == cty.String && strings.Contains(literal.Val.AsString(), "\n")
		} else {
			computed = true
		}
	}
	return lines && computed
}

// isPart reports whether a node belongs to a construct that is reported as a whole: the operand of an
// operator of the same kind, the loop of a template.
func isPart(n hclsyntax.Node, c targets.Construct, parents []hclsyntax.Node) bool {
	if c == (targets.Construct{}) {
		return true
	}
	for i := len(parents) - 1; i >= 0; i-- {
		switch around := parents[i].(type) {
		case *hclsyntax.ParenthesesExpr:
			continue
		case *hclsyntax.TemplateJoinExpr:
			return true
		case *hclsyntax.BinaryOpExpr, *hclsyntax.ConditionalExpr:
			outer, _ := constructOf(around)
			return outer == c
		}
		return false
	}
	return false
}
