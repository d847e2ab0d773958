// Package evaluate computes the values of expressions. It knows expressions, functions and
// conversions, and nothing of programs: an [Env] says what names and calls mean.
//
// A value is known, not yet known ([cty.Value.IsKnown]), or marked ([value.Secret] and others). Instead of
// a value there is an error: of a failure of the run ([value.Fail]), or [value.ErrTooLarge].
// Lists are tuples and maps are objects, because a run does not convert their elements to one type.
//
// # Invariants
//
// Invariant: an expression that consists only of known values is known, fails, or is too
// large. It is unknown only if languages of runs make different things of it ([value.ErrUnsure]).
//
// Invariant: only unsecret removes a mark, and only that of the value itself.
//
// Invariant: the work and the size of every value are bounded ([value.Budget]). Anything larger
// is reported as too large, and never truncated silently.
//
// Why our own walk and not that of the HCL library: the library has no bounds, converts
// where a run of PCL does not, and unifies the types of branches and elements.
// (docs/language/functions.md#operators-and-templates-when-a-program-is-run, docs/language/unknown-and-secret.md)
package evaluate

import (
	"strconv"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/zclconf/go-cty/cty"
)

// This file is about where expressions stand: what their names mean, and variables around them.

// Env says what an expression means by what is around it.
type Env interface {
	// Name returns the value of the name that a traversal begins with, together with the first
	// of its steps; parts is how many parts of the traversal that are, at least one.
	Name(e *hclsyntax.ScopeTraversalExpr, in *Evaluation) (v cty.Value, parts int, err error)
	// Call calls a function. Known is false for one that has no meaning of its own here: its result
	// depends on its arguments only.
	Call(e *hclsyntax.FunctionCallExpr, in *Evaluation) (v cty.Value, known bool, err error)
	// Member returns a member of a value that is not known. See [UnknownMember].
	Member(v, key cty.Value) (cty.Value, error)
	// Refine adds to the value of an expression what the evaluation cannot know, such as a type. The value
	// is unknown or marked.
	Refine(e hclsyntax.Expression, v cty.Value) cty.Value
}

// Evaluation is the evaluation of an expression at its place.
type Evaluation struct {
	*value.Budget
	// Lenient is set for expressions outside of a program, which look at values that they have not made: what is
	// not there is null, and null has members, which are null, and no elements. As a condition, null is
	// false. `&&` and `||` do not evaluate their right side if the left one decides.
	Lenient bool
	// Numbers are literals as a run stores them; nil if they are not kept.
	Numbers map[*hclsyntax.LiteralValueExpr]cty.Value

	env     Env
	version language.Version
	vars    *variable
	splat   map[*hclsyntax.AnonSymbolExpr]cty.Value
}

// UnknownMember is a member of a value of which nothing is known, with all marks of the two.
func UnknownMember(v, key cty.Value) (cty.Value, error) {
	return value.Unknown(v.Marks(), value.DeepMarks(key)), nil
}

// OpenMember is a member of an object of which not all members are known: whatever is asked for is there.
const OpenMember = "__open"

// In returns an evaluation in a version of the language that takes its work from a budget.
func In(env Env, version language.Version, budget *value.Budget) *Evaluation {
	return &Evaluation{Budget: budget, env: env, version: version}
}

// variable is a variable around an expression. There are few, so they are no map, which each round of a loop would copy.
type variable struct {
	name  string
	value cty.Value
	outer *variable
}

// With returns the evaluation of what stands inside, with another variable.
func (s *Evaluation) With(name string, v cty.Value) *Evaluation {
	inner := *s
	inner.vars = &variable{name, v, s.vars}
	return &inner
}

// variable is the value of a variable around the expression.
func (s *Evaluation) variable(name string) (cty.Value, bool) {
	for v := s.vars; v != nil; v = v.outer {
		if v.name == name {
			return v.value, true
		}
	}
	return cty.NilVal, false
}

// IsVariable reports whether a name denotes a variable around the expression.
func (s *Evaluation) IsVariable(name string) bool {
	_, is := s.variable(name)
	return is
}

// Round is one element of a collection, for a loop or a range.
type Round struct {
	Key, Value cty.Value
	// Suffix is the key as the end of a registered name.
	Suffix string
}

// Variable is what `range` stands for in the instance that a range makes.
func (r Round) Variable() cty.Value {
	return cty.ObjectVal(map[string]cty.Value{"key": r.Key, "value": r.Value})
}

// Rounds returns the elements of a known and unmarked collection, or of a number as a range counts to it.
// There are none for any other value.
func Rounds(v cty.Value) ([]Round, error) {
	var all []Round
	switch {
	case v.Type() == cty.Number:
		n := value.Float(v)
		if n > value.MaxNodes {
			return nil, value.ErrTooLarge
		}
		for i := range max(0, int(n)) {
			all = append(all, Round{cty.DynamicVal, cty.NumberIntVal(int64(i)), strconv.Itoa(i)})
		}
	case value.IsList(v):
		for i, e := range value.Elements(v) {
			all = append(all, Round{cty.NumberIntVal(int64(i)), e, strconv.Itoa(i)})
		}
	case value.IsMap(v):
		keys, values := value.Members(v)
		for i, key := range keys {
			all = append(all, Round{cty.StringVal(key), values[i], key})
		}
	}
	return all, nil
}
