package check

import (
	"encoding/base64"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file reports calls that type-check and always fail when the program is
// run. (PCL specification, pcl-functions.md, section 3.)

// runOf are the functions that look at a call which is right so far.
var runOf = map[string]func(c *checker, e *hclsyntax.FunctionCallExpr, args []argument){
	"range":          (*checker).runRange,
	"lookup":         (*checker).runLookup,
	"length":         (*checker).runLength,
	"entries":        (*checker).runEntries,
	"singleOrNone":   (*checker).runSingleOrNone,
	"fromBase64":     (*checker).runFromBase64,
	"notImplemented": (*checker).runNotImplemented,
	"max":            (*checker).runExtremum,
	"min":            (*checker).runExtremum,
}

// foresee reports what is known about the run of a call.
func (c *checker) foresee(e *hclsyntax.FunctionCallExpr, args []argument) {
	if run := runOf[e.Name]; run != nil && len(args) > 0 {
		run(c, e, args)
	}
}

func (c *checker) runRange(e *hclsyntax.FunctionCallExpr, _ []argument) {
	c.find(codes.FnRange, tree.Span(e.NameRange), "a program that is run has no function `range`; it exists for conversion to other languages only")
}

// runLookup counts arguments, so it must know what a spread list holds.
func (c *checker) runLookup(e *hclsyntax.FunctionCallExpr, args []argument) {
	if len(args) != 2 || e.ExpandFinal && !isTuple(e.Args[len(e.Args)-1], c) {
		return
	}
	c.fails(codes.FnLookupDefault, closing(e), "`lookup` without a default always fails when the program is run; add one")
}

func isTuple(e hclsyntax.Expression, c *checker) bool {
	return typesys.PlainShape(c.info.Types[e]).Kind() == typesys.KindTuple
}

func (c *checker) runLength(_ *hclsyntax.FunctionCallExpr, args []argument) {
	if kinds := valuesOf(args[0].t); kinds.only(objectValue|nullValue) && kinds&objectValue != 0 {
		c.fails(codes.FnLengthMap, tree.Span(args[0].expr.Range()),
			"`length` of an object or map always fails when the program is run; count `[for k, v in … : k]`")
	}
}

func (c *checker) runEntries(_ *hclsyntax.FunctionCallExpr, args []argument) {
	t := typesys.Unwrapped(typesys.PlainShape(args[0].t))
	why := ""
	switch t.Kind() {
	case typesys.KindList, typesys.KindTuple:
		why = "a list"
	case typesys.KindObject:
		if t.Source() != nil {
			return
		}
		if len(t.Properties()) == 0 {
			why = "an object without properties"
		} else if mixed(t) {
			why = "values of different types"
		}
	}
	if why != "" {
		c.fails(codes.FnEntries, tree.Span(args[0].expr.Range()), "`entries` always fails for "+why+" when the program is run; use a `for` expression")
	}
}

// mixed reports whether the members of an object are surely of more than one
// kind.
func mixed(object typesys.Type) bool {
	first := valueKinds(0)
	for _, p := range object.Properties() {
		kinds := plainValues(p.Type)
		switch {
		case kinds&(kinds-1) != 0 || kinds == nullValue:
			// It may be one or the other.
		case first == 0:
			first = kinds
		case first != kinds:
			return true
		}
	}
	return false
}

func (c *checker) runSingleOrNone(_ *hclsyntax.FunctionCallExpr, args []argument) {
	if t := typesys.PlainShape(args[0].t); t.Kind() == typesys.KindTuple && len(t.Elems()) > 1 {
		c.fails(codes.FnSingleOrNoneTuple, tree.Span(args[0].expr.Range()),
			"this has "+count(len(t.Elems()), "element")+", and `singleOrNone` fails for more than one when the program is run")
	}
}

func (c *checker) runFromBase64(_ *hclsyntax.FunctionCallExpr, args []argument) {
	text, literal := tree.PlainText(tree.Bare(args[0].expr))
	if !literal {
		return
	}
	if _, err := base64.StdEncoding.DecodeString(text); err == nil {
		return
	}
	message := "this is not base64 of the standard alphabet"
	if _, err := base64.RawStdEncoding.DecodeString(text); err == nil {
		message = "the padding is missing: fill the text up with `=` to a multiple of four"
	}
	c.fails(codes.FnBase64Literal, tree.Span(args[0].expr.Range()), message+"; the call always fails when the program is run")
}

func (c *checker) runNotImplemented(e *hclsyntax.FunctionCallExpr, _ []argument) {
	c.fails(codes.FnNotImplemented, tree.Span(e.NameRange), "`notImplemented` always fails when the program is run; write what is missing here")
}

// runExtremum reports a fraction whose call has the type int.
func (c *checker) runExtremum(e *hclsyntax.FunctionCallExpr, args []argument) {
	for _, arg := range args {
		if typesys.PlainShape(arg.t) == typesys.Number {
			return
		}
	}
	for _, arg := range args {
		if n, constant := constantNumber(arg.t); constant && !n.IsInt() {
			c.find(codes.FnMaxInt, tree.Span(arg.expr.Range()), "`"+e.Name+"` counts as an `int` here though this is a fraction: no argument is declared as `number`")
			return
		}
	}
}
