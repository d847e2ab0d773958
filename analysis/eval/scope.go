package eval

import (
	"maps"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
)

// This file says what names mean: those of the program, and variables inside an item.

// frame is a program in one of its roles: run by itself, or used as a component.
type frame struct {
	*work
	p     *analysis.Program
	known map[*analysis.Object]memo
	// inputs are what the component is given; nil for a program that is run by itself.
	inputs map[string]given
	inner  int // how many components are around
	// called are the names of the components around, each with a dot.
	called string
	// within is the component that the program is run as; nil outside of a run, and for a program
	// that is run by itself.
	within *Registration
}

// memo is the value of a name that was asked for before.
type memo struct {
	value cty.Value
	err   error
	done  bool
}

// given is an expression outside of a component.
type given struct {
	in *scope
	e  hclsyntax.Expression
}

// scope is an item with the variables inside of it.
type scope struct {
	*frame
	it    syntax.Placed
	vars  map[string]cty.Value
	splat map[*hclsyntax.AnonSymbolExpr]cty.Value
	facts *facts
	// outside is nil for an expression of a program.
	outside Outside
}

// facts are what the checker knows of an item, asked for when it is needed.
type facts struct {
	asked bool
	info  *analysis.Info
	flows analysis.Flows
	inner map[int]bool // where names begin that denote variables inside the item
}

func (f *frame) item(it syntax.Placed) *scope {
	return &scope{frame: f, it: it, splat: map[*hclsyntax.AnonSymbolExpr]cty.Value{}, facts: &facts{}}
}

// with is the scope with further variables.
func (s *scope) with(vars map[string]cty.Value) *scope {
	inner := *s
	inner.vars = maps.Clone(s.vars)
	if inner.vars == nil {
		inner.vars = map[string]cty.Value{}
	}
	maps.Copy(inner.vars, vars)
	return &inner
}

// ask asks the checker about the item. Without an answer nothing is known.
func (s *scope) ask() *facts {
	f := s.facts
	if f.asked {
		return f
	}
	f.asked, f.inner = true, map[int]bool{}
	var err error
	if f.info, err = s.p.Check(s.ctx, s.it); err != nil || f.info == nil {
		f.info = &analysis.Info{}
	}
	f.flows, _ = s.p.Flows(s.ctx, s.it)
	for i := range f.info.Occurrences {
		if o := &f.info.Occurrences[i]; o.Kind == analysis.OccurVariable && o.Object != nil {
			f.inner[o.Span.Start] = true
		}
	}
	return f
}

// variable is the value of a name at its place.
func (s *scope) variable(e *hclsyntax.ScopeTraversalExpr) (cty.Value, error) {
	name := e.Traversal.RootName()
	if v, ok := s.vars[name]; ok {
		return v, nil
	}
	if name == "" || s.ask().inner[syntax.SpanOf(e).Start] {
		return cty.DynamicVal, nil
	}
	o := s.p.Lookup(name)
	s.note(name)
	if o == nil {
		return cty.DynamicVal, nil
	}
	return s.object(o)
}

// object is the value of a declaration. One that needs itself is unknown.
func (f *frame) object(o *analysis.Object) (cty.Value, error) {
	if m, ok := f.known[o]; ok {
		if !m.done {
			return cty.DynamicVal, nil
		}
		return m.value, m.err
	}
	if f.depth == maxDepth {
		return cty.NilVal, value.ErrTooLarge
	}
	f.depth++
	f.known[o] = memo{}
	v, err := f.declared(o)
	if err == nil && !v.IsKnown() {
		v = cty.UnknownVal(v.Type()).WithMarks(v.Marks()) // a name forgets what is known of an unknown value
	}
	if err == nil && f.reading != nil {
		v = value.Because(v, f.causeOf(o))
	}
	f.known[o] = memo{value: v, err: err, done: true}
	f.depth--
	return v, err
}

func (f *frame) declared(o *analysis.Object) (cty.Value, error) {
	it, ok := o.Item()
	if !ok {
		return cty.DynamicVal, nil
	}
	switch o.Kind {
	case analysis.ObjectLocal:
		if it.Attr() != nil {
			return f.item(it).expr(it.Attr().Expr)
		}
	case analysis.ObjectConfig:
		return f.config(o, it)
	case analysis.ObjectResource:
		return f.resource(Declaration{f.p, o.Path, it})
	case analysis.ObjectComponent:
		return f.component(Declaration{f.p, o.Path, it})
	case analysis.ObjectRead:
		return f.made(Declaration{f.p, o.Path, it}, instance{})
	}
	return cty.DynamicVal, nil // what providers answer, and what others cannot read
}

// settle gives an unknown value the type that the checker gives the expression, and
// the mark that the flow analysis does.
func (s *scope) settle(e hclsyntax.Expression, v cty.Value) cty.Value {
	if v.IsKnown() {
		if v.IsMarked() && (s.outside != nil || s.reading != nil) && v.Type().IsPrimitiveType() {
			return value.WithoutCauses(v) // what it is does not depend on them
		}
		return v
	}
	f := s.ask()
	inner, marks := v.Unmark()
	if inner.Type() == cty.DynamicPseudoType {
		inner = value.UnknownOf(f.info.TypeOf(e))
	}
	if s.reading != nil {
		inner = notNull(inner, f.info.TypeOf(e))
	}
	if f.flows.Of(e).Secret() {
		marks = value.Joined(marks, cty.NewValueMarks(value.Secret))
	}
	return inner.WithMarks(marks)
}
