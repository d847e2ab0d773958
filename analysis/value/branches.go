package value

import (
	"strconv"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file tells whether the branches of a conditional have a type in common. A run
// converts both of them to one type, whichever it takes, and fails if there is none. That is
// stricter than the type checker, which makes a union of them. (HCL, ConditionalExpr;
// PCL specification, pcl-functions.md, section 3.)

// NeverUnify reports whether the branches of a conditional have no type in common, whatever
// their values are.
func NeverUnify(a, b typesys.Type) bool {
	a, b = typesys.PlainShape(a), typesys.PlainShape(b)
	if a == b {
		return false
	}
	left, right := newRunTypes().of(a, b), newRunTypes().of(b, a)
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

// assetType and archiveType stand for the types of files, which convert to nothing.
var (
	assetType   = cty.Capsule("asset", nil)
	archiveType = cty.Capsule("archive", nil)
)

// runTypes finds the types that a branch has in runs.
type runTypes struct{ parts int } // how many more are looked at

func newRunTypes() *runTypes { return &runTypes{mostParts} }

// of are types that include, for every value of a branch, one that unifies with the
// other branch if the type of the value does. [cty.DynamicPseudoType] unifies with all: the
// type is unknown, or the value null.
func (r *runTypes) of(t, other typesys.Type) []cty.Type {
	switch t.Kind() {
	case typesys.KindList, typesys.KindSet:
		return r.collections(t, cty.List, elementsLike(other))
	case typesys.KindMap:
		return r.collections(t, cty.Map, membersLike(other))
	case typesys.KindObject:
		if t.Source() == nil {
			break
		}
		// Resources and values of schemas leave out what they do not have.
		if PlainKinds(other)&ObjectKind != 0 {
			return anyType
		}
		return []cty.Type{cty.Map(cty.DynamicPseudoType)}
	case typesys.KindUnion:
		var all []cty.Type
		for _, m := range t.Elems() {
			all = append(all, r.of(m, other)...)
		}
		return atMost(all)
	}
	return r.exact(t)
}

// exact are the types that a value has in a run, where its type tells them.
func (r *runTypes) exact(t typesys.Type) []cty.Type {
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
		return r.exact(t.Elem())
	case typesys.KindOpaque:
		switch t {
		case typesys.Asset:
			return []cty.Type{assetType}
		case typesys.Archive:
			return []cty.Type{archiveType}
		}
	case typesys.KindTuple:
		return r.tuples(t)
	case typesys.KindObject:
		if t.Source() == nil {
			return r.objects(t)
		}
	case typesys.KindUnion:
		var all []cty.Type
		for _, m := range t.Elems() {
			all = append(all, r.exact(m)...)
		}
		return atMost(all)
	}
	return anyType
}

func (r *runTypes) tuples(t typesys.Type) []cty.Type {
	var choices [][]cty.Type
	for _, elem := range t.Elems() {
		choices = append(choices, r.exact(elem))
	}
	return r.each(choices, func(chosen []cty.Type) cty.Type { return cty.Tuple(chosen) })
}

// objects are the types of objects with these members. A member that may be null may also
// be missing.
func (r *runTypes) objects(t typesys.Type) []cty.Type {
	props := t.Properties()
	var choices [][]cty.Type
	for _, p := range props {
		choice := r.exact(p.Type)
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
func (r *runTypes) collections(t typesys.Type, of func(cty.Type) cty.Type, like []func(cty.Type) cty.Type) []cty.Type {
	var all []cty.Type
	for _, elem := range r.exact(t.Elem()) {
		all = append(all, of(elem))
		for _, other := range like {
			all = append(all, other(elem))
		}
	}
	return atMost(all)
}

// elementsLike make tuples of equal elements: an empty one, and one as long as each tuple
// of the other branch.
func elementsLike(other typesys.Type) []func(cty.Type) cty.Type {
	makes := []func(cty.Type) cty.Type{func(cty.Type) cty.Type { return cty.EmptyTuple }}
	eachPart(other, func(t typesys.Type) {
		if t.Kind() == typesys.KindTuple && len(t.Elems()) > 0 {
			makes = append(makes, func(elem cty.Type) cty.Type {
				list := make([]cty.Type, len(t.Elems()))
				for i := range list {
					list[i] = elem
				}
				return cty.Tuple(list)
			})
		}
	})
	return makes
}

// membersLike make objects of equal members: an empty one, one with a member of its own, and
// one with the members of each object of the other branch.
func membersLike(other typesys.Type) []func(cty.Type) cty.Type {
	makes := []func(cty.Type) cty.Type{func(cty.Type) cty.Type { return cty.EmptyObject }}
	eachPart(other, func(t typesys.Type) {
		if t.Kind() != typesys.KindObject || t.Source() != nil {
			return
		}
		makes = append(makes, func(elem cty.Type) cty.Type {
			shape := map[string]cty.Type{}
			for _, p := range t.Properties() {
				shape[p.Name] = elem
			}
			return cty.Object(shape)
		}, func(elem cty.Type) cty.Type {
			return cty.Object(map[string]cty.Type{strconv.Itoa(len(t.Properties())): elem})
		})
	})
	return makes
}

// eachPart visits a type, or each member of a union.
func eachPart(t typesys.Type, visit func(typesys.Type)) {
	if t.Kind() != typesys.KindUnion {
		visit(t)
		return
	}
	for _, m := range t.Elems() {
		visit(m)
	}
}

// atMost replaces too many types by an unknown one.
func atMost(types []cty.Type) []cty.Type {
	if len(types) > mostTypes {
		return anyType
	}
	return types
}
