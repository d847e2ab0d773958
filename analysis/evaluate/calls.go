package evaluate

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file evaluates calls of builtin functions. Calls whose result depends on more
// than their arguments are unknown. (docs/language/functions.md)

func (s *Evaluation) call(e *hclsyntax.FunctionCallExpr) (cty.Value, error) {
	if v, known, err := s.env.Call(e, s); known || err != nil {
		return v, err
	}
	if s.Lenient && !s.version.Called(e.Name).Pure() {
		return cty.NilVal, value.Fail("this function means nothing here")
	}
	return s.Called(e)
}

// Called returns what a function of the language gives.
func (s *Evaluation) Called(e *hclsyntax.FunctionCallExpr) (cty.Value, error) {
	b := s.version.Called(e.Name)
	switch b.Evaluation {
	case language.EvaluateFirstSuccess:
		return s.firstSuccess(e)
	case language.EvaluateSuccess:
		return s.success(e)
	case language.EvaluateRecovery, language.EvaluateReplacement:
		return s.recovery(e, b)
	}
	args, known, err := s.Arguments(e)
	switch {
	case err != nil:
		return cty.NilVal, err
	case !known:
		return value.Unknown(value.AllMarks(args)), nil
	case b.Value == nil:
		return cty.DynamicVal, nil // the result depends on more
	case !b.Accepts(len(args)):
		return cty.NilVal, value.Fail("the number of arguments is wrong")
	}
	v, err := b.Value(s.Budget, args)
	if err != nil {
		return value.Marked(cty.NilVal, value.AllMarks(args), err)
	}
	if b.Flow == language.FlowSecret {
		v = v.Mark(value.Hidden)
	}
	return v, err
}

// Arguments returns the values of the arguments. Known is false if even their number is
// unknown.
func (s *Evaluation) Arguments(e *hclsyntax.FunctionCallExpr) (args []cty.Value, known bool, err error) {
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
func (s *Evaluation) firstSuccess(e *hclsyntax.FunctionCallExpr) (cty.Value, error) {
	var marks cty.ValueMarks
	for _, arg := range e.Args {
		v, err := s.Value(arg)
		if f, is := value.FailureOf(err); is {
			marks = value.Joined(marks, caught(f))
			continue
		}
		if err == nil && !v.IsWhollyKnown() {
			v = value.Unknown(value.DeepMarks(v))
		}
		return value.Marked(v, marks, err)
	}
	return value.Marked(cty.NilVal, marks, value.Fail("no argument can be evaluated"))
}

// caught are the marks of what a program knows by catching a failure. A run does not take the knowledge for a secret.
func caught(f *value.Failure) cty.ValueMarks {
	marks := value.Joined(f.Marks)
	delete(marks, value.Secret)
	delete(marks, value.Hidden)
	return marks
}

// success tells whether the argument can be evaluated.
func (s *Evaluation) success(e *hclsyntax.FunctionCallExpr) (cty.Value, error) {
	if len(e.Args) != 1 {
		return cty.NilVal, value.Fail("the number of arguments is wrong")
	}
	v, err := s.Value(e.Args[0])
	f, fails := value.FailureOf(err)
	switch {
	case fails:
		return cty.False.WithMarks(caught(f)), nil
	case err != nil:
		return cty.NilVal, err
	case !v.IsWhollyKnown():
		return cty.UnknownVal(cty.Bool).WithMarks(value.DeepMarks(v)), nil
	}
	return cty.True.WithMarks(value.DeepMarks(v)), nil
}

// recovery returns the first argument itself, or the second one if a run catches the failure of the first: no known value comes from a
// resource that failed.
func (s *Evaluation) recovery(e *hclsyntax.FunctionCallExpr, b *language.Builtin) (cty.Value, error) {
	if len(e.Args) != 2 {
		return cty.NilVal, value.Fail("the number of arguments is wrong")
	}
	v, err := s.Value(e.Args[0])
	recovered := s.With(b.Variable(1), cty.UnknownVal(cty.String))
	if f, fails := value.FailureOf(err); fails && b.Evaluation.Catches(0, len(e.Args)) {
		v, err = recovered.Value(e.Args[1])
		return value.Marked(v, caught(f), err)
	}
	if err != nil {
		return cty.NilVal, err
	}
	if !v.IsKnown() {
		other, err := recovered.Value(e.Args[1])
		if err != nil && !value.IsFailure(err) {
			return cty.NilVal, err
		}
		if err == nil {
			v = v.WithMarks(value.DeepMarks(other))
		}
	}
	return v, nil
}
