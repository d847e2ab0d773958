package check

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file says what the range option makes of a resource or component.
// (docs/language/resources.md#range)

// rangeKind is what a range goes through.
type rangeKind uint8

const (
	rangeBool rangeKind = iota
	rangeNumber
	rangeCollection
)

// rangeFacts is what a range option means.
type rangeFacts struct {
	kind rangeKind
	it   typesys.Iteration
	expr typesys.Type
}

// readRange decides what a range of this type goes through. A component's range
// keeps its optional wrapper.
func readRange(t typesys.Type, kind syntax.Kind) rangeFacts {
	stripped := typesys.PlainShape(t)
	if kind != syntax.KindComponent {
		stripped = typesys.Unwrapped(stripped)
	}
	facts := rangeFacts{expr: t, it: typesys.Iterate(typesys.PlainShape(t)), kind: rangeCollection}
	facts.it.Wrap = typesys.Iterate(t).Wrap
	switch {
	case typesys.Convert(typesys.Bool, stripped) == typesys.FitSafe:
		facts.kind = rangeBool
	case typesys.Convert(typesys.Number, stripped) == typesys.FitSafe:
		facts.kind = rangeNumber
	}
	return facts
}

// ok reports whether the value can be a range at all.
func (f rangeFacts) ok() bool { return f.kind != rangeCollection || f.it.OK }

// variable is the type of range in a body; invalid where it does not exist.
func (f rangeFacts) variable() typesys.Type {
	switch f.kind {
	case rangeBool:
		return typesys.Type{}
	case rangeNumber:
		return typesys.Object(typesys.Property{Name: "value", Type: typesys.Int})
	}
	return typesys.Object(
		typesys.Property{Name: "key", Type: f.it.Key}, typesys.Property{Name: "value", Type: f.it.Value})
}

// name is the type of the name of what has the range, base without one.
func (f rangeFacts) name(base typesys.Type, kind syntax.Kind) typesys.Type {
	wrap := f.it.Wrap
	if kind == syntax.KindComponent {
		wrap = func(t typesys.Type) typesys.Type { return t }
	}
	switch {
	case f.kind == rangeBool && kind == syntax.KindComponent:
		return typesys.Optional(base)
	case f.kind == rangeBool:
		return typesys.Lift(typesys.Optional(base), f.expr)
	case f.kind == rangeNumber:
		return typesys.List(base)
	case f.it.Key == typesys.String:
		return wrap(typesys.Map(base))
	}
	return wrap(typesys.List(base))
}

// happens tells whether there is an instance. Of reads and components there is one, whatever
// their range.
func (f rangeFacts) happens(kind syntax.Kind) likelihood {
	if kind != syntax.KindResource {
		return always
	}
	if f.kind == rangeCollection {
		return loops(f.expr)
	}
	if f.expr.Kind() != typesys.KindConst || f.expr == typesys.Null {
		return sometimes
	}
	if v := f.expr.Value(); v.RawEquals(cty.False) || v.Type() == cty.Number && v.AsBigFloat().Sign() <= 0 {
		return never
	}
	return always
}

// isRangeVariable reports whether a traversal reads what range is in an instance.
func isRangeVariable(t hcl.Traversal) bool { return t.RootName() == language.RangeVariable }
