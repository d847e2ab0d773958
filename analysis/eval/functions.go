package eval

import (
	"crypto/sha1" //nolint:gosec // the language has this function
	"encoding/base64"
	"encoding/hex"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// This file evaluates calls of the functions that depend on their arguments alone.
// Calls of others are unknown. (PCL specification, pcl-functions.md, section 3.)

func (s *scope) call(e *hclsyntax.FunctionCallExpr) (cty.Value, error) {
	switch e.Name {
	case "try":
		return s.try(e)
	case "can":
		return s.can(e)
	case "recover":
		return s.recovered(e)
	}
	args, known, err := s.arguments(e)
	if err != nil {
		return cty.NilVal, err
	}
	if !known {
		return unknown(marksOf(args)), nil
	}
	switch e.Name {
	case "secret", "unsecret":
		if len(args) != 1 {
			return cty.NilVal, fail("there is one value")
		}
		if e.Name == "secret" {
			return args[0].Mark(Secret), nil
		}
		v, marks := args[0].Unmark()
		delete(marks, Secret)
		return v.WithMarks(marks), nil
	case "stack", "project":
		return s.host(e.Name), nil
	case "notImplemented":
		return cty.NilVal, fail("this is not implemented")
	}
	f, pure := pureFunctions[e.Name]
	if !pure {
		return cty.DynamicVal, nil // settled by what the flow analysis knows of it
	}
	if len(args) < f.least || f.most > 0 && len(args) > f.most {
		return cty.NilVal, fail("the number of arguments is wrong")
	}
	return f.apply(&s.budget, args)
}

// host is what the selected stack tells about itself.
func (s *scope) host(name string) cty.Value {
	stack := s.p.Stack()
	switch {
	case stack == nil || s.inputs != nil:
	case name == "stack":
		s.stack = stack.Name
		return cty.StringVal(stack.Name)
	case stack.Project != "":
		s.stack = stack.Name
		return cty.StringVal(stack.Project)
	}
	return cty.UnknownVal(cty.String)
}

// arguments are the values of the arguments; not known if nobody knows how many there
// are.
func (s *scope) arguments(e *hclsyntax.FunctionCallExpr) (args []cty.Value, known bool, err error) {
	args, err = s.each(e.Args)
	if err != nil || !e.ExpandFinal || len(args) == 0 {
		return args, true, err
	}
	last, marks := args[len(args)-1].Unmark()
	switch {
	case !last.IsKnown():
		return args, false, nil
	case last.IsNull() || !isList(last):
		return args, true, nil
	}
	args = args[:len(args)-1]
	for _, v := range elements(last) {
		args = append(args, v.WithMarks(marks))
	}
	return args, true, nil
}

func marksOf(args []cty.Value) cty.ValueMarks {
	var marks cty.ValueMarks
	for _, a := range args {
		marks = joined(marks, deepMarks(a))
	}
	return marks
}

// try is the first argument that does not fail. One that is not wholly known makes the
// result unknown.
func (s *scope) try(e *hclsyntax.FunctionCallExpr) (cty.Value, error) {
	for _, arg := range e.Args {
		v, err := s.expr(arg)
		switch {
		case isFailure(err):
			continue
		case err != nil:
			return cty.NilVal, err
		case !v.IsWhollyKnown():
			return unknown(deepMarks(v)), nil
		}
		return v, nil
	}
	return cty.NilVal, fail("no argument can be evaluated")
}

func (s *scope) can(e *hclsyntax.FunctionCallExpr) (cty.Value, error) {
	if len(e.Args) != 1 {
		return cty.NilVal, fail("there is one value")
	}
	v, err := s.expr(e.Args[0])
	switch {
	case isFailure(err):
		return cty.False, nil
	case err != nil:
		return cty.NilVal, err
	case !v.IsWhollyKnown():
		return cty.UnknownVal(cty.Bool).WithMarks(deepMarks(v)), nil
	}
	return cty.True.WithMarks(deepMarks(v)), nil
}

// recovered is the value itself: of known values none comes from a resource that
// failed.
func (s *scope) recovered(e *hclsyntax.FunctionCallExpr) (cty.Value, error) {
	if len(e.Args) != 2 {
		return cty.NilVal, fail("there are a value and its replacement")
	}
	v, err := s.expr(e.Args[0])
	if err != nil {
		return cty.NilVal, err
	}
	if !v.IsKnown() {
		other, err := s.with(map[string]cty.Value{"error": cty.UnknownVal(cty.String)}).expr(e.Args[1])
		if err != nil && !isFailure(err) {
			return cty.NilVal, err
		}
		if err == nil {
			v = v.WithMarks(deepMarks(other))
		}
	}
	return v, nil
}

// pureFunction is a function of its arguments alone. It is given marked and unknown
// values.
type pureFunction struct {
	least, most int // arguments; most is 0 for any number
	apply       func(b *budget, args []cty.Value) (cty.Value, error)
}

var pureFunctions = map[string]pureFunction{
	"element":      {2, 2, elementAt},
	"entries":      {1, 1, entriesOf},
	"length":       {1, 1, lengthOf},
	"lookup":       {3, 3, lookUp}, // the default is mandatory in a run
	"range":        {1, 2, rangeOfNumbers},
	"singleOrNone": {1, 1, singleOrNone},
	"max":          {1, 0, extreme(math.Max)},
	"min":          {1, 0, extreme(math.Min)},
	"join":         {2, 2, joinTexts},
	"split":        {2, 2, splitText},
	"toJSON":       {1, 1, toJSON},
	"toBase64":     ofText(func(s string) (string, error) { return base64.StdEncoding.EncodeToString([]byte(s)), nil }),
	"fromBase64":   ofText(fromBase64),
	"sha1": ofText(func(s string) (string, error) {
		sum := sha1.Sum([]byte(s))
		return hex.EncodeToString(sum[:]), nil
	}),
}

// observed is a function that looks into all its arguments: its result is unknown if
// one of them is, and has all their marks.
func observed(args []cty.Value, apply func(args []cty.Value) (cty.Value, error)) (cty.Value, error) {
	marks := marksOf(args)
	plain := make([]cty.Value, len(args))
	known := true
	for i, a := range args {
		plain[i], _ = a.UnmarkDeep()
		known = known && plain[i].IsWhollyKnown()
	}
	if !known {
		return unknown(marks), nil
	}
	v, err := apply(plain)
	if err != nil {
		return cty.NilVal, err
	}
	return v.WithMarks(marks), nil
}

// ofText is a function from text to text.
func ofText(apply func(string) (string, error)) pureFunction {
	return pureFunction{1, 1, func(b *budget, args []cty.Value) (cty.Value, error) {
		return observed(args, func(args []cty.Value) (cty.Value, error) {
			text, err := written(args[0])
			if err != nil {
				return cty.NilVal, err
			}
			if text, err = apply(text); err != nil {
				return cty.NilVal, err
			}
			return b.text(text)
		})
	}}
}

func fromBase64(s string) (string, error) {
	decoded, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		return "", fail("this is not base64")
	}
	if !utf8.Valid(decoded) {
		return "", fail("what this stands for is no text")
	}
	return string(decoded), nil
}

func joinTexts(b *budget, args []cty.Value) (cty.Value, error) {
	return observed(args, func(args []cty.Value) (cty.Value, error) {
		separator, err := written(args[0])
		if err != nil {
			return cty.NilVal, err
		}
		if args[1].IsNull() || !isList(args[1]) {
			return cty.NilVal, fail("the texts come in a list")
		}
		var all []string
		size := 0
		for _, v := range elements(args[1]) {
			text, err := written(v)
			if err != nil {
				return cty.NilVal, err
			}
			all = append(all, text)
			if size += len(text) + len(separator); size > maxText+len(separator) {
				return cty.NilVal, errTooLarge
			}
		}
		return b.text(strings.Join(all, separator))
	})
}

func splitText(b *budget, args []cty.Value) (cty.Value, error) {
	return observed(args, func(args []cty.Value) (cty.Value, error) {
		separator, err := written(args[0])
		if err != nil {
			return cty.NilVal, err
		}
		text, err := written(args[1])
		if err != nil {
			return cty.NilVal, err
		}
		if strings.Count(text, separator) > maxNodes {
			return cty.NilVal, errTooLarge
		}
		var all []cty.Value
		for _, part := range strings.Split(text, separator) {
			all = append(all, cty.StringVal(part))
		}
		return b.made(cty.TupleVal(all))
	})
}
