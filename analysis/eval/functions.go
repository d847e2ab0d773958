package eval

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file evaluates calls of builtin functions. Calls whose result depends on more
// than their arguments are unknown. (PCL specification, pcl-functions.md, section 3.)

func (s *scope) call(e *hclsyntax.FunctionCallExpr) (cty.Value, error) {
	if s.outside != nil {
		return s.outsideCall(e)
	}
	v, err := s.called(e)
	if err == nil && s.reading != nil {
		v = value.Because(v, value.Cause{Kind: value.CauseFunction, Name: e.Name})
	}
	return v, err
}

// called is what a function of the language gives.
func (s *scope) called(e *hclsyntax.FunctionCallExpr) (cty.Value, error) {
	b := language.Called(e.Name)
	switch b.Evaluation {
	case language.EvaluateFirstSuccess:
		return s.firstSuccess(e)
	case language.EvaluateSuccess:
		return s.success(e)
	case language.EvaluateRecovery:
		return s.recovery(e, b)
	}
	args, known, err := s.arguments(e)
	switch {
	case err != nil:
		return cty.NilVal, err
	case !known:
		return value.Unknown(value.AllMarks(args)), nil
	case b.Host != language.HostNone:
		return s.host(b.Host), nil
	case b.Value == nil:
		return s.asset(b, args), nil // elsewhere the flow analysis supplies what it knows
	case !b.Accepts(len(args)):
		return cty.NilVal, value.Fail("the number of arguments is wrong")
	}
	v, err := b.Value(&s.Budget, args)
	if err == nil && b.Flow == language.FlowSecret {
		v = v.Mark(value.Hidden)
	}
	return v, err
}

// host returns what the selected stack tells about the run, or whoever follows one.
func (s *scope) host(fact language.HostFact) cty.Value {
	if s.run != nil {
		return s.run.host.of(fact)
	}
	if s.reading != nil {
		s.reading.stack = true
	}
	stack := s.p.Stack()
	switch {
	case stack == nil || s.inputs != nil:
	case fact == language.HostStack:
		s.stack = stack.Name
		return cty.StringVal(stack.Name)
	case stack.Project != "":
		s.stack = stack.Name
		return cty.StringVal(stack.Project)
	}
	return cty.UnknownVal(cty.String)
}

// arguments returns the values of the arguments. Known is false if even their number is
// unknown.
func (s *scope) arguments(e *hclsyntax.FunctionCallExpr) (args []cty.Value, known bool, err error) {
	args, err = s.each(e.Args)
	if err != nil || !e.ExpandFinal || len(args) == 0 {
		return args, true, err
	}
	last, marks := args[len(args)-1].Unmark()
	switch {
	case !last.IsKnown():
		return args, false, nil
	case last.IsNull() || !value.IsList(last):
		return args, true, nil
	}
	args = args[:len(args)-1]
	args = append(args, lists.Map(value.Elements(last), func(v cty.Value) cty.Value { return v.WithMarks(marks) })...)
	return args, true, nil
}

// firstSuccess returns the first argument that does not fail. An argument that is not
// wholly known makes the result unknown.
func (s *scope) firstSuccess(e *hclsyntax.FunctionCallExpr) (cty.Value, error) {
	for _, arg := range e.Args {
		v, err := s.expr(arg)
		switch {
		case value.IsFailure(err):
			continue
		case err != nil:
			return cty.NilVal, err
		case !v.IsWhollyKnown():
			return value.Unknown(value.DeepMarks(v)), nil
		}
		return v, nil
	}
	return cty.NilVal, value.Fail("no argument can be evaluated")
}

// success tells whether the argument can be evaluated.
func (s *scope) success(e *hclsyntax.FunctionCallExpr) (cty.Value, error) {
	if len(e.Args) != 1 {
		return cty.NilVal, value.Fail("the number of arguments is wrong")
	}
	v, err := s.expr(e.Args[0])
	switch {
	case value.IsFailure(err):
		return cty.False, nil
	case err != nil:
		return cty.NilVal, err
	case !v.IsWhollyKnown():
		return cty.UnknownVal(cty.Bool).WithMarks(value.DeepMarks(v)), nil
	}
	return cty.True.WithMarks(value.DeepMarks(v)), nil
}

// recovery returns the first argument itself: no known value comes from a resource that
// failed.
func (s *scope) recovery(e *hclsyntax.FunctionCallExpr, b *language.Builtin) (cty.Value, error) {
	if len(e.Args) != 2 {
		return cty.NilVal, value.Fail("the number of arguments is wrong")
	}
	v, err := s.expr(e.Args[0])
	if err != nil {
		return cty.NilVal, err
	}
	if !v.IsKnown() {
		failed := s.with(map[string]cty.Value{b.Variable(1): cty.UnknownVal(cty.String)})
		other, err := failed.expr(e.Args[1])
		if err != nil && !value.IsFailure(err) {
			return cty.NilVal, err
		}
		if err == nil {
			v = v.WithMarks(value.DeepMarks(other))
		}
	}
	return v, nil
}
