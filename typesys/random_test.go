package typesys

import (
	"math/rand/v2"

	"github.com/zclconf/go-cty/cty"
)

// This file generates the types on which laws are tried. The same seed gives the
// same types in every run.

// typeMaker makes finite types.
type typeMaker struct {
	rand     *rand.Rand
	eventual bool // whether outputs, promises and inputs are made
	dynamic  bool // whether dynamic is
}

func newTypeMaker(seed uint64) *typeMaker {
	return &typeMaker{rand: rand.New(rand.NewPCG(seed, 1)), eventual: true, dynamic: true}
}

// known makes the types whose values are known at once and are not just anything.
func (m *typeMaker) known() *typeMaker { return &typeMaker{rand: m.rand} }

// static makes the types without dynamic.
func (m *typeMaker) static() *typeMaker { return &typeMaker{rand: m.rand, eventual: true} }

func (m *typeMaker) make(depth int) Type {
	if depth == 0 || m.rand.IntN(4) == 0 {
		return m.leaf()
	}
	switch n := m.rand.IntN(10); {
	case n == 0:
		return List(m.make(depth - 1))
	case n == 1:
		return Map(m.make(depth - 1))
	case n == 2:
		return Set(m.make(depth - 1))
	case n == 3:
		return Tuple(m.several(depth - 1)...)
	case n == 4:
		return m.object(depth - 1)
	case n == 5:
		return Union(append(m.several(depth-1), m.make(depth-1))...)
	case n == 6:
		return Optional(m.make(depth - 1))
	case !m.eventual:
		return m.object(depth - 1)
	case n == 7:
		return Output(m.make(depth - 1))
	case n == 8:
		return Promise(m.make(depth - 1))
	}
	return Input(m.make(depth - 1))
}

// leaves are the types without parts, dynamic last.
var leaves = []Type{
	None, Bool, Int, Number, String, ID, Asset, Archive, Null,
	Const(String, cty.StringVal("a")), Const(String, cty.StringVal("b")), Const(Int, cty.NumberIntVal(1)), Const(Bool, cty.True),
	Enum("p:m:E", String, cty.StringVal("a"), cty.StringVal("c")), Enum("p:m:N", Int, cty.NumberIntVal(1)),
	Dynamic,
}

func (m *typeMaker) leaf() Type {
	n := len(leaves)
	if !m.dynamic {
		n--
	}
	return leaves[m.rand.IntN(n)]
}

func (m *typeMaker) several(depth int) []Type {
	ts := make([]Type, m.rand.IntN(4))
	for i := range ts {
		ts[i] = m.make(depth)
	}
	return ts
}

func (m *typeMaker) object(depth int) Type {
	var props []Property
	for _, name := range []string{"a", "b", "c"} {
		if m.rand.IntN(2) == 0 {
			props = append(props, Property{name, m.make(depth)})
		}
	}
	return Object(props...)
}
