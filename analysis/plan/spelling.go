package plan

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
)

// This file makes short texts of inputs, which are equal if the inputs are.

// spelling holds hashes of the inputs of a resource. A hash that cannot be computed is empty.
type spelling struct {
	// inputs are all names and values. A value that is not known counts by its text in the program; without a
	// program, inputs is empty.
	inputs string
	// known are all names and the values that are known; empty if all are.
	known string
	// shape are the names, and values the values that are known.
	shape  string
	values map[string]string
}

func spelled(inputs map[string]cty.Value, r *eval.Registration) spelling {
	exact, known, shape := sha256.New(), sha256.New(), sha256.New()
	s := spelling{values: map[string]string{}}
	isKnown, isExact := true, true
	var written map[string]*hclsyntax.Attribute
	if r != nil {
		written = r.Inputs()
	}
	for _, name := range slices.Sorted(maps.Keys(inputs)) {
		if isInternal(name) {
			continue
		}
		v, _ := inputs[name].UnmarkDeep()
		text, err := ctyjson.Marshal(v, v.Type())
		fmt.Fprintf(shape, "%s\x00", name)
		fmt.Fprintf(known, "%s\x00", name)
		if err == nil && v.IsWhollyKnown() {
			sum := sha256.Sum256(text)
			s.values[name] = string(sum[:])
			known.Write(sum[:])
		} else {
			a := textAt(r, written[name])
			isKnown, isExact = false, isExact && a != ""
			text = []byte("=" + a)
		}
		fmt.Fprintf(exact, "%s\x00%s\x00", name, text)
	}
	s.shape = string(shape.Sum(nil))
	if isExact {
		s.inputs = string(exact.Sum(nil))
	}
	if !isKnown {
		s.known = string(known.Sum(nil))
	}
	return s
}

// mayEqual reports whether no input that is known of both differs.
func (t *traits) mayEqual(other *traits) bool {
	for name, v := range t.values {
		if o, known := other.values[name]; known && o != v {
			return false
		}
	}
	return true
}
