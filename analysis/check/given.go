package check

import (
	"slices"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file checks the items of a component with the values that a block passes to its configs.

// Passed are the inputs of a component block that have the same value in every run, by name. Given are the values of
// configs in the program around, as they are passed to that.
func Passed(r *Recorder, e *program.Item, given map[string]cty.Value) map[string]cty.Value {
	c := newChecker(r, e)
	defer c.release()
	c.given = given
	passed, takes := map[string]cty.Value{}, r.component(e.Syntax.Labels[1].Value).Inputs
	for _, a := range e.Syntax.Attributes() {
		v, marks := value.Bare(c.constant(a.Expr))
		if !v.IsWhollyKnown() || v.IsNull() || value.Conceal(marks) || len(premisesIn(marks)) > 0 || !takes[a.Name].Type.IsValid() {
			continue
		}
		if v, err := value.Converted(v, typesys.PlainShape(takes[a.Name].Type), nil); err == nil { // otherwise that is reported
			passed[a.Name] = v
		}
	}
	return passed
}

// FailuresGiven are the errors in an item that are there only if configs have these values.
func FailuresGiven(r *program.Run, e *program.Item, given map[string]cty.Value) []diagnostic.Diagnostic {
	found := func(given map[string]cty.Value) []diagnostic.Diagnostic {
		return checkItem(NewRecorder(r), e, true, given).Findings
	}
	failed := slices.DeleteFunc(found(given), func(d diagnostic.Diagnostic) bool { return d.Severity != codes.Error })
	if len(failed) == 0 {
		return nil
	}
	alone := found(nil) // checked again: a remembered result may come from a run that began in another program of a circle
	return slices.DeleteFunc(failed, func(d diagnostic.Diagnostic) bool {
		return slices.ContainsFunc(alone, func(o diagnostic.Diagnostic) bool { return o.Code == d.Code && o.Span == d.Span })
	})
}
