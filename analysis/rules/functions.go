package rules

import (
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/evaluate"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file implements the functions of rules about values. They come beside those functions of the
// language whose result depends on their arguments only.

// function is a function of rules.
type function struct {
	name, form, doc string
	args            int
	// taint says that the first argument is something that the program writes.
	taint bool
	// of computes the result from unmarked arguments; nil for functions about taints.
	of func(in *evaluate.Evaluation, args []cty.Value) (cty.Value, error)
	// written computes the result from the arguments as they are written.
	written func(v *view, in *evaluate.Evaluation, args []hclsyntax.Expression) (cty.Value, error)
}

// The functions that are checked by more than their arguments.
const (
	matchFunction   = "matches" // its second argument is a regular expression that is written out
	dependsFunction = "depends_on"
	typeFunction    = "type"
	lowerFunction   = "lower"
)

var functions = sync.OnceValue(func() []*function {
	return []*function{
		{"secret", "secret(value)", "Whether the value is secret, or something in it is.", 1, false, nil, (*view).isSecret},
		{"unknown", "unknown(value)", "Whether the value may be unknown in a preview. It takes what the program writes, such as `resource.inputs.size`.", 1, true, nil, (*view).isUnknown},
		{dependsFunction, `depends_on(value, "pattern")`, "Whether what the program writes, or the subject as a whole, depends on a declaration with such a name or type, directly or through others.", 2, true, nil, (*view).dependsOn},
		{typeFunction, "type(value)", "The type that the checker finds for what the program writes, as text.", 1, true, nil, (*view).writtenType},
		{"all", "all([…])", "Whether all elements are true.", 1, false, quantified(false), nil},
		{"any", "any([…])", "Whether at least one element is true.", 1, false, quantified(true), nil},
		{"contains", "contains(where, what)", "Whether a list has an element, a map a key, or a text a part.", 2, false, contains, nil},
		{matchFunction, `matches(text, "regular expression")`, "Whether a part of the text matches. The expression is written out, in the syntax of RE2.", 2, false, nil, (*view).matches},
		{"starts_with", "starts_with(text, beginning)", "Whether a text begins with another.", 2, false, ends(strings.HasPrefix, true), nil},
		{"ends_with", "ends_with(text, end)", "Whether a text ends with another.", 2, false, ends(strings.HasSuffix, false), nil},
		{lowerFunction, "lower(text)", "The text in lower case.", 1, false, lower, nil},
		{"from_json", "from_json(text)", "What a JSON text stands for; null if it is no JSON. What is no text stays as it is.", 1, false, nil, (*view).fromJSON},
	}
})

func functionNamed(name string) *function {
	return lists.First(functions(), func(f *function) bool { return f.name == name })
}

// Call implements [evaluate.Env].
func (v *view) Call(e *hclsyntax.FunctionCallExpr, in *evaluate.Evaluation) (cty.Value, bool, error) {
	f := functionNamed(e.Name)
	if f == nil {
		return cty.NilVal, false, nil
	}
	if len(e.Args) != f.args || e.ExpandFinal {
		return cty.NilVal, true, value.Fail("the number of arguments is wrong")
	}
	if f.written != nil {
		got, err := f.written(v, in, e.Args)
		return got, true, err
	}
	args := make([]cty.Value, len(e.Args))
	var marks cty.ValueMarks
	for i, arg := range e.Args {
		got, err := in.Value(arg)
		if err != nil {
			return cty.NilVal, true, err
		}
		bare, more := value.Bare(got)
		args[i], marks = bare, value.Joined(marks, more)
	}
	got, err := f.of(in, args)
	got, err = value.Marked(got, marks, err)
	return got, true, err
}

// quantified is `any`, or `all` if one element that is false decides. Null has no elements.
func quantified(by bool) func(*evaluate.Evaluation, []cty.Value) (cty.Value, error) {
	return func(_ *evaluate.Evaluation, args []cty.Value) (cty.Value, error) {
		switch {
		case !args[0].IsKnown():
			return cty.UnknownVal(cty.Bool), nil
		case args[0].IsNull():
			return cty.BoolVal(!by), nil
		case !value.IsList(args[0]):
			return cty.NilVal, value.Fail("this is no list")
		}
		known := true
		for _, e := range value.Elements(args[0]) {
			if !e.IsKnown() {
				known = false
				continue
			}
			if e.IsNull() {
				e = cty.False
			}
			yes, err := value.Boolean(e)
			if err != nil {
				return cty.NilVal, err
			}
			if yes == by {
				return cty.BoolVal(by), nil
			}
		}
		if !known {
			return cty.UnknownVal(cty.Bool), nil
		}
		return cty.BoolVal(!by), nil
	}
}

func contains(in *evaluate.Evaluation, args []cty.Value) (cty.Value, error) {
	where, what := args[0], args[1]
	switch {
	case !where.IsKnown():
		return cty.UnknownVal(cty.Bool), nil
	case where.IsNull():
		return cty.False, nil
	case value.IsList(where):
		all := value.Elements(where)
		equal := make([]cty.Value, len(all))
		for i, e := range all {
			var err error
			if equal[i], err = in.Equal(e, what); err != nil {
				return cty.NilVal, err
			}
		}
		return quantified(true)(in, []cty.Value{cty.TupleVal(equal)})
	case !what.IsKnown():
		return cty.UnknownVal(cty.Bool), nil
	}
	part, err := value.Written(what)
	if err != nil {
		return cty.NilVal, err
	}
	if value.IsMap(where) {
		keys, _ := value.Members(where)
		if slices.ContainsFunc(keys, func(key string) bool { return key == part }) {
			return cty.True, nil
		}
		return cty.False, nil
	}
	whole, err := value.Written(where)
	if err != nil {
		return cty.NilVal, err
	}
	return cty.BoolVal(strings.Contains(whole, part)), nil
}

// ends compares the beginning or the end of a text. What an unknown text begins with may be known.
func ends(compare func(text, end string) bool, first bool) func(*evaluate.Evaluation, []cty.Value) (cty.Value, error) {
	return func(_ *evaluate.Evaluation, args []cty.Value) (cty.Value, error) {
		if !args[1].IsKnown() {
			return cty.UnknownVal(cty.Bool), nil
		}
		end, err := value.Written(args[1])
		switch {
		case err != nil:
			return cty.NilVal, err
		case !args[0].IsKnown():
			return beginsUnknown(args[0], end, first), nil
		case args[0].IsNull():
			return cty.False, nil
		}
		whole, err := value.Written(args[0])
		if err != nil {
			return cty.NilVal, err
		}
		return cty.BoolVal(compare(whole, end)), nil
	}
}

func beginsUnknown(v cty.Value, end string, first bool) cty.Value {
	if !first || v.Type() != cty.String {
		return cty.UnknownVal(cty.Bool)
	}
	known := v.Range().StringPrefix()
	switch {
	case strings.HasPrefix(known, end) && v.Range().DefinitelyNotNull():
		return cty.True
	case !strings.HasPrefix(end, known) && !strings.HasPrefix(known, end):
		return cty.False
	}
	return cty.UnknownVal(cty.Bool)
}

func lower(_ *evaluate.Evaluation, args []cty.Value) (cty.Value, error) {
	switch {
	case !args[0].IsKnown():
		return cty.UnknownVal(cty.String), nil
	case args[0].IsNull():
		return null, nil
	}
	whole, err := value.Written(args[0])
	if err != nil {
		return cty.NilVal, err
	}
	return cty.StringVal(strings.ToLower(whole)), nil
}

// matches reports whether a part of a text matches an expression, in linear time.
func (v *view) matches(in *evaluate.Evaluation, args []hclsyntax.Expression) (cty.Value, error) {
	got, err := in.Value(args[0])
	if err != nil {
		return cty.NilVal, err
	}
	written, _ := tree.PlainText(args[1])
	expression := v.rule.expressions[written]
	inner, marks := got.Unmark()
	switch {
	case expression == nil:
		return cty.NilVal, value.Fail("the regular expression is invalid")
	case !inner.IsKnown():
		return cty.UnknownVal(cty.Bool).WithMarks(marks), nil
	case inner.IsNull():
		return cty.False.WithMarks(marks), nil
	}
	whole, err := value.Written(inner)
	if err != nil {
		return cty.NilVal, err
	}
	if err := in.Spend(1 + len(whole)*len(written)/stepsPerMatch); err != nil {
		return cty.NilVal, err
	}
	return cty.BoolVal(expression.MatchString(whole)).WithMarks(marks), nil
}

// stepsPerMatch is how many characters, each tried on one character of the expression, are a step.
const stepsPerMatch = 64
