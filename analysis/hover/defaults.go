package hover

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/constraint"
)

// This file says what the declared type of a config makes of its default.

// mostNotes is how many parts of a default are spoken of.
const mostNotes = 4

// converted is the sentence about the parts of a default that become something
// else; empty where the default stays as it is written, or is not known before
// the program runs.
func converted(o *analysis.Object, it syntax.Placed, t typesys.Type) string {
	a := attribute(it, "default")
	if a == nil || len(it.Errors) > 0 || len(a.Expr.Variables()) > 0 {
		return ""
	}
	value, diags := a.Expr.Value(nil)
	if diags.HasErrors() || !value.IsWhollyKnown() {
		return ""
	}
	_, notes, problem := constraint.Convert(value, typesys.PlainShape(t))
	if problem != nil {
		return "The default does not fit: " + code(problem.Error()) + "."
	}
	var told []string
	for _, n := range notes {
		if n.Kind != constraint.Filled && len(told) < mostNotes {
			told = append(told, code(n.String()))
		}
	}
	if len(told) == 0 {
		return ""
	}
	return "In the default " + strings.Join(told, ", ") + "."
}
