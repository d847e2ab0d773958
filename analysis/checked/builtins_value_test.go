package checked_test

import (
	"crypto/sha1"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"math/big"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/tryfunc"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
)

// This file evaluates the examples of pure functions with other implementations
// of them (docs/language/functions.md), and compares with the values that
// the table claims. Package eval compares the examples of all functions with what
// their entries compute.

func TestExamplesHaveTheirValues(t *testing.T) {
	t.Parallel()
	evaluated := map[string]bool{}
	for _, b := range language.Builtins() {
		for _, e := range b.Examples {
			if _, specified := pureFunctions[b.Name]; !specified || e.Value == "" {
				continue
			}
			got, want := evaluate(t, e.Call), evaluate(t, e.Value)
			if same := got.Equals(want); !same.IsKnown() || same.False() {
				t.Errorf("%s\ngot  %#v\nwant %#v", e.Call, got, want)
			}
			evaluated[b.Name] = true
		}
	}
	for name := range pureFunctions {
		if !evaluated[name] {
			t.Errorf("%s is pure, but none of its examples has a value", name)
		}
	}
}

// evaluate is the value of an expression, with lists as tuples so that values can
// be compared.
func evaluate(t *testing.T, expression string) cty.Value {
	t.Helper()
	e, problems := hclsyntax.ParseExpression([]byte(expression), "", hcl.Pos{Line: 1, Column: 1})
	if problems.HasErrors() {
		t.Fatalf("%s: %v", expression, problems)
	}
	v, problems := e.Value(&hcl.EvalContext{Functions: pureFunctions})
	if problems.HasErrors() {
		t.Fatalf("%s: %v", expression, problems)
	}
	text, err := ctyjson.Marshal(v, cty.DynamicPseudoType)
	if err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	var wrapped struct{ Value json.RawMessage }
	if err := json.Unmarshal(text, &wrapped); err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	return cty.StringVal(string(wrapped.Value))
}

// pure is a function of any values. Its result may be of any type.
func pure(apply func(args []cty.Value) (cty.Value, error)) function.Function {
	return function.New(&function.Spec{
		VarParam: &function.Parameter{Name: "values", Type: cty.DynamicPseudoType, AllowNull: true},
		Type:     function.StaticReturnType(cty.DynamicPseudoType),
		Impl:     func(args []cty.Value, _ cty.Type) (cty.Value, error) { return apply(args) },
	})
}

// text is a function of one string.
func text(apply func(string) (string, error)) function.Function {
	return pure(func(args []cty.Value) (cty.Value, error) {
		s, err := apply(args[0].AsString())
		return cty.StringVal(s), err
	})
}

var pureFunctions = map[string]function.Function{
	"join": pure(func(args []cty.Value) (cty.Value, error) {
		strings, err := convert.Convert(args[1], cty.List(cty.String))
		if err != nil {
			return cty.NilVal, err
		}
		return stdlib.Join(args[0], strings)
	}),
	"split":  stdlib.SplitFunc,
	"toJSON": stdlib.JSONEncodeFunc,
	"toBase64": text(func(s string) (string, error) {
		return base64.StdEncoding.EncodeToString([]byte(s)), nil
	}),
	"fromBase64": text(func(s string) (string, error) {
		decoded, err := base64.StdEncoding.DecodeString(s)
		return string(decoded), err
	}),
	"sha1": text(func(s string) (string, error) {
		sum := sha1.Sum([]byte(s))
		return hex.EncodeToString(sum[:]), nil
	}),
	"element": pure(elementAt),
	"entries": pure(entriesOf),
	"length": pure(func(args []cty.Value) (cty.Value, error) {
		if args[0].Type() == cty.String {
			return stdlib.Strlen(args[0])
		}
		return args[0].Length(), nil
	}),
	"lookup": pure(func(args []cty.Value) (cty.Value, error) {
		if args[0].Type().HasAttribute(args[1].AsString()) {
			return args[0].GetAttr(args[1].AsString()), nil
		}
		return args[2], nil
	}),
	"range": stdlib.RangeFunc,
	"singleOrNone": pure(func(args []cty.Value) (cty.Value, error) {
		if args[0].LengthInt() == 0 {
			return cty.NullVal(cty.DynamicPseudoType), nil
		}
		return args[0].Index(cty.Zero), nil
	}),
	"max": stdlib.MaxFunc,
	"min": stdlib.MinFunc,
	"try": tryfunc.TryFunc,
	"can": tryfunc.CanFunc,
}

// elementAt wraps around at both ends.
func elementAt(args []cty.Value) (cty.Value, error) {
	index, _ := args[1].AsBigFloat().Int(nil)
	index.Mod(index, big.NewInt(int64(args[0].LengthInt())))
	return args[0].Index(cty.NumberVal(new(big.Float).SetInt(index))), nil
}

func entriesOf(args []cty.Value) (cty.Value, error) {
	var entries []cty.Value
	for it := args[0].ElementIterator(); it.Next(); {
		k, v := it.Element()
		entries = append(entries, cty.ObjectVal(map[string]cty.Value{"key": k, "value": v}))
	}
	return cty.TupleVal(entries), nil
}
