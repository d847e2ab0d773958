package state

import (
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/value"
)

// This file reads inputs and outputs.

// maxDepth is how deep a property may be.
const maxDepth = 100

// unknowns are the strings that stand for values which were not known when they were stored. A
// state has the first; the others stand for values of other kinds between engine and provider.
var unknowns = map[string]bool{
	"04da6b54-80e4-46f7-96ec-b56ff0331ba9": true,
	"1c4a061d-8072-4f0a-a4cb-0ff528b18fe7": true,
	"3eeb2bf0-c639-47a8-9e75-3b44932eb421": true,
	"6a19a0b0-7e62-4c92-b797-7f8e31da9cc2": true,
	"030794c1-ac77-496b-92df-f27374a8bd58": true,
	"e48ece36-62e2-4504-bad9-02848725956a": true,
	"dd056dcd-154b-4c76-9bd3-c8f88648b5ff": true,
}

// properties reads inputs or outputs.
func (r *reader) properties(name string, to *cty.Value, unread *[]string) error {
	all := map[string]cty.Value{}
	at := r.next()
	err := r.members(quoted(name), func(key string) error {
		var v cty.Value
		err := r.property(name+"."+key, &v, unread)
		all[cty.NormalizeString(key)] = v
		return err
	})
	if err == nil && all[SignatureKey] != cty.NilVal { // its members may be secret
		err = r.fail(at, "%s must be an object of properties, not one with a signature", quoted(name))
	}
	*to = cty.ObjectVal(all)
	return err
}

// property reads a value. One that is too large is unknown and noted.
func (r *reader) property(path string, to *cty.Value, unread *[]string) error {
	r.nodes, r.secret = 0, false
	v, err := r.value(maxDepth)
	if err != nil {
		return err
	}
	if r.nodes > value.MaxNodes {
		*unread = append(*unread, path)
		v = value.Unknown()
		if r.secret {
			v = v.Mark(value.Secret).Mark(value.Hidden)
		}
	}
	*to = v
	return nil
}

// value reads a value of at most this depth, and counts it. A list or object that is too deep or comes
// after the limit is passed; a secret may be in it.
func (r *reader) value(depth int) (cty.Value, error) {
	r.nodes++
	at := r.next()
	var v cty.Value
	var err error
	switch kind := r.decoder.PeekKind(); {
	case kind != jsontext.KindBeginArray && kind != jsontext.KindBeginObject:
		v, err = r.leaf(at)
	case depth == 0 || r.nodes > value.MaxNodes:
		r.tooLarge()
		r.secret = true
		v, err = value.Unknown(), r.skip()
	case kind == jsontext.KindBeginArray:
		v, err = r.list(depth - 1)
	default:
		v, err = r.object(depth-1, at)
	}
	if err == nil && r.plaintext {
		v = v.Mark(value.Hidden)
	}
	return v, err
}

// tooLarge makes the property unknown.
func (r *reader) tooLarge() { r.nodes = max(r.nodes, value.MaxNodes+1) }

func (r *reader) leaf(at int) (cty.Value, error) {
	t, err := r.token()
	if err != nil {
		return cty.NilVal, err
	}
	switch t.Kind() {
	case jsontext.KindTrue, jsontext.KindFalse:
		return cty.BoolVal(t.Bool()), nil
	case jsontext.KindNumber:
		f, err := strconv.ParseFloat(t.String(), 64)
		if err != nil {
			return cty.NilVal, r.fail(at, "this number is too large")
		}
		return value.Double(f)
	case jsontext.KindString:
		text := t.String()
		if unknowns[text] {
			return value.Unknown(), nil
		}
		r.nodes += len(text) / value.BytesPerNode
		return cty.StringVal(text), nil
	}
	return cty.NullVal(cty.DynamicPseudoType), nil
}

func (r *reader) list(depth int) (cty.Value, error) {
	var all []cty.Value
	err := r.elements("", func() error {
		v, err := r.value(depth)
		if r.nodes <= value.MaxNodes {
			all = append(all, v)
		}
		return err
	})
	if err != nil {
		return cty.NilVal, err
	}
	return cty.TupleVal(all), nil
}

// object reads an object, or what one with a signature stands for.
func (r *reader) object(depth, at int) (cty.Value, error) {
	all, count, nodes := map[string]cty.Value{}, 0, r.nodes
	err := r.members("", func(key string) error {
		v, err := r.value(depth)
		if r.nodes <= value.MaxNodes || specialKeys[key] {
			all[cty.NormalizeString(key)] = v
			count++
		}
		return err
	})
	switch {
	case err != nil:
		return cty.NilVal, err
	case all[SignatureKey] != cty.NilVal:
		r.nodes = nodes
		return r.special(all, depth, at)
	case len(all) < count:
		r.tooLarge()
	}
	return cty.ObjectVal(all), nil
}
