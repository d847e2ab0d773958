package value

import (
	"maps"
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
	left, right := typesInRuns(a, b), typesInRuns(b, a)
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

// mostTypes is how many types are tried for one branch. A branch that may have more counts
// as unknown.
const mostTypes = 16

var anyType = []cty.Type{cty.DynamicPseudoType}

// assetType and archiveType stand for the types of files, which convert to nothing.
var (
	assetType   = cty.Capsule("asset", nil)
	archiveType = cty.Capsule("archive", nil)
)

// typesInRuns are types that include, for every value of a branch, one that unifies with the
// other branch if the type of the value does. [cty.DynamicPseudoType] unifies with all: the
// type is unknown, or the value null.
func typesInRuns(t, other typesys.Type) []cty.Type {
	switch t.Kind() {
	case typesys.KindList, typesys.KindSet:
		return collections(t, cty.List, elementsLike(other))
	case typesys.KindMap:
		return collections(t, cty.Map, membersLike(other))
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
			all = append(all, typesInRuns(m, other)...)
		}
		return atMost(all)
	}
	return exactTypes(t)
}

// exactTypes are the types that a value has in a run, where its type tells them.
func exactTypes(t typesys.Type) []cty.Type {
	switch t.Kind() {
	case typesys.KindBool:
		return []cty.Type{cty.Bool}
	case typesys.KindInt, typesys.KindNumber:
		return []cty.Type{cty.Number}
	case typesys.KindString, typesys.KindID:
		return []cty.Type{cty.String}
	case typesys.KindConst, typesys.KindEnum:
		return exactTypes(t.Elem())
	case typesys.KindOpaque:
		switch t {
		case typesys.Asset:
			return []cty.Type{assetType}
		case typesys.Archive:
			return []cty.Type{archiveType}
		}
	case typesys.KindTuple:
		return tuples(t)
	case typesys.KindObject:
		if t.Source() == nil {
			return objects(t)
		}
	case typesys.KindUnion:
		var all []cty.Type
		for _, m := range t.Elems() {
			all = append(all, exactTypes(m)...)
		}
		return atMost(all)
	}
	return anyType
}

func tuples(t typesys.Type) []cty.Type {
	lists := [][]cty.Type{nil}
	for _, elem := range t.Elems() {
		var longer [][]cty.Type
		for _, of := range exactTypes(elem) {
			for _, list := range lists {
				longer = append(longer, append(list[:len(list):len(list)], of))
			}
		}
		if lists = longer; len(lists) > mostTypes {
			return anyType
		}
	}
	all := make([]cty.Type, len(lists))
	for i, list := range lists {
		all[i] = cty.Tuple(list)
	}
	return all
}

// objects are the types of objects with these members. A member that may be null may also
// be missing.
func objects(t typesys.Type) []cty.Type {
	shapes := []map[string]cty.Type{{}}
	for _, p := range t.Properties() {
		var larger []map[string]cty.Type
		for _, of := range exactTypes(p.Type) {
			for _, shape := range shapes {
				with := maps.Clone(shape)
				with[p.Name] = of
				larger = append(larger, with)
			}
		}
		if PlainKinds(p.Type)&NullKind != 0 {
			larger = append(larger, shapes...)
		}
		if shapes = larger; len(shapes) > mostTypes {
			return anyType
		}
	}
	all := make([]cty.Type, len(shapes))
	for i, shape := range shapes {
		all[i] = cty.Object(shape)
	}
	return all
}

// collections are the types of a list or map, which is a tuple or object if it comes from a
// loop or an output.
func collections(t typesys.Type, of func(cty.Type) cty.Type, like []func(cty.Type) cty.Type) []cty.Type {
	var all []cty.Type
	for _, elem := range exactTypes(t.Elem()) {
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
