package rules

import (
	"bytes"
	"encoding/json"
	"io"
	"math/big"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/evaluate"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file reads JSON texts in programs, such as access policies.

// jsonFunction is the function of programs that writes JSON.
const jsonFunction = "toJSON"

// fromJSON is what a JSON text stands for. A text with a part that is unknown is unknown as a whole, so where the program writes a call of
// toJSON, its argument counts.
func (v *view) fromJSON(in *evaluate.Evaluation, args []hclsyntax.Expression) (cty.Value, error) {
	if e, ok := v.written(args[0]); ok && v.given == nil {
		if call, ok := e.(*hclsyntax.FunctionCallExpr); ok && call.Name == jsonFunction && len(call.Args) == 1 && !call.ExpandFinal {
			return v.computed(call.Args[0], func() cty.Value { return v.reading.Value(v.it, v.one, call.Args[0]) }), nil
		}
	}
	got, err := in.Value(args[0])
	if err != nil {
		return cty.NilVal, err
	}
	inner, marks := got.Unmark()
	switch {
	case !inner.IsKnown():
		return cty.DynamicVal.WithMarks(marks), nil // even a text that is not null may be no JSON, or the JSON null
	case inner.IsNull() || inner.Type() != cty.String:
		return got, nil
	}
	text := inner.AsString()
	if err := in.Spend(1 + len(text)/charactersPerStep); err != nil {
		return cty.NilVal, err
	}
	parsed, err := in.Made(parsedJSON(text))
	return parsed.WithMarks(marks), err
}

// charactersPerStep is how many characters of a JSON text are a step of work.
const charactersPerStep = 16

// parsedJSON is the value of a JSON text; null if it is no JSON.
func parsedJSON(text string) cty.Value {
	d := json.NewDecoder(bytes.NewReader([]byte(text)))
	d.UseNumber()
	var plain any
	if d.Decode(&plain) != nil {
		return null
	}
	if _, err := d.Token(); err != io.EOF {
		return null
	}
	return fromPlain(plain)
}

func fromPlain(plain any) cty.Value {
	switch plain := plain.(type) {
	case bool:
		return cty.BoolVal(plain)
	case string:
		return cty.StringVal(plain)
	case json.Number:
		number, err := plain.Float64()
		if err != nil {
			return null
		}
		return cty.NumberVal(big.NewFloat(number))
	case []any:
		all := lists.Map(plain, fromPlain)
		return cty.TupleVal(all)
	case map[string]any:
		all := map[string]cty.Value{}
		for key, e := range plain {
			all[key] = fromPlain(e)
		}
		return cty.ObjectVal(all)
	}
	return null
}
