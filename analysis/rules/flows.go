package rules

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/evaluate"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
)

// This file implements the functions of rules about taints: what values carry with them.

// written is the expression of the program that an argument stands for, as far inside as it is written
// out; nil for something that is not written. Ok is false for an argument that stands for no such thing.
func (v *view) written(arg hclsyntax.Expression) (e hclsyntax.Expression, ok bool) {
	t, ok := writtenPath(v.rule, arg)
	if !ok {
		return nil, false
	}
	name, _ := stepName(t, 1)
	rest, at := t[2:], (*hclsyntax.Attribute)(nil)
	switch {
	case v.rule.entry != nil && t.RootName() == v.rule.entry.word:
		at = v.entry
	case name == factInputs || name == memberOptions:
		entry, ok := stepName(t, 2)
		if !ok {
			return nil, false
		}
		rest = t[3:]
		if at = tree.Option(v.it.Block(), entry); name == factInputs {
			at = inputNamed(v.it, entry)
		}
	default:
		at = v.block().Attributes[name]
	}
	if at == nil {
		return nil, true
	}
	return inside(at.Expr, rest), true
}

const memberOptions = "options"

// writtenPath is the traversal of an argument that leads to what a program writes.
func writtenPath(r *Rule, arg hclsyntax.Expression) (hcl.Traversal, bool) {
	for {
		inner, in := arg.(*hclsyntax.ParenthesesExpr)
		if !in {
			break
		}
		arg = inner.Expression
	}
	e, ok := arg.(*hclsyntax.ScopeTraversalExpr)
	if !ok {
		return nil, false
	}
	name, ok := stepName(e.Traversal, 1)
	if !ok {
		return nil, false
	}
	for _, s := range r.roots() {
		if s.word == e.Traversal.RootName() {
			m := s.member(name)
			if m == nil || !m.source {
				return nil, false
			}
			if name == factInputs || name == memberOptions {
				_, ok = stepName(e.Traversal, 2)
			}
			return e.Traversal, ok
		}
	}
	return nil, false
}

// inside follows steps into objects that are written out.
func inside(e hclsyntax.Expression, steps hcl.Traversal) hclsyntax.Expression {
	for i := range steps {
		name, _ := stepName(steps, i)
		object, ok := e.(*hclsyntax.ObjectConsExpr)
		if !ok {
			return e
		}
		found := false
		for _, item := range object.Items {
			if key, literal := analysis.LiteralKey(item.KeyExpr); literal && key == name {
				e, found = item.ValueExpr, true
			}
		}
		if !found {
			return object
		}
	}
	return e
}

// facts are what the checker knows of an item.
type facts struct {
	taints analysis.Taints
	info   *analysis.Info
}

// checked asks the checker about the item. The error is that of the context.
func (j *judging) checked() (*facts, error) {
	if j.facts != nil {
		return j.facts, nil
	}
	var f facts
	var err error
	if f.info, err = j.p.Check(j.ctx, j.it); err != nil {
		return nil, err
	}
	if f.taints, err = analysis.TaintsIn(j.ctx, j.p, j.it); err != nil {
		return nil, err
	}
	j.facts = &f
	return &f, nil
}

func (v *view) taint(e hclsyntax.Expression) (analysis.Taint, error) {
	known, err := v.checked()
	if err != nil {
		return analysis.Taint{}, err
	}
	return known.taints.Of(e), nil
}

// isSecret is certain where the value is known. Otherwise, taints may exclude a secret.
func (v *view) isSecret(in *evaluate.Evaluation, args []hclsyntax.Expression) (cty.Value, error) {
	got, err := in.Value(args[0])
	if err != nil {
		return cty.NilVal, err
	}
	unknown := false
	var causes []value.Cause
	if err := eachPart(got, func(part cty.Value) {
		if !part.IsKnown() {
			unknown = true
			causes = append(causes, value.CausesOf(part)...)
		}
	}); err != nil {
		return cty.NilVal, err
	}
	if secretPart(got) {
		return cty.True, nil
	}
	if !unknown {
		return cty.False, nil
	}
	if e, ok := v.written(args[0]); ok {
		taint, err := v.taint(e)
		if err != nil {
			return cty.NilVal, err
		}
		surely, unlessGiven := taint.SurelySecret()
		switch {
		case !taint.MaybeSecret():
			return cty.False, nil
		case surely && (!unlessGiven || v.p.Stack() != nil): // with a stack, it is run by itself
			return cty.True, nil
		}
	}
	answer := cty.UnknownVal(cty.Bool)
	for _, c := range causes {
		answer = answer.Mark(c)
	}
	return answer, nil
}

// secretPart reports whether something known in a value is secret.
func secretPart(v cty.Value) (found bool) {
	_ = eachPart(v, func(part cty.Value) { found = found || part.IsKnown() && value.IsSecret(part) })
	return found
}

// eachPart visits a value and everything in it.
func eachPart(v cty.Value, visit func(cty.Value)) error {
	return cty.Walk(v, func(_ cty.Path, part cty.Value) (bool, error) {
		visit(part)
		return true, nil
	})
}

func (v *view) isUnknown(_ *evaluate.Evaluation, args []hclsyntax.Expression) (cty.Value, error) {
	e, ok := v.written(args[0])
	if !ok {
		return cty.NilVal, value.Fail("this is nothing that the program writes")
	}
	taint, err := v.taint(e)
	return cty.BoolVal(e != nil && taint.MaybeUnknown()), err
}

// dependsOn compares the names and types of what something depends on.
func (v *view) dependsOn(in *evaluate.Evaluation, args []hclsyntax.Expression) (cty.Value, error) {
	given, err := in.Value(args[1])
	if err != nil {
		return cty.NilVal, err
	}
	inner, marks := given.UnmarkDeep()
	if !inner.IsKnown() {
		return cty.UnknownVal(cty.Bool).WithMarks(marks), nil
	}
	name, err := value.Written(inner)
	if err != nil || len(name) > maxPattern {
		return cty.NilVal, value.Fail("this is no pattern")
	}
	objects, all, err := v.dependenciesOf(args[0])
	if err != nil {
		return cty.NilVal, err
	}
	if err := in.Spend(len(objects) * (1 + len(name)/8)); err != nil {
		return cty.NilVal, err
	}
	for _, o := range objects {
		names := []string{o.Name}
		if it, ok := o.Item(); ok && (o.Kind == analysis.ObjectResource || o.Kind == analysis.ObjectRead) {
			names = append(names, spellings(tokenOf(v.p, it.Item))...)
		}
		if matchAny([]pattern{pattern(name)}, names...) {
			return cty.True, nil
		}
	}
	if !all {
		return cty.UnknownVal(cty.Bool).Mark(value.Cause{Kind: value.CauseSize}), nil
	}
	return cty.False, nil
}

// dependenciesOf are the declarations that the subject, or something that it writes, depends on; all is
// false if there are more.
func (v *view) dependenciesOf(arg hclsyntax.Expression) (objects []*analysis.Object, all bool, err error) {
	if root, ok := arg.(*hclsyntax.ScopeTraversalExpr); ok && len(root.Traversal) == 1 && root.Traversal.RootName() == v.rule.subject.word {
		objects, all = v.related(needs)
		return objects, all, nil
	}
	e, ok := v.written(arg)
	if !ok {
		return nil, false, value.Fail("this is nothing that the program writes")
	}
	taint, err := v.taint(e)
	if e == nil || err != nil {
		return nil, true, err
	}
	for _, name := range taint.Dependencies() {
		v.reading.Note(name)
		if o := v.p.Lookup(name); o != nil {
			objects = append(objects, o)
		}
	}
	return objects, !taint.HasMoreDependencies(), nil
}

func (v *view) writtenType(_ *evaluate.Evaluation, args []hclsyntax.Expression) (cty.Value, error) {
	e, ok := v.written(args[0])
	if !ok {
		return cty.NilVal, value.Fail("this is nothing that the program writes")
	}
	if e == nil {
		return null, nil
	}
	known, err := v.checked()
	if err != nil {
		return cty.NilVal, err
	}
	return text(known.info.TypeOf(e).String()), nil
}
