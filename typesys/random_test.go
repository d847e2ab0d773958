package typesys

import (
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
	"github.com/zclconf/go-cty/cty"
)

// This file generates the types on which laws are tried. They are made once for
// all laws, and the same in every run.

// typeMaker makes finite types. The zero fields make the simplest.
type typeMaker struct {
	rand     *rand.Rand
	eventual bool   // outputs, promises and inputs are made
	flat     bool   // nothing eventual is made inside something eventual
	dynamic  bool   // dynamic is made
	total    bool   // all objects have the same names
	named    []Type // types that are met as leaves besides the others
}

// The families of types, from the widest. Each law is tried on the widest for
// which it holds.
var (
	anyTypes    = family(1, testsize.Types, typeMaker{eventual: true, dynamic: true})
	staticTypes = among(anyTypes, func(t Type) bool { return !contains(t, KindDynamic) })
	knownTypes  = among(staticTypes, func(t Type) bool { return !t.ContainsEventuals() })
	// someTypes are for what is costly and no law of the types themselves: views of
	// documents, and texts cut to a length.
	someTypes = sync.OnceValue(func() []Type { return anyTypes()[:testsize.Types/4] })
	// totalTypes come on top of the others, few of which are like them.
	totalTypes = family(5, testsize.Types/4, typeMaker{eventual: true, flat: true, dynamic: true, total: true})

	// The shapes of anyTypes, type by type.
	plainTypes  = mapped(anyTypes, PlainShape)
	inputTypes  = mapped(anyTypes, InputShape)
	outputTypes = mapped(anyTypes, OutputShape)
)

// family is as many different types as are wanted.
func family(seed uint64, size int, m typeMaker) func() []Type {
	return sync.OnceValue(func() []Type {
		m := m
		m.rand = rand.New(rand.NewPCG(seed, 1))
		seen := make(map[Type]bool, size)
		types := make([]Type, 0, size)
		for len(types) < size {
			if t := m.make(3); !seen[t] {
				seen[t] = true
				types = append(types, t)
			}
		}
		return types
	})
}

func among(types func() []Type, belongs func(Type) bool) func() []Type {
	return sync.OnceValue(func() []Type {
		return slices.DeleteFunc(slices.Clone(types()), func(t Type) bool { return !belongs(t) })
	})
}

func mapped(types func() []Type, f func(Type) Type) func() []Type {
	return sync.OnceValue(func() []Type {
		images := make([]Type, len(types()))
		for i, t := range types() {
			images[i] = f(t)
		}
		return images
	})
}

// contains reports whether a kind occurs anywhere in t.
func contains(t Type, k Kind) bool {
	if t.Kind() == k || t.Elem().IsValid() && contains(t.Elem(), k) {
		return true
	}
	return slices.ContainsFunc(t.Elems(), func(e Type) bool { return contains(e, k) }) ||
		slices.ContainsFunc(t.Properties(), func(p Property) bool { return contains(p.Type, k) })
}

func (m *typeMaker) make(depth int) Type {
	if depth == 0 || m.rand.IntN(3) == 0 {
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
	default:
		return m.wrapper(n, depth-1)
	}
}

func (m *typeMaker) wrapper(n, depth int) Type {
	inside := *m
	inside.eventual = !m.flat
	switch n {
	case 7:
		return Output(inside.make(depth))
	case 8:
		return Promise(inside.make(depth))
	}
	return Input(inside.make(depth))
}

// leaves are the types without parts, dynamic last.
var leaves = []Type{
	None, Bool, Int, Number, String, ID, Asset, Archive, Null,
	Const(String, cty.StringVal("a")), Const(String, cty.StringVal("b")), Const(Int, cty.NumberIntVal(1)), Const(Bool, cty.True),
	DeclaredConst(String, cty.StringVal("a")), DeclaredConst(Int, cty.NumberIntVal(2)), UnmergedLiteral(cty.NumberIntVal(3)), Const(Number, cty.NumberFloatVal(0.5)), Const(Number, cty.NumberIntVal(7)), Const(Int, cty.MustParseNumberVal("3000000000")),
	Enum("p:m:E", String, cty.StringVal("a"), cty.StringVal("c")), Enum("p:m:N", Int, cty.NumberIntVal(1)),
	Dynamic,
}

func (m *typeMaker) leaf() Type {
	if len(m.named) > 0 && m.rand.IntN(2) == 0 {
		return m.named[m.rand.IntN(len(m.named))]
	}
	n := len(leaves)
	if !m.dynamic {
		n--
	}
	return leaves[m.rand.IntN(n)]
}

func (m *typeMaker) several(depth int) []Type {
	ts := make([]Type, m.rand.IntN(3))
	for i := range ts {
		ts[i] = m.make(depth)
	}
	return ts
}

func (m *typeMaker) object(depth int) Type {
	var props []Property
	for _, name := range []string{"a", "b", "c"} {
		if m.total || m.rand.IntN(2) == 0 {
			props = append(props, Property{name, m.make(depth)})
		}
	}
	return Object(props...)
}

// isTotal reports whether all objects in t have the same names.
func isTotal(t Type) bool {
	if t.Kind() == KindObject && len(t.Properties()) != 3 {
		return false
	}
	return !slices.ContainsFunc(t.Elems(), func(e Type) bool { return !isTotal(e) }) &&
		!slices.ContainsFunc(t.Properties(), func(p Property) bool { return !isTotal(p.Type) }) &&
		(!t.Elem().IsValid() || isTotal(t.Elem()))
}

// isFlatInside reports whether nothing eventual in t holds something eventual.
func isFlatInside(t Type) bool {
	switch t.Kind() {
	case KindOutput, KindPromise, KindInput:
		return !t.Elem().ContainsEventuals()
	}
	return !slices.ContainsFunc(t.Elems(), func(e Type) bool { return !isFlatInside(e) }) &&
		!slices.ContainsFunc(t.Properties(), func(p Property) bool { return !isFlatInside(p.Type) }) &&
		(!t.Elem().IsValid() || isFlatInside(t.Elem()))
}

// isRegular reports both.
func isRegular(ts ...Type) bool {
	for _, t := range ts {
		if !isTotal(t) || !isFlatInside(t) {
			return false
		}
	}
	return true
}

// weaker is a type to which t often converts safely, so that laws about chains of
// conversions are not vacuous. The choice is made by the number.
func weaker(t Type, choice uint64) Type {
	switch choice % 8 {
	case 0:
		return Optional(t)
	case 1:
		return Union(t, leaves[choice%uint64(len(leaves)-1)])
	case 2:
		return Output(t)
	case 3:
		return Input(t)
	}
	next := choice/8 + 1
	switch t.Kind() {
	case KindList:
		return List(weaker(t.Elem(), next))
	case KindSet:
		return List(weaker(t.Elem(), next))
	case KindMap:
		return Map(weaker(t.Elem(), next))
	case KindTuple:
		return weakerTuple(t, choice, next)
	case KindObject:
		return weakerObject(t, choice, next)
	case KindOutput, KindInput, KindPromise:
		return Output(weaker(t.Elem(), next))
	case KindConst:
		return t.Elem()
	case KindInt:
		return Number
	case KindBool, KindNumber, KindID:
		return String
	}
	return t
}

func weakerTuple(t Type, choice, next uint64) Type {
	elems := make([]Type, len(t.Elems()))
	for i, e := range t.Elems() {
		elems[i] = weaker(e, next+uint64(i))
	}
	if choice%8 == 4 {
		return List(Union(elems...))
	}
	return Tuple(elems...)
}

func weakerObject(t Type, choice, next uint64) Type {
	var props []Property
	var types []Type
	for i, p := range t.Properties() {
		if choice%8 == 5 && i == int(next%3) {
			continue
		}
		props = append(props, Property{p.Name, weaker(p.Type, next+uint64(i))})
		types = append(types, props[len(props)-1].Type)
	}
	if choice%8 == 4 {
		return Map(Union(types...))
	}
	return Object(props...)
}
