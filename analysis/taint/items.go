package taint

import (
	"maps"
	"path"
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/options"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
)

// This file implements the taints that items show to each other: what a name
// carries. (docs/language/unknown-and-secret.md)

// computeTaint is what the name of an item carries.
func computeTaint(r recorder, e *program.Item) Taint {
	switch check.KindOf(e) {
	case check.ObjectLocal:
		return localTaint(r, e)
	case check.ObjectConfig:
		return configTaint(r, e)
	case check.ObjectResource:
		return rangedTaint(r, e, resourceTaint(r, e))
	case check.ObjectRead:
		return readTaint(r, e)
	case check.ObjectComponent:
		return rangedTaint(r, e, componentTaint(r, e))
	case check.ObjectOutput:
		// The evaluator gives a value to those outside only.
		return Taint{own: marks{unknown: because(true, step{name: e.Name, kind: stepBlockOutput})}}
	}
	return Taint{}
}

func localTaint(r recorder, e *program.Item) Taint {
	if e.Syntax.Attr() == nil {
		return Taint{}
	}
	return newInterpreter(r, e).attribute(e.Syntax.Attr()).passedBy(step{name: e.Name, kind: stepLocal})
}

// passedBy is the taint with a further step on the way of every mark.
func (f Taint) passedBy(here step) Taint {
	pass := func(c *cause) *cause {
		if c != nil && c.step.name == here.name && c.step.dir == "" {
			return c // the origin is in this item
		}
		return c.via(here)
	}
	return f.mapped(func(m marks) marks {
		m.unknown, m.secret, m.within, m.exposed, m.output = pass(m.unknown), pass(m.secret), pass(m.within), pass(m.exposed), pass(m.output)
		return m
	})
}

// configTaint is secret where the block says so, or where the selected stack stores the value as a secret. A value from
// outside is never unknown, but the default may be what some other item carries.
func configTaint(r recorder, e *program.Item) Taint {
	own := marks{deps: dependsOn(e.Name)}
	if e.Syntax.Block() == nil {
		return Taint{own: own}
	}
	if tree.Flag(e.Syntax.Block(), "secret") {
		own.secret = declaredBy(step{name: e.Name, kind: stepConfigSecret})
	} else if file, stored := r.StoredSecret(tree.LogicalName(e.Syntax)); stored {
		own.secret = declaredBy(step{name: e.Name, kind: stepConfigStored, what: path.Base(file)})
	}
	attrs := e.Syntax.Block().Body.Attributes
	if a := attrs["default"]; a != nil {
		if value := newInterpreter(r, e).attribute(a); !value.deep().isEmpty() {
			return either(Taint{}, value.passedBy(step{name: e.Name, kind: stepDefault})).marked(own)
		}
	} else if tree.Flag(e.Syntax.Block(), "nullable") {
		own.unknown = because(false, step{name: e.Name, kind: stepUnset})
	}
	return Taint{own: own}
}

// rangedTaint applies the ranges of an item. Instances do not depend on what their range comes from (registerResource
// in pkg/pcl/runtime/interpreter.go), but what is made of a range that is not known is not known itself. Where the type
// does not tell what a range makes, and for components, whose range the run passes over, the name may be one or many.
func rangedTaint(r recorder, e *program.Item, base Taint) Taint {
	for _, a := range options.Ranges(e.Syntax) {
		over := newInterpreter(r, e).attribute(a)
		isCondition, isUnclear := r.RangeMakes(e, a.Expr)
		whole := over.deep()
		own := marks{deps: r.configsIn(whole.deps), params: whole.params}
		if check.KindOf(e) == check.ObjectResource {
			own.unknown = over.own.unknown.via(step{name: e.Name, kind: stepRange, span: tree.NodeSpan(a.Expr)})
			own.unknown = joinBoth(own.unknown, noInstance(e, a.Expr, isCondition || isUnclear))
			if own.unknown != nil { // a name that is not set is no output
				base.own.output = base.own.output.unsure()
			}
		}
		switch one := base.marked(own); {
		case isCondition:
			base = one
		case check.KindOf(e) == check.ObjectComponent || isUnclear:
			base = either(one, elementsOf(own, base))
		default:
			base = elementsOf(own, base)
		}
	}
	return base
}

// noInstance is the cause that a range which may be a condition may make no resource:
// then its name is unknown, in an update too.
func noInstance(e *program.Item, over hclsyntax.Expression, mayBeCondition bool) *cause {
	none := step{name: e.Name, kind: stepMaybeNone, span: tree.NodeSpan(over)}
	if isFixed(over) {
		if v, found := over.Value(nil); !found.HasErrors() && v.Type() == cty.Bool && v.IsKnown() && !v.IsNull() {
			if v.True() {
				return nil
			}
			none.kind = stepNoInstance
			return because(true, none)
		}
	}
	if mayBeCondition {
		return because(false, none)
	}
	return nil
}

// isFixed reports whether an expression has the same value in every run, which takes no longer than to read it: it has no names, calls or loops.
func isFixed(e hclsyntax.Expression) bool {
	fixed := true
	node.Walk(e, func(n hclsyntax.Node, _ []hclsyntax.Node) bool {
		switch n.(type) {
		case *hclsyntax.ScopeTraversalExpr, *hclsyntax.FunctionCallExpr, *hclsyntax.ForExpr:
			fixed = false
		}
		return fixed
	})
	return fixed
}

// componentTaint is that of a component's outputs: what they carry inside, with
// what the inputs that they are made of carry.
func componentTaint(r recorder, e *program.Item) Taint {
	name := e.Name
	it := e.Syntax
	own := itemMarks(name)
	if len(it.Labels) != 2 || it.Block() == nil {
		own.unknown = because(false, step{name: name, kind: stepComponent})
		return Taint{own: own}
	}
	shown := r.componentTaints(it.Labels[1].Value)
	if shown == nil {
		return Taint{own: own}
	}
	inputs := componentInputs(r, e)
	given := shown.givenAll(inputs)
	var named []memberTaint
	for _, output := range slices.Sorted(maps.Keys(shown.outputs)) {
		here := step{name: name, kind: stepComponent, what: output}
		named = append(named, memberTaint{output, shown.outputs[output].mapped(func(m marks) marks {
			return r.outside(m.outOf(given), shown.dir, here, inputs)
		})})
	}
	return ofParts(own, named, nil)
}

// componentInputs are the taints of the values that a component is given.
func componentInputs(r recorder, e *program.Item) map[string]Taint {
	inputs := map[string]Taint{}
	newInterpreter(r, e).inputs(func(a *hclsyntax.Attribute, taint Taint) { inputs[a.Name] = taint })
	return inputs
}

// inputs shows the taints of the attributes of an item's body.
func (f *interpreter) inputs(show func(a *hclsyntax.Attribute, taint Taint)) {
	f.with(f.rangeVariables(), func() {
		for _, a := range f.e.Syntax.Attributes() {
			show(a, f.attribute(a))
		}
	})
}

// outside is how marks inside a component are seen outside of it.
func (r recorder) outside(m marks, dir string, here step, inputs map[string]Taint) marks {
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

// rangeVariables are the taints of `range` in the body of an item. A run does not follow the range of a
// component, so there the name has no value. (registerComponent in pkg/pcl/runtime/interpreter.go.)
func (f *interpreter) rangeVariables() []memberTaint {
	a := options.Range(f.e.Syntax)
	switch {
	case a == nil:
		return nil
	case check.KindOf(f.e) == check.ObjectComponent:
		never := Taint{own: marks{unknown: because(false, step{name: f.e.Name, kind: stepRangeIgnored, span: tree.NodeSpan(a.Expr)})}}
		return []memberTaint{{language.RangeVariable, elementsOf(marks{}, never)}}
	}
	over := f.quietly(a.Expr)
	return []memberTaint{{language.RangeVariable, ofParts(marks{}, []memberTaint{
		{"key", Taint{own: marks{deps: f.configsIn(over.own.deps)}}}, {"value", f.each(over)},
	}, nil)}}
}

// quietly is the taint of an expression that has its turn elsewhere.
func (f *interpreter) quietly(e hclsyntax.Expression) Taint {
	sinks, vars := f.sinks, f.vars
	f.sinks, f.vars = nil, nil
	defer func() { f.sinks, f.vars = sinks, vars }()
	return f.expr(e)
}

// ownName is the name under which others find the item; empty where they do not.
func (f *interpreter) ownName() string {
	if check.KindOf(f.e) == 0 || !f.Program.Owns(f.e) || check.KindOf(f.e) == check.ObjectOutput {
		return ""
	}
	return f.e.Name
}
