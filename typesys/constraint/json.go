package constraint

import (
	"errors"
	"io"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file reads JSON texts as values: arrays become tuples, objects stay objects, and numbers are
// exact.

// parseJSON reads one JSON value. Nothing may follow it.
func (w *walk) parseJSON(text string, t typesys.Type) (cty.Value, *Problem) {
	d := jsontext.NewDecoder(strings.NewReader(text))
	v, err := readJSON(d)
	if err == nil {
		if _, err = d.ReadToken(); errors.Is(err, io.EOF) {
			return v, nil
		}
	}
	problem := w.problem(NotJSON, t, cty.NilVal)
	problem.Offset = min(offsetOf(err, d), len(text))
	problem.got = example(t)
	return cty.NilVal, problem
}

// offsetOf returns the offset of an error, or of text after the value.
func offsetOf(err error, d *jsontext.Decoder) int {
	var syntactic *jsontext.SyntacticError
	if errors.As(err, &syntactic) {
		return int(syntactic.ByteOffset)
	}
	return int(d.InputOffset())
}

// example shows how values of the type are written.
func example(t typesys.Type) string {
	switch t.Kind() {
	case typesys.KindMap, typesys.KindObject:
		return `{"key": "value"}`
	}
	return `["a", "b"]`
}

func readJSON(d *jsontext.Decoder) (cty.Value, error) {
	token, err := d.ReadToken()
	if err != nil {
		return cty.NilVal, err
	}
	switch token.Kind() {
	case jsontext.KindNull:
		return cty.NullVal(cty.DynamicPseudoType), nil
	case jsontext.KindTrue, jsontext.KindFalse:
		return cty.BoolVal(token.Bool()), nil
	case jsontext.KindString:
		return cty.StringVal(token.String()), nil
	case jsontext.KindNumber:
		return cty.ParseNumberVal(token.String())
	case jsontext.KindBeginArray:
		return readArray(d)
	}
	return readObject(d)
}

func readArray(d *jsontext.Decoder) (cty.Value, error) {
	var elems []cty.Value
	for d.PeekKind() != jsontext.KindEndArray {
		v, err := readJSON(d)
		if err != nil {
			return cty.NilVal, err
		}
		elems = append(elems, v)
	}
	_, err := d.ReadToken()
	return cty.TupleVal(elems), err
}

func readObject(d *jsontext.Decoder) (cty.Value, error) {
	members := map[string]cty.Value{}
	for d.PeekKind() != jsontext.KindEndObject {
		name, err := d.ReadToken()
		if err != nil {
			return cty.NilVal, err
		}
		key := name.String()
		if members[key], err = readJSON(d); err != nil {
			return cty.NilVal, err
		}
	}
	_, err := d.ReadToken()
	return cty.ObjectVal(members), err
}
