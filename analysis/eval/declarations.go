package eval

import (
	"errors"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/evaluate"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/constraint"
)

// This file computes the values of configs, and of resources and components as far as
// their ranges tell. (docs/language/configs.md#values, docs/language/resources.md#range)

// config is what the component is given, what the stack has, or else the default.
func (f *frame) config(o *analysis.Object, it syntax.Placed) (cty.Value, error) {
	t := typesys.PlainShape(f.p.TypeOf(f.ctx, o))
	v, err := f.configured(o, it, t)
	if err != nil {
		return cty.NilVal, err
	}
	if analysis.TaintOf(f.ctx, f.p, o).Secret() {
		v = v.Mark(value.Secret).Mark(value.Hidden)
	}
	return v, nil
}

func (f *frame) configured(o *analysis.Object, it syntax.Placed, t typesys.Type) (cty.Value, error) {
	key := analysis.LogicalName(it.Item)
	if from, ok := f.inputs[key]; ok {
		v, err := from.in.Value(from.e)
		return value.Converted(v, t, err)
	}
	if f.inputs == nil {
		if stored, ok := f.stored(key); ok {
			ok := !stored.Secure
			if stored.Secure && f.run != nil && f.run.host.Decrypt != nil {
				stored.Text, ok = f.run.host.Decrypt(stored.Encrypted)
			}
			v, _, problem := constraint.Parse(stored.Text, t)
			if !ok || problem != nil {
				return value.UnknownOf(t), nil
			}
			if stored.Secure {
				v = v.Mark(value.Secret).Mark(value.Hidden)
			}
			return f.Made(value.Normal(v))
		}
	}
	e := attributeOf(it, language.ConfigDefault)
	if e == nil {
		return value.UnknownOf(t), nil
	}
	if f.inputs == nil {
		if f.reading != nil && f.p.Stack() == nil {
			return value.UnknownOf(t), nil // some stack may have another value
		}
		f.defaults[o.Name] = true
	}
	v, err := f.item(it).Value(e)
	return value.Converted(v, t, err)
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

// resource is the value of one resource, or of as many as the range makes.
func (f *frame) resource(d Declaration) (cty.Value, error) {
	over := RangeOf(d.Item)
	if over == nil {
		return f.made(d, evaluate.Round{})
	}
	v, err := f.item(d.Item).Value(over)
	if err == nil {
		err = f.ranged(d)
	}
	if err != nil {
		return cty.NilVal, err
	}
	if value.IsSecret(v) && analysis.EditionOf(f.p).Version < language.ReadsAll {
		return cty.NilVal, value.Fail("a range cannot be secret")
	}
	v, marks := v.Unmark()
	delete(marks, value.Secret) // the number of instances is not secret
	if !v.IsKnown() || v.IsNull() {
		f.open(d)
		return value.Unknown(marks), nil
	}
	made, err := f.many(d, v)
	return value.Marked(made, marks, err)
}

// many are the instances that a known range makes.
func (f *frame) many(d Declaration, v cty.Value) (cty.Value, error) {
	all, err := rounds(v)
	if err != nil {
		return cty.NilVal, err
	}
	values := make([]cty.Value, len(all))
	for i, one := range all {
		if values[i], err = f.made(d, one); err != nil {
			return cty.NilVal, err
		}
	}
	switch {
	case v.Type() == cty.Bool && v.True():
		return values[0], nil
	case v.Type() == cty.Number || value.IsList(v):
		return f.together(cty.TupleVal(values))
	case value.IsMap(v):
		keyed := make(map[string]cty.Value, len(all))
		for i, one := range all {
			keyed[one.Suffix] = values[i]
		}
		return f.together(cty.ObjectVal(keyed))
	}
	return cty.DynamicVal, nil
}

// RangeOf returns the range of an item, or nil.
func RangeOf(it syntax.Placed) hclsyntax.Expression {
	if a := analysis.RangeAttribute(it.Item); a != nil {
		return a.Expr
	}
	return nil
}

// component is the object of a component's outputs. Outside of a run, one with a range is
// unknown, as its name stands for something else in a run than in its type.
func (f *frame) component(d Declaration) (cty.Value, error) {
	if RangeOf(d.Item) != nil && f.run == nil {
		return cty.DynamicVal, nil
	}
	within, err := f.register(d, evaluate.Round{})
	if err != nil {
		return cty.NilVal, err
	}
	dir, ok := f.p.ComponentDir(d.Item.Item)
	if !ok {
		return f.shown(within, nil)
	}
	inner := f.p.ComponentProgram(dir)
	if inner == nil || f.inner == maxInner {
		f.open(d)
		return cty.DynamicVal, nil
	}
	_, outputs, err := inner.ComponentMembers(f.ctx)
	if err != nil {
		return cty.NilVal, err
	}
	in := &frame{work: f.work, p: inner, known: map[*analysis.Object]memo{}, inputs: map[string]given{}, inner: f.inner + 1, within: within, called: f.called + d.Item.Name + "."}
	around := f.item(d.Item)
	for name, a := range d.Item.Block().Body.Attributes {
		in.inputs[name] = given{around, a.Expr}
	}
	if err := in.registerAll(); err != nil {
		return cty.NilVal, err
	}
	all := map[string]cty.Value{}
	for _, m := range outputs {
		v, err := in.output(m.Object)
		switch {
		case err == nil:
			all[m.Name] = v
		case value.IsFailure(err) || errors.Is(err, value.ErrTooLarge):
			all[m.Name] = value.UnknownOf(m.Type)
		default:
			return cty.NilVal, err
		}
	}
	return f.shown(within, all)
}

// shown is what the name of a component stands for: its outputs, and in a run what every
// resource has.
func (f *frame) shown(within *Registration, outputs map[string]cty.Value) (cty.Value, error) {
	switch {
	case within != nil:
		return within.variable(outputs)
	case outputs == nil:
		return cty.DynamicVal, nil
	}
	return f.Made(cty.ObjectVal(outputs))
}

// output is the value that an output exports.
func (f *frame) output(o *analysis.Object) (cty.Value, error) {
	it, _ := o.Item()
	if e := attributeOf(it, language.OutputValue); e != nil {
		return f.item(it).Value(e)
	}
	return cty.DynamicVal, nil
}

// attributeOf is an attribute of a block, or nil.
func attributeOf(it syntax.Placed, name string) hclsyntax.Expression {
	if it.Item == nil || it.Block() == nil || it.Block().Body.Attributes[name] == nil {
		return nil
	}
	return it.Block().Body.Attributes[name].Expr
}
