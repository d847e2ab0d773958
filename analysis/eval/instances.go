package eval

import (
	"context"
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/hashicorp/hcl/v2"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/evaluate"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file evaluates what stands in the body of a resource with a range, for each of
// its instances.

// Instances are the values of an expression in the body of a resource with a range,
// for the first instances, and how many instances there are; none if that is not
// known. Expressions that do not speak of `range` have one value, see [PreviewOf].
func Instances(ctx context.Context, p *analysis.Program, it syntax.Placed, e hclsyntax.Expression) (first []Preview, count int, err error) {
	over := RangeOf(it)
	if over == nil || it.Kind != syntax.KindResource || !MentionsRange(e) {
		return nil, 0, nil
	}
	w := newWork(ctx)
	s := w.root(p).item(it)
	v, err := s.Value(over)
	if err != nil || v.IsMarked() || !v.IsKnown() || v.IsNull() {
		return nil, 0, ctx.Err()
	}
	all, err := evaluate.Rounds(v)
	if err != nil || ctx.Err() != nil {
		return nil, 0, ctx.Err()
	}
	for _, one := range all[:min(len(all), maxShown)] {
		shown, err := w.preview(s.with(variablesOf(one)), e)
		if err != nil {
			return nil, 0, err
		}
		first = append(first, shown)
	}
	return first, len(all), nil
}

// variablesOf are the variables of an instance; nil for that of a resource without a range.
func variablesOf(one evaluate.Round) map[string]cty.Value {
	if one == (evaluate.Round{}) {
		return nil
	}
	return map[string]cty.Value{language.RangeVariable: one.Variable()}
}

// rounds are the instances that a known range makes. A bool makes one like that of a resource without a range, or none.
func rounds(v cty.Value) ([]evaluate.Round, error) {
	if v.Type() == cty.Bool && v.True() {
		return []evaluate.Round{{}}, nil
	}
	return evaluate.Rounds(v)
}

// MentionsRange reports whether an expression refers to the instance that it is evaluated for.
func MentionsRange(e hclsyntax.Expression) bool {
	return slices.ContainsFunc(e.Variables(), func(t hcl.Traversal) bool {
		return t.RootName() == language.RangeVariable
	})
}
