package value

import (
	"slices"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file tells whether the branches of a conditional have a type in common. A run
// converts both of them to one type, whichever it takes, and fails if there is none. That is
// stricter than the type checker, which makes a union of them.
// (HCL, ConditionalExpr; docs/language/conversions.md#one-type-for-several)

// NeverUnify reports whether the branches of a conditional have no type in common, whatever
// their values are.
func NeverUnify(a, b typesys.Type) bool { return neverUnify(a, b, false) }

// FilledNeverUnify is [NeverUnify] for branches whose lists and maps all have elements, and
// whose values from schemas have the properties that the schema requires.
func FilledNeverUnify(a, b typesys.Type) bool { return neverUnify(a, b, true) }

func neverUnify(a, b typesys.Type, filled bool) bool {
	a, b = typesys.PlainShape(a), typesys.PlainShape(b)
	if a == b {
		return false
	}
	left, right := newRunTypes(b, filled).branch(a, b), newRunTypes(a, filled).branch(b, a)
	for _, l := range left {
		for _, r := range right {
			if l == cty.DynamicPseudoType || r == cty.DynamicPseudoType {
				return false
			}
			if common, _ := convert.UnifyUnsafe([]cty.Type{l, r}); common != cty.NilType {
				return false
			}
		}
	}
	return true
}

// mostTypes is how many types are tried for one branch, and mostParts how many parts they may
// have. A branch beyond that counts as unknown: unifying takes the square of its parts, and a
// short program can double a type on every line.
const (
	mostTypes = 16
	mostParts = 200
)

var anyType = []cty.Type{cty.DynamicPseudoType}

// runTypes finds the types that a branch has in runs.
type runTypes struct {
	parts  int    // how many more are looked at
	filled bool   // see FilledNeverUnify
	like   shapes // of the other branch
}

func newRunTypes(other typesys.Type, filled bool) *runTypes {
	r := &runTypes{filled: filled}
	if budget := mostParts; r.like.add(other, filled, &budget) {
		r.parts = mostParts
	}
	return r
}

// branch are types that include, for every value of a branch, one that unifies with the
// other branch if the type of the value does. [cty.DynamicPseudoType] unifies with all: the
// type is unknown, or the value null.
func (r *runTypes) branch(t, other typesys.Type) []cty.Type {
	switch {
	case t.Kind() == typesys.KindUnion:
		return atMost(slices.Concat(lists.Map(t.Elems(), func(m typesys.Type) []cty.Type { return r.branch(m, other) })...))
	case t.Kind() == typesys.KindObject && t.Source() != nil && PlainKinds(other)&ObjectKind == 0:
		return []cty.Type{cty.Map(cty.DynamicPseudoType)}
	}
	return r.of(t)
}

// of are the types that a value has in a run, where its type tells them.
func (r *runTypes) of(t typesys.Type) []cty.Type {
	if r.parts--; r.parts < 0 {
		return anyType
	}
	switch t.Kind() {
	case typesys.KindBool:
		return []cty.Type{cty.Bool}
	case typesys.KindInt, typesys.KindNumber:
		return []cty.Type{cty.Number}
	case typesys.KindString, typesys.KindID:
		return []cty.Type{cty.String}
	case typesys.KindConst, typesys.KindEnum:
		return r.of(t.Elem())
	case typesys.KindOpaque:
		switch t {
		case typesys.Asset:
			return []cty.Type{AssetType}
		case typesys.Archive:
			return []cty.Type{ArchiveType}
		}
	case typesys.KindList, typesys.KindSet:
		return r.collections(t, r.lists)
	case typesys.KindMap:
		return r.collections(t, r.maps)
	case typesys.KindTuple:
		return r.tuples(t)
	case typesys.KindObject:
		if t.Source() == nil {
			return r.objects(t.Properties())
		} else if r.filled {
			return r.required(t)
		}
	case typesys.KindUnion:
		return atMost(slices.Concat(lists.Map(t.Elems(), r.of)...))
	}
	return anyType
}

func (r *runTypes) tuples(t typesys.Type) []cty.Type {
	var choices [][]cty.Type
	choices = append(choices, lists.Map(t.Elems(), r.of)...)
	return r.each(choices, func(chosen []cty.Type) cty.Type { return cty.Tuple(chosen) })
}

// objects are the types of objects with these members. A member that may be null may also
// be missing.
func (r *runTypes) objects(props []typesys.Property) []cty.Type {
	var choices [][]cty.Type
	for _, p := range props {
		choice := r.of(p.Type)
		if PlainKinds(p.Type)&NullKind != 0 {
			choice = append(choice[:len(choice):len(choice)], cty.NilType)
		}
		choices = append(choices, choice)
	}
	return r.each(choices, func(chosen []cty.Type) cty.Type {
		members := map[string]cty.Type{}
		for i, of := range chosen {
			if of != cty.NilType {
				members[props[i].Name] = of
			}
		}
		return cty.Object(members)
	})
}

// required are the types of an object with what its schema requires, and with the members
// of each object in the other branch.
func (r *runTypes) required(t typesys.Type) []cty.Type {
	var all []cty.Type
	for _, names := range append([][]string{nil}, r.like.names...) {
		found := 0
		props := slices.DeleteFunc(slices.Clone(t.Properties()), func(p typesys.Property) bool {
			has := slices.Contains(names, p.Name)
			if has {
				found++
			}
			return !has && PlainKinds(p.Type)&NullKind != 0
		})
		if found == len(names) {
			all = append(all, r.objects(props)...)
		}
	}
	return atMost(all)
}

// each makes a type of every way to choose the types of the parts.
func (r *runTypes) each(choices [][]cty.Type, make func([]cty.Type) cty.Type) []cty.Type {
	ways := 1
	for _, choice := range choices {
		if ways *= len(choice); ways > mostTypes {
			return anyType
		}
	}
	if r.parts < 0 {
		return anyType
	}
	var all []cty.Type
	for way := range ways {
		var chosen []cty.Type
		for _, choice := range choices {
			chosen = append(chosen, choice[way%len(choice)])
			way /= len(choice)
		}
		all = append(all, make(chosen))
	}
	return all
}

// collections are the types of a list or map, which is a tuple or object if it comes from a
// loop or an output.
func (r *runTypes) collections(t typesys.Type, with func(elem cty.Type) []cty.Type) []cty.Type {
	return atMost(slices.Concat(lists.Map(r.of(t.Elem()), with)...))
}

// lists are the types of a list: an empty one, and one as long as each tuple in the other branch.
func (r *runTypes) lists(elem cty.Type) []cty.Type {
	all := []cty.Type{cty.List(elem)}
	if !r.filled {
		all = append(all, cty.EmptyTuple)
	}
	for _, length := range r.like.lengths {
		all = append(all, cty.Tuple(slices.Repeat([]cty.Type{elem}, length)))
	}
	return all
}

// maps are the types of a map: an empty one, and one with the members of each object in the
// other branch.
func (r *runTypes) maps(elem cty.Type) []cty.Type {
	all := []cty.Type{cty.Map(elem)}
	if !r.filled {
		all = append(all, cty.EmptyObject)
	}
	if len(r.like.names) > 0 {
		all = append(all, cty.Object(map[string]cty.Type{"": elem})) // members of its own
	}
	for _, names := range r.like.names {
		members := map[string]cty.Type{}
		for _, name := range names {
			members[name] = elem
		}
		all = append(all, cty.Object(members))
	}
	return all
}

// shapes are the lengths of tuples in a type, and the names of the members of objects.
type shapes struct {
	lengths []int
	names   [][]string
}

// add notes the shapes in a type, and reports whether these are all. Of an object of a schema
// it looks at what is required, if at anything.
func (s *shapes) add(t typesys.Type, schemas bool, budget *int) bool {
	if *budget--; *budget < 0 || len(s.lengths)+len(s.names) > mostTypes {
		return false
	}
	switch t.Kind() {
	case typesys.KindTuple:
		if n := len(t.Elems()); n > *budget {
			return false
		} else if n > 0 && !slices.Contains(s.lengths, n) {
			s.lengths = append(s.lengths, n)
		}
	case typesys.KindObject:
		return s.object(t, schemas, budget)
	case typesys.KindList, typesys.KindSet, typesys.KindMap:
		return s.add(t.Elem(), schemas, budget)
	}
	for _, m := range t.Elems() {
		if !s.add(m, schemas, budget) {
			return false
		}
	}
	return true
}

func (s *shapes) object(t typesys.Type, schemas bool, budget *int) bool {
	if t.Source() != nil && !schemas {
		return true
	}
	var names []string
	for _, p := range t.Properties() {
		if t.Source() != nil && PlainKinds(p.Type)&NullKind != 0 {
			continue
		}
		names = append(names, p.Name)
		if !s.add(p.Type, schemas, budget) {
			return false
		}
	}
	if len(names) > 0 && !slices.ContainsFunc(s.names, func(known []string) bool { return slices.Equal(known, names) }) {
		s.names = append(s.names, names)
	}
	return true
}

// atMost replaces too many types by an unknown one.
func atMost(types []cty.Type) []cty.Type {
	if len(types) > mostTypes {
		return anyType
	}
	return types
}
