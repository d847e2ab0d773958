package flowtest

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"math"
	"strings"
)

// This file evaluates calls. (PCL specification, pcl-functions.md, sections 2, 3.)

func (r *Run) call(e *Expr, vars *scope) (Value, error) {
	if lazy, ok := lazily[e.Text]; ok && !e.Spread {
		return lazy(r, e.Kids, vars)
	}
	args, err := r.evalAll(e.Kids, vars)
	if err != nil {
		return Value{}, err
	}
	var whole Marks
	if e.Spread {
		last := args[len(args)-1]
		whole = last.Marks
		switch last.Kind {
		case Unknown:
			return unknown(), nil // without marks (hclsyntax, FunctionCallExpr.Value)
		case List:
			args = append(args[:len(args)-1:len(args)-1], last.List...)
		default:
			return Value{}, errFailed
		}
	}
	fn := functions[e.Text]
	if fn == nil || len(args) == 0 {
		return Value{}, errFailed
	}
	v, err := fn(args)
	return v.with(whole), err
}

// lazily are the functions that do not always need all arguments.
var lazily map[string]func(r *Run, args []*Expr, vars *scope) (Value, error)

func init() {
	lazily = map[string]func(r *Run, args []*Expr, vars *scope) (Value, error){"try": (*Run).try, "can": (*Run).can, "recover": (*Run).recover}
}

// try loses all marks of a value that is not wholly known. (tryExpressions,
// pkg/pcl/runtime/builtinFunctions.go)
func (r *Run) try(args []*Expr, vars *scope) (Value, error) {
	for _, e := range args {
		v, err := r.eval(e, vars)
		switch {
		case errors.Is(err, errFailed):
			continue
		case err != nil:
			return Value{}, err
		case !v.isWhole():
			return unknown(), nil
		}
		return v, nil
	}
	return Value{}, errFailed
}

// can keeps the outermost secret mark and no other. (canFn, pkg/pcl/runtime/builtinFunctions.go)
func (r *Run) can(args []*Expr, vars *scope) (Value, error) {
	v, err := r.eval(args[0], vars)
	switch {
	case errors.Is(err, errFailed):
		return truth(false), nil
	case err != nil:
		return Value{}, err
	case !v.isWhole():
		return unknown(), nil
	}
	return truth(true).with(Marks{Secret: v.Secret}), nil
}

// recover gives the second argument where a resource was not made.
func (r *Run) recover(args []*Expr, vars *scope) (Value, error) {
	v, err := r.eval(args[0], vars)
	if errors.Is(err, errResource) {
		return r.eval(args[1], &scope{"error", text("failed"), vars})
	}
	return v, err
}

// functions are given what they need, but for calls of strange numbers of
// arguments.
var functions = map[string]func(args []Value) (Value, error){
	"secret": func(a []Value) (Value, error) { return a[0].with(Marks{Secret: true}), nil },
	"unsecret": func(a []Value) (Value, error) {
		v := a[0]
		v.Secret = false
		return v, nil
	},
	"element":      element,
	"lookup":       lookup,
	"entries":      gathering(entries),
	"length":       gathering(length),
	"singleOrNone": gathering(single),
	"join": strict(func(a []Value) (Value, error) {
		if len(a) != 2 || a[0].Kind != Text || a[1].Kind != List {
			return Value{}, errFailed
		}
		return joined(a[1].List, a[0].Text, Marks{})
	}),
	"split": strict(func(a []Value) (Value, error) {
		if len(a) != 2 || a[0].Kind != Text || a[1].Kind != Text {
			return Value{}, errFailed
		}
		var all []Value
		for _, part := range strings.Split(a[1].Text, a[0].Text) {
			all = append(all, text(part))
		}
		return listed(all...), nil
	}),
	"toJSON": strict(func(a []Value) (Value, error) {
		b, err := json.Marshal(plain(a[0]))
		if err != nil {
			return Value{}, errFailed // infinite
		}
		return text(string(b)), nil
	}),
	"toBase64": strict(func(a []Value) (Value, error) {
		s, err := asText(a[0])
		return text(base64.StdEncoding.EncodeToString([]byte(s))), err
	}),
	"max": extreme(math.Max),
	"min": extreme(math.Min),
}

// gathering is a function that takes no marked argument: all marks are taken off, at any depth, and
// put on the result. (go-cty, function.Call)
func gathering(do func(args []Value) (Value, error)) func(args []Value) (Value, error) {
	return func(args []Value) (Value, error) {
		var marks Marks
		plain := make([]Value, len(args))
		for i, v := range args {
			marks = marks.and(v.deep())
			plain[i] = v.unmarked()
		}
		v, err := do(plain)
		return v.with(marks), err
	}
}

// strict is a function that needs all of everything.
func strict(do func(args []Value) (Value, error)) func(args []Value) (Value, error) {
	return func(args []Value) (Value, error) {
		var marks Marks
		isKnown := true
		for _, v := range args {
			marks = marks.and(v.deep())
			isKnown = isKnown && v.isWhole()
		}
		if !isKnown {
			return unknown(marks), nil
		}
		v, err := do(args)
		return v.with(marks), err
	}
}

func extreme(choose func(a, b float64) float64) func(args []Value) (Value, error) {
	return strict(func(args []Value) (Value, error) {
		best, err := asNumber(args[0])
		for _, v := range args[1:] {
			n, wrong := asNumber(v)
			best, err = choose(best, n), errors.Join(err, wrong)
		}
		if err != nil {
			return Value{}, errFailed
		}
		return number(best), nil
	})
}

// element loses the marks of a list that is unknown. (go-cty, stdlib.ElementFunc)
func element(a []Value) (Value, error) {
	if len(a) != 2 {
		return Value{}, errFailed
	}
	if a[0].isUnknown() || a[1].isUnknown() {
		return unknown(a[1].Marks), nil
	}
	n, err := asNumber(a[1])
	if err != nil || a[0].Kind != List || len(a[0].List) == 0 || n != math.Trunc(n) || math.Abs(n) > 1e6 {
		return Value{}, errFailed
	}
	size := len(a[0].List)
	return a[0].List[((int(n)%size)+size)%size].with(a[0].Marks, a[1].Marks), nil
}

// lookup is unknown if anything in the map is, and loses the marks if the map is unknown as a whole.
// (go-cty, stdlib.LookupFunc)
func lookup(a []Value) (Value, error) {
	if len(a) != 3 {
		return Value{}, errFailed
	}
	if a[0].isUnknown() || a[1].isUnknown() || a[2].isUnknown() {
		return unknown(), nil
	}
	if !a[0].isWhole() {
		return unknown(a[0].Marks, a[1].Marks), nil
	}
	name, err := asText(a[1])
	if err != nil || a[0].Kind != Object {
		return Value{}, errFailed
	}
	if v, ok := a[0].Members[name]; ok {
		return v.with(a[0].Marks, a[1].Marks), nil
	}
	return a[2].with(a[0].Marks, a[1].Marks), nil
}

func entries(a []Value) (Value, error) {
	if len(a) != 1 || a[0].Kind != Object && !a[0].isUnknown() || a[0].Kind == Object && len(a[0].Members) == 0 {
		return Value{}, errFailed
	}
	if a[0].isUnknown() {
		return unknown(a[0].Marks), nil
	}
	all := []Value{}
	keys, values := a[0].elements()
	for i, key := range keys {
		all = append(all, object(map[string]Value{"key": key, "value": values[i]}))
	}
	return listed(all...).with(a[0].Marks), nil
}

func length(a []Value) (Value, error) {
	switch v := a[0]; {
	case len(a) != 1:
	case v.isUnknown():
		return unknown(v.Marks), nil
	case v.Kind == List:
		return number(float64(len(v.List))).with(v.Marks), nil
	case v.Kind != Object && v.Kind != Null:
		s, err := asText(v)
		return number(float64(len(s))).with(v.Marks), err
	}
	return Value{}, errFailed
}

func single(a []Value) (Value, error) {
	switch v := a[0]; {
	case len(a) != 1:
	case v.isUnknown():
		return unknown(v.Marks), nil
	case v.Kind == List && len(v.List) == 0:
		return Value{}.with(v.Marks), nil
	case v.Kind == List && len(v.List) == 1:
		return v.List[0].with(v.Marks), nil
	}
	return Value{}, errFailed
}

// plain is a value without its marks.
func plain(v Value) any {
	switch v.Kind {
	case Bool:
		return v.Bool
	case Number:
		return v.Number
	case Text:
		return v.Text
	case List:
		all := []any{}
		for _, inner := range v.List {
			all = append(all, plain(inner))
		}
		return all
	case Object:
		members := map[string]any{}
		for name, inner := range v.Members {
			members[name] = plain(inner)
		}
		return members
	}
	return nil
}
