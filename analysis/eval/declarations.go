package eval

import (
	"errors"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/constraint"
)

// This file computes the values of configs, and of resources and components as far as
// their ranges tell. (PCL specification, pcl-syntax.md, sections 6.3 and 9.)

// config is what the component is given, what the stack has, or else the default.
func (f *frame) config(o *analysis.Object, it syntax.Placed) (cty.Value, error) {
	t := typesys.PlainShape(f.p.TypeOf(f.ctx, o))
	v, err := f.configured(o, it, t)
	if err != nil {
		return cty.NilVal, err
	}
	if f.p.FlowOf(f.ctx, o).Secret() {
		v = v.Mark(Secret).Mark(hidden)
	}
	return v, nil
}

func (f *frame) configured(o *analysis.Object, it syntax.Placed, t typesys.Type) (cty.Value, error) {
	key := analysis.LogicalName(it.Item)
	if from, ok := f.inputs[key]; ok {
		v, err := from.in.expr(from.e)
		return converted(v, t, err)
	}
	if f.inputs == nil {
		if stored, ok := f.stored(key); ok {
			if stored.Secure {
				return unknownOf(t), nil
			}
			v, _, problem := constraint.Parse(stored.Text, t)
			if problem != nil {
				return unknownOf(t), nil
			}
			return f.made(normal(v))
		}
	}
	if it.Block == nil || it.Block.Body.Attributes["default"] == nil {
		return unknownOf(t), nil
	}
	if f.inputs == nil {
		f.defaults[o.Name] = true
	}
	v, err := f.item(it).expr(it.Block.Body.Attributes["default"].Expr)
	return converted(v, t, err)
}

// stored is what the selected stack has for a key.
func (f *frame) stored(key string) (analysis.StackValue, bool) {
	stack := f.p.Stack()
	if stack == nil {
		return analysis.StackValue{}, false
	}
	v, ok := stack.Values[key]
	if ok {
		f.stack = stack.Name
	}
	return v, ok
}

// converted is a value as one of a declared type.
func converted(v cty.Value, t typesys.Type, err error) (cty.Value, error) {
	if err != nil {
		return cty.NilVal, err
	}
	if !v.IsKnown() {
		_, marks := v.Unmark()
		return unknownOf(t).WithMarks(marks), nil
	}
	if !v.IsWhollyKnown() {
		return v, nil // the parts that are not known yet decide with the others
	}
	c, _, problem := constraint.Convert(v, t)
	if problem != nil {
		return cty.NilVal, fail("the value does not fit its declared type")
	}
	return normal(c), nil
}

// resource is one unknown value, or as many as the range makes.
func (f *frame) resource(it syntax.Placed) (cty.Value, error) {
	over := rangeOf(it)
	if over == nil {
		return cty.DynamicVal, nil
	}
	v, err := f.item(it).expr(over)
	if err != nil {
		return cty.NilVal, err
	}
	if IsSecret(v) {
		return cty.NilVal, fail("a range cannot be secret")
	}
	v, marks := v.Unmark()
	if !v.IsKnown() || v.IsNull() {
		return unknown(marks), nil
	}
	made, err := f.many(v)
	if err != nil {
		return cty.NilVal, err
	}
	return made.WithMarks(marks), nil
}

// many are the instances that a known range makes.
func (f *frame) many(v cty.Value) (cty.Value, error) {
	keys, err := f.instances(v)
	if err != nil {
		return cty.NilVal, err
	}
	switch {
	case v.Type() == cty.Number || isList(v):
		all := make([]cty.Value, len(keys))
		for i := range all {
			all[i] = cty.DynamicVal
		}
		return f.made(cty.TupleVal(all))
	case isMap(v):
		all := make(map[string]cty.Value, len(keys))
		for _, k := range keys {
			all[k.key.AsString()] = cty.DynamicVal
		}
		return f.made(cty.ObjectVal(all))
	}
	return cty.DynamicVal, nil
}

// instance is what `range` is for one of several resources.
type instance struct{ key, value cty.Value }

// instances are those that a known range makes. The range must be unmarked.
func (w *work) instances(v cty.Value) ([]instance, error) {
	var all []instance
	switch {
	case v.Type() == cty.Number:
		n := toDouble(v)
		if n > maxNodes {
			return nil, errTooLarge
		}
		for i := range max(0, int(n)) {
			all = append(all, instance{cty.DynamicVal, cty.NumberIntVal(int64(i))})
		}
	case isList(v):
		for i, e := range elements(v) {
			all = append(all, instance{cty.NumberIntVal(int64(i)), e})
		}
	case isMap(v):
		keys, values := members(v)
		for i, key := range keys {
			all = append(all, instance{cty.StringVal(key), values[i]})
		}
	}
	return all, nil
}

// rangeOf is the range of an item; nil for none.
func rangeOf(it syntax.Placed) hclsyntax.Expression {
	if it.Block == nil {
		return nil
	}
	for _, b := range it.Block.Body.Blocks {
		if b.Type == "options" && b.Body.Attributes["range"] != nil {
			return b.Body.Attributes["range"].Expr
		}
	}
	return nil
}

// component is the object of a component's outputs. One with a range is unknown, as
// its name stands for something else in a run than in its type.
func (f *frame) component(it syntax.Placed) (cty.Value, error) {
	dir, ok := f.p.ComponentDir(it.Item)
	if !ok || it.Block == nil || rangeOf(it) != nil || f.inner == maxInner {
		return cty.DynamicVal, nil
	}
	inner := f.p.ComponentProgram(dir)
	if inner == nil {
		return cty.DynamicVal, nil
	}
	_, outputs, err := inner.ComponentMembers(f.ctx)
	if err != nil {
		return cty.NilVal, err
	}
	in := &frame{work: f.work, p: inner, known: map[*analysis.Object]memo{}, inputs: map[string]given{}, inner: f.inner + 1}
	around := f.item(it)
	for name, a := range it.Block.Body.Attributes {
		in.inputs[name] = given{around, a.Expr}
	}
	all := map[string]cty.Value{}
	for _, m := range outputs {
		v, err := in.output(m.Object)
		switch {
		case err == nil:
			all[m.Name] = v
		case isFailure(err) || errors.Is(err, errTooLarge):
			all[m.Name] = unknownOf(m.Type)
		default:
			return cty.NilVal, err
		}
	}
	return f.made(cty.ObjectVal(all))
}

// output is the value that an output exports.
func (f *frame) output(o *analysis.Object) (cty.Value, error) {
	it, _ := o.Item()
	if it.Item == nil || it.Block == nil || it.Block.Body.Attributes["value"] == nil {
		return cty.DynamicVal, nil
	}
	return f.item(it).expr(it.Block.Body.Attributes["value"].Expr)
}
