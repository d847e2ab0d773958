package check

import (
	"maps"
	"path"
	"slices"
	"strconv"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file implements the flows that items show to each other: what a name
// carries. (PCL specification, pcl-diagnostics.md, B.5 and B.6.)

// shownFlow is what the name of an item carries.
func shownFlow(r *recorder, e *program.Item) Flow {
	if kindOf(e) == 0 {
		return Flow{}
	}
	switch kindOf(e) {
	case ObjectLocal:
		return localFlow(r, e)
	case ObjectConfig:
		return configFlow(r, e)
	case ObjectResource:
		return rangedFlow(r, e, resourceFlow(r, e))
	case ObjectRead:
		return readFlow(r, e)
	case ObjectComponent:
		return rangedFlow(r, e, componentFlow(r, e))
	case ObjectOutput:
		// The evaluator gives a value to those outside only.
		return Flow{own: marks{unknown: because(true, step{name: e.Name, kind: stepBlockOutput})}}
	}
	return Flow{}
}

func localFlow(r *recorder, e *program.Item) Flow {
	if e.Syntax.Attr() == nil {
		return Flow{}
	}
	return newFlower(r, e).attribute(e.Syntax.Attr()).passedBy(step{name: e.Name, kind: stepLocal})
}

// passedBy is the flow with a further step on the way of every mark.
func (f Flow) passedBy(here step) Flow {
	pass := func(c *cause) *cause {
		if c != nil && c.step.name == here.name && c.step.dir == "" {
			return c // the origin is in this item
		}
		return c.via(here)
	}
	return f.mapped(func(m marks) marks {
		return marks{
			unknown: pass(m.unknown), secret: pass(m.secret), within: pass(m.within), exposed: pass(m.exposed), output: pass(m.output),
			deps: m.deps, params: m.params,
		}
	})
}

// configFlow is secret where the block says so, or where the selected stack stores
// the value as a secret. A value from outside is never unknown, but the default may
// be what some other item carries.
func configFlow(r *recorder, e *program.Item) Flow {
	own := marks{deps: dependsOn(e.Name)}
	if e.Syntax.Block() == nil {
		return Flow{own: own}
	}
	if tree.Flag(e.Syntax.Block(), "secret") {
		own.secret = declaredBy(step{name: e.Name, kind: stepConfigSecret})
	} else if file, stored := r.storedSecret(tree.LogicalName(e.Syntax)); stored {
		own.secret = declaredBy(step{name: e.Name, kind: stepConfigStored, what: path.Base(file)})
	}
	attrs := e.Syntax.Block().Body.Attributes
	if a := attrs["default"]; a != nil {
		if value := newFlower(r, e).attribute(a); !value.deep().isEmpty() {
			return either(Flow{}, value.passedBy(step{name: e.Name, kind: stepDefault})).marked(own)
		}
	} else if tree.Flag(e.Syntax.Block(), "nullable") {
		own.unknown = because(false, step{name: e.Name, kind: stepUnset})
	}
	return Flow{own: own}
}

// rangedFlow applies the ranges of an item. Instances do not depend on what their range comes from
// (registerResource in pkg/pcl/runtime/interpreter.go), but what is made of a range that is not
// known is not known itself. Where the type does not tell what a range makes, and
// for components, whose range the run passes over, the name may be one or many.
func rangedFlow(r *recorder, e *program.Item, base Flow) Flow {
	for _, a := range rangeAttributes(e.Syntax) {
		over := newFlower(r, e).attribute(a)
		facts := readRange(typeAside(r, e, a.Expr), e.Syntax.Kind)
		whole := over.deep()
		own := marks{deps: r.configsIn(whole.deps), params: whole.params}
		if kindOf(e) == ObjectResource {
			own.unknown = over.own.unknown.via(step{name: e.Name, kind: stepRange, span: tree.NodeSpan(a.Expr)})
			own.unknown = joinBoth(own.unknown, noInstance(e, a.Expr, facts))
			if own.unknown != nil { // a name that is not set is no output
				base.own.output = base.own.output.unsure()
			}
		}
		switch one := base.marked(own); {
		case facts.kind == rangeBool:
			base = one
		case kindOf(e) == ObjectComponent || facts.mayBeAnything():
			base = either(one, elementsOf(own, base))
		default:
			base = elementsOf(own, base)
		}
	}
	return base
}

// noInstance is the cause that a range which is a condition may make no resource:
// then its name is unknown, in an update too.
func noInstance(e *program.Item, over hclsyntax.Expression, facts rangeFacts) *cause {
	none := step{name: e.Name, kind: stepMaybeNone, span: tree.NodeSpan(over)}
	if yes, ok := tree.Bool(tree.Unparen(over)); ok {
		if yes {
			return nil
		}
		none.kind = stepNoInstance
		return because(true, none)
	}
	if facts.kind == rangeBool || facts.mayBeAnything() {
		return because(false, none)
	}
	return nil
}

// mayBeAnything reports a range whose type does not tell what it makes.
func (f rangeFacts) mayBeAnything() bool {
	return !f.ok() || typesys.Unwrapped(typesys.PlainShape(f.expr)).Kind() == typesys.KindDynamic
}

// componentFlow is that of a component's outputs: what they carry inside, with
// what the inputs that they are made of carry.
func componentFlow(r *recorder, e *program.Item) Flow {
	name := e.Name
	it := e.Syntax
	own := itemMarks(name)
	if len(it.Labels) != 2 || it.Block() == nil {
		own.unknown = because(false, step{name: name, kind: stepComponent})
		return Flow{own: own}
	}
	shown := r.componentFlows(it.Labels[1].Value)
	if shown == nil {
		return Flow{own: own}
	}
	inputs := componentInputs(r, e)
	given := shown.givenAll(inputs)
	var named []flowPart
	for _, output := range slices.Sorted(maps.Keys(shown.outputs)) {
		here := step{name: name, kind: stepComponent, what: output}
		named = append(named, flowPart{output, shown.outputs[output].mapped(func(m marks) marks {
			return r.outside(m.outOf(given), shown.dir, here, inputs)
		})})
	}
	return ofParts(own, named, nil)
}

// componentInputs are the flows of the values that a component is given.
func componentInputs(r *recorder, e *program.Item) map[string]Flow {
	inputs := map[string]Flow{}
	newFlower(r, e).inputs(func(a *hclsyntax.Attribute, flow Flow) { inputs[a.Name] = flow })
	return inputs
}

// inputs shows the flows of the attributes of an item's body.
func (f *flower) inputs(show func(a *hclsyntax.Attribute, flow Flow)) {
	f.with(f.rangeVariables(), func() {
		for _, a := range f.e.Syntax.Attributes() {
			show(a, f.attribute(a))
		}
	})
}

// outside is how marks inside a component are seen outside of it.
func (r *recorder) outside(m marks, dir string, here step, inputs map[string]Flow) marks {
	leave := func(c *cause) *cause {
		if c == nil {
			return nil
		}
		return c.from(dir).via(here)
	}
	seen := marks{unknown: leave(m.unknown), secret: leave(m.secret), within: leave(m.within), exposed: leave(m.exposed)}
	for _, name := range slices.Sorted(maps.Keys(inputs)) {
		from := inputs[name].deep()
		inside := step{dir: dir, name: name, kind: stepGiven, what: here.name}
		enters := func(c *cause) *cause { return c.unsure().via(inside).via(here) }
		// An input that an output is made of need not be the whole of it, and what of the
		// input is secret may be a member of either.
		secret := enters(from.secret)
		if m.deps.mayHave(name) {
			seen = seen.and(marks{unknown: enters(from.unknown), secret: secret, within: secret, deps: from.deps, params: from.params})
		}
		if m.params == nil {
			continue
		}
		if m.params.secret.mayHave(name) {
			seen = seen.and(marks{secret: secret, within: secret, params: params{secret: from.secretParams()}.kept()})
		}
		if m.params.late.mayHave(name) {
			seen = seen.and(marks{unknown: enters(r.waitsFor(from)), params: params{late: from.lateParams()}.kept()})
		}
		if m.params.id.mayHave(name) {
			seen = seen.and(marks{unknown: enters(r.lateID(from, here)), params: params{id: from.lateParams()}.kept()})
		}
	}
	return seen
}

// rangeVariables are the flows of `range` in the body of an item. A run does not follow the range of a
// component, so there the name has no value. (registerComponent in pkg/pcl/runtime/interpreter.go.)
func (f *flower) rangeVariables() []flowPart {
	a := RangeAttribute(f.e.Syntax)
	switch {
	case a == nil:
		return nil
	case kindOf(f.e) == ObjectComponent:
		never := Flow{own: marks{unknown: because(false, step{name: f.e.Name, kind: stepRangeIgnored, span: tree.NodeSpan(a.Expr)})}}
		return []flowPart{{language.RangeVariable, elementsOf(marks{}, never)}}
	}
	over := f.quietly(a.Expr)
	return []flowPart{{language.RangeVariable, ofParts(marks{}, []flowPart{
		{"key", Flow{own: marks{deps: f.configsIn(over.own.deps)}}}, {"value", f.each(over)},
	}, nil)}}
}

// quietly is the flow of an expression that has its turn elsewhere.
func (f *flower) quietly(e hclsyntax.Expression) Flow {
	sinks, vars := f.sinks, f.vars
	f.sinks, f.vars = nil, nil
	defer func() { f.sinks, f.vars = sinks, vars }()
	return f.expr(e)
}

// ownName is the name under which others find the item; empty where they do not.
func (f *flower) ownName() string {
	if kindOf(f.e) == 0 || !f.p.core.Owns(f.e) || kindOf(f.e) == ObjectOutput {
		return ""
	}
	return f.e.Name
}

func decimal(n int64) string { return strconv.FormatInt(n, 10) }
