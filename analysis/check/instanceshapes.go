package check

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/evaluate"
	"github.com/pcl-lsp/pcl-lsp/analysis/options"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
)

// This file reports instances that are not of one shape. A run puts those of a list or number into a list, whose elements must
// have the same members, and crashes if they do not.

// instanceShapes reports inputs that have other members in other instances.
func (c blocks) instanceShapes(it *syntax.Item) {
	for _, a := range options.Ranges(it) {
		if it.Kind != syntax.KindResource {
			return
		}
		v, marks := value.Bare(c.constant(a.Expr))
		if !v.IsKnown() || v.IsNull() || value.IsMap(v) {
			continue
		}
		rounds, err := evaluate.Rounds(v)
		if err != nil || len(rounds) < 2 {
			continue
		}
		for _, input := range it.Attributes() {
			if !slices.ContainsFunc(input.Expr.Variables(), isRangeVariable) {
				continue
			}
			differ, more := constantsOf(c.checker).shapesDiffer(input.Expr, rounds)
			if !differ {
				continue
			}
			over := tree.Span(a.Expr.Range())
			c.info.forget(0, over, func(d diagnostic.Diagnostic) bool { return d.Code == codes.RangeListIdentity }) // which proposes the same
			c.resting(value.Joined(marks, more), func() {
				c.failing(codes.RangeShapes, over, diagnostic.Advice{
					Message: "the instances have different members in `" + input.Name + "`, and runs crash on that; use a map",
					Related: []diagnostic.Related{{Span: tree.Span(input.Expr.Range()), Message: "this differs"}},
				})
			})
			return
		}
	}
}

// shapesDiffer reports whether an input surely has different shapes in two instances, and with which marks.
func (n *constants) shapesDiffer(e hclsyntax.Expression, rounds []evaluate.Round) (differ bool, marks cty.ValueMarks) {
	first := ""
	for i, round := range rounds {
		v, err := n.elsewhere(e, round.Variable())
		if err != nil {
			return false, nil
		}
		v, more := value.Bare(v)
		marks = value.Joined(marks, more)
		shape, known := shapeOf(v)
		if !known {
			return false, nil
		}
		if i == 0 {
			first = shape
		}
		if shape != first {
			return true, marks
		}
	}
	return false, nil
}

// shapeOf describes the members of a value, and reports whether they are known. Scalars are converted to the type of the input, so that
// they differ in nothing. What is null is as if it were not there.
func shapeOf(v cty.Value) (shape string, known bool) {
	switch {
	case !v.IsKnown():
		return "", false
	case v.IsNull():
		return "null", true
	case value.IsMap(v):
		var b strings.Builder
		names, members := value.Members(v)
		for i, name := range names {
			s, known := shapeOf(members[i])
			if !known {
				return "", false
			}
			if s != "null" {
				b.WriteString(strconv.Quote(name) + s)
			}
		}
		return "{" + b.String() + "}", true
	case value.IsList(v):
		var shapes []string
		for _, element := range value.Elements(v) {
			s, known := shapeOf(element)
			if !known || len(shapes) > 0 && shapes[0] != s {
				return "", false
			}
			shapes = []string{s}
		}
		return "[" + strings.Join(shapes, "") + "]", true
	}
	return "", true
}
