package check

import (
	"slices"

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
			differ, more := constantsOf(c.checker).differAmong(input.Expr, rounds)
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

// differAmong reports whether an input surely has another shape in one instance than in the first, and with which marks.
func (n *constants) differAmong(e hclsyntax.Expression, rounds []evaluate.Round) (differ bool, marks cty.ValueMarks) {
	first := cty.DynamicVal
	for i, round := range rounds {
		v, err := n.elsewhere(e, round.Variable())
		if err != nil {
			return false, nil
		}
		v, more := value.Bare(v)
		if marks = value.Joined(marks, more); i == 0 {
			first = v
		}
		if shapesDiffer(first, v) {
			return true, marks
		}
	}
	return false, nil
}

// shapesDiffer reports whether two values surely have different members. Two scalars never differ here, because a run converts both to the
// type of the input. A member that is null counts as missing. Of a list, the first element stands for all.
func shapesDiffer(a, b cty.Value) bool {
	switch {
	case !a.IsKnown() || !b.IsKnown():
		return false
	case a.IsNull() || b.IsNull():
		return a.IsNull() != b.IsNull()
	case value.IsMap(a) && value.IsMap(b):
		return memberDiffers(a, b) || memberDiffers(b, a)
	case value.IsList(a) && value.IsList(b):
		all, others := value.Elements(a), value.Elements(b)
		if len(all) == 0 || len(others) == 0 {
			return len(all) != len(others)
		}
		return shapesDiffer(all[0], others[0])
	}
	return false
}

// memberDiffers reports whether the first value has a member that the second one does not have in this shape.
func memberDiffers(of, in cty.Value) bool {
	names, members := value.Members(of)
	for i, name := range names {
		other, has := value.Member(in, name)
		if !has {
			other = cty.NullVal(cty.DynamicPseudoType)
		}
		if shapesDiffer(members[i], other) {
			return true
		}
	}
	return false
}
