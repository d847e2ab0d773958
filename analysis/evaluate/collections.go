package evaluate

import (
	"errors"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/value"
)

// This file evaluates what looks into lists and objects: steps, indexes, splats and
// loops.

func (s *Evaluation) scopeTraversal(e *hclsyntax.ScopeTraversalExpr) (cty.Value, error) {
	if v, ok := s.variable(e.Traversal.RootName()); ok {
		return s.steps(v, e.Traversal[1:])
	}
	v, parts, err := s.env.Name(e, s)
	if err != nil {
		return cty.NilVal, err
	}
	return s.steps(v, e.Traversal[parts:])
}

func (s *Evaluation) relativeTraversal(e *hclsyntax.RelativeTraversalExpr) (cty.Value, error) {
	v, err := s.Value(e.Source)
	if err != nil {
		return cty.NilVal, err
	}
	return s.steps(v, e.Traversal)
}

func (s *Evaluation) steps(v cty.Value, steps hcl.Traversal) (cty.Value, error) {
	for _, step := range steps {
		var err error
		switch step := step.(type) {
		case hcl.TraverseAttr:
			v, err = s.into(v, cty.StringVal(step.Name))
		case hcl.TraverseIndex:
			v, err = s.into(v, step.Key)
		default:
			return value.Unknown(value.DeepMarks(v)), nil
		}
		if err != nil {
			return cty.NilVal, err
		}
	}
	return v, nil
}

// into is a member of a known value without marks of its own.
func into(v, key cty.Value) (cty.Value, error) {
	switch {
	case v.IsNull():
		return cty.NilVal, value.Fail("null has no members")
	case !key.IsKnown():
		return value.Unknown(value.DeepMarks(v)), nil
	}
	return member(v, key)
}

// member is the one behind a known key.
func member(v, key cty.Value) (cty.Value, error) {
	switch {
	case value.IsList(v):
		i, err := value.Whole(key)
		if err != nil {
			return cty.NilVal, err
		}
		if i < 0 || i >= v.LengthInt() {
			return cty.NilVal, value.Fail("the index is out of range")
		}
		if v.Type().IsSetType() {
			return value.Elements(v)[i], nil
		}
		return v.Index(cty.NumberIntVal(int64(i))), nil // whatever the length
	case value.IsMap(v):
		name, err := value.Written(key)
		if err != nil {
			return cty.NilVal, err
		}
		if found, ok := value.Member(v, name); ok {
			return found, nil
		}
		if v.Type().IsObjectType() && v.Type().HasAttribute(OpenMember) {
			return cty.DynamicVal, nil
		}
		return cty.NilVal, value.Fail("there is no such member")
	}
	return cty.NilVal, value.Fail("this has no members")
}

func (s *Evaluation) index(e *hclsyntax.IndexExpr) (cty.Value, error) {
	both, err := s.each([]hclsyntax.Expression{e.Collection, e.Key})
	if err != nil {
		return cty.NilVal, err
	}
	return s.into(both[0], both[1])
}

// splatted applies what follows a splat to each element; what is no list counts as a
// list of itself.
func (s *Evaluation) splatted(e *hclsyntax.SplatExpr) (cty.Value, error) {
	source, err := s.Value(e.Source)
	if err != nil {
		return cty.NilVal, err
	}
	inner, marks := source.Unmark()
	inner = s.collection(inner)
	if !inner.IsKnown() {
		return value.Unknown(marks), nil
	}
	all := []cty.Value{inner}
	if !inner.IsNull() && value.IsList(inner) {
		all = value.Elements(inner)
	}
	results := make([]cty.Value, len(all))
	if s.splat == nil {
		s.splat = map[*hclsyntax.AnonSymbolExpr]cty.Value{}
	}
	outer, nested := s.splat[e.Item]
	for i, element := range all {
		s.splat[e.Item] = element
		if results[i], err = s.Value(e.Each); err != nil {
			break
		}
	}
	if delete(s.splat, e.Item); nested {
		s.splat[e.Item] = outer
	}
	var v cty.Value
	if err == nil {
		v, err = s.Made(cty.TupleVal(results))
	}
	return value.Marked(v, marks, err)
}

// loop is a for expression. Its condition and keys must be known for anything to be
// known of the result, and give the result their marks.
func (s *Evaluation) loop(e *hclsyntax.ForExpr) (cty.Value, error) {
	collection, err := s.Value(e.CollExpr)
	if err != nil {
		return cty.NilVal, err
	}
	inner, marks := collection.Unmark()
	inner = s.collection(inner)
	if !inner.IsKnown() {
		return value.Unknown(marks), nil
	}
	if inner.IsNull() || !value.IsList(inner) && !value.IsMap(inner) {
		return value.Marked(cty.NilVal, marks, value.Fail("this is no collection"))
	}
	l := looping{Evaluation: s, e: e, marks: marks, known: true, named: map[string][]cty.Value{}}
	rounds, err := Rounds(inner)
	if err != nil {
		return cty.NilVal, err
	}
	for _, round := range rounds {
		if err := l.round(round); err != nil {
			return value.Marked(cty.NilVal, l.marks, err)
		}
	}
	return l.result()
}

// looping is a loop on its way.
type looping struct {
	*Evaluation
	e     *hclsyntax.ForExpr
	marks cty.ValueMarks
	known bool
	lost  cty.ValueMarks // of what cannot be placed since something is unknown
	list  []cty.Value
	named map[string][]cty.Value
}

func (l *looping) round(at Round) error {
	in := l.With(l.e.ValVar, at.Value)
	if l.e.KeyVar != "" {
		in.vars = &variable{l.e.KeyVar, at.Key, in.vars}
	}
	take, err := l.takes(in)
	if err != nil || !take {
		return err
	}
	v, err := in.Value(l.e.ValExpr)
	if err != nil {
		return err
	}
	if l.e.KeyExpr == nil {
		l.list = append(l.list, v)
		return nil
	}
	key, err := in.Value(l.e.KeyExpr)
	if err != nil {
		return err
	}
	l.marks = value.Joined(l.marks, value.DeepMarks(key))
	key, _ = key.UnmarkDeep()
	if !key.IsKnown() {
		l.known, l.lost = false, value.Joined(l.lost, value.DeepMarks(v))
		return nil
	}
	name, err := value.Written(key)
	if err != nil {
		return err
	}
	if len(l.named[name]) > 0 && !l.e.Group {
		return value.Fail("two elements have the same key")
	}
	l.named[name] = append(l.named[name], v)
	return nil
}

// takes reports whether the condition lets an element pass. One that is unknown is
// taken: then the whole is unknown, with the marks of the element.
func (l *looping) takes(in *Evaluation) (bool, error) {
	if l.e.CondExpr == nil {
		return true, nil
	}
	condition, err := in.Value(l.e.CondExpr)
	if err != nil {
		return false, err
	}
	l.marks = value.Joined(l.marks, value.DeepMarks(condition))
	condition, _ = condition.UnmarkDeep()
	if !condition.IsKnown() {
		l.known = false
		return true, nil
	}
	take, err := value.Boolean(l.Evaluation.condition(condition))
	if errors.Is(err, value.ErrUnsure) {
		l.known = false
		return true, nil
	}
	return take, err
}

func (l *looping) result() (cty.Value, error) {
	made := cty.TupleVal(l.list)
	if l.e.KeyExpr != nil {
		all := map[string]cty.Value{}
		for name, values := range l.named {
			all[name] = values[0]
			if l.e.Group {
				all[name] = cty.TupleVal(values)
			}
		}
		made = cty.ObjectVal(all)
	}
	if !l.known {
		return value.Unknown(l.marks, l.lost, value.DeepMarks(made)), nil
	}
	v, err := l.Evaluation.Made(made)
	return value.Marked(v, l.marks, err)
}
