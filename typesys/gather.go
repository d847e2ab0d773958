package typesys

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file unifies many literals at once. Lists of a thousand of them are more common than one might think, and each could be compared
// with all that the ones before it may be.

// maxConstants is how many constants the common type of literals lists. More of them are their bases.
const maxConstants = 64

// gathered are types that have the same common type as others, but are fewer: what can be said of constants, of tuples, and of objects in
// one step is one type each.
func gathered(ts []Type) []Type {
	if len(ts) < 3 {
		return ts
	}
	var groups [][]Type // in order of their first members
	for _, t := range ts {
		i := slices.IndexFunc(groups, func(group []Type) bool { return alike(group[0], t) })
		if i < 0 {
			i = len(groups)
			groups = append(groups, nil)
		}
		if !slices.Contains(groups[i][max(0, len(groups[i])-1):], t) {
			groups[i] = append(groups[i], t)
		}
		if len(groups) > fewGroups {
			return ts
		}
	}
	var all []Type
	for _, group := range groups {
		if isConst(group[0]) {
			group = []Type{unitedConstants(group)}
		} else if t, ok := together(group); ok {
			group = []Type{t}
		}
		all = append(all, group...)
	}
	return all
}

// fewGroups is how many kinds of literals are told apart.
const fewGroups = 8

// alike reports whether two types may be one in one step.
func alike(a, b Type) bool {
	switch a.Kind() {
	case KindConst:
		return b.Kind() == KindConst && (a.Elem() == None) == (b.Elem() == None)
	case KindTuple:
		return b.Kind() == KindTuple && len(a.n.elems) == len(b.n.elems)
	case KindObject:
		return b.Kind() == KindObject && a.n.source == nil && b.n.source == nil
	}
	return a == b
}

// together is the common type of types all of which convert to it safely, if each step to it is clear.
func together(ts []Type) (Type, bool) {
	first := ts[0]
	switch {
	case !slices.ContainsFunc(ts, func(t Type) bool { return t != first }):
		return first, true
	case !slices.ContainsFunc(ts, func(t Type) bool { return t.Kind() != KindTuple || !alike(first, t) }):
		return tuplesTogether(ts)
	case !slices.ContainsFunc(ts, func(t Type) bool { return t.Kind() != KindObject || !alike(first, t) }):
		return objectsTogether(ts)
	}
	return constantsTogether(ts)
}

// constantsTogether is the union of constants, or the one primitive beside them to which all convert.
func constantsTogether(ts []Type) (Type, bool) {
	var constants []Type
	var other Type
	for _, t := range ts {
		switch {
		case isConst(t) && t.n.token != declared:
			constants = append(constants, t)
		case t != other && other.IsValid():
			return Type{}, false
		default:
			other = t
		}
	}
	all := unitedConstants(constants)
	switch {
	case all.Kind() == KindUnion && constants[0].n.token == unmerged:
		return Type{}, false
	case !other.IsValid():
		return all, true
	case !other.isSimple() || slices.ContainsFunc(all.Members(), func(t Type) bool { return Convert(other, t) != FitSafe }):
		return Type{}, false
	}
	return other, true
}

// unitedConstants is the union of constants.
func unitedConstants(constants []Type) Type {
	all := Union(constants...)
	if len(all.Members()) > maxConstants {
		return Union(lists.Map(all.Members(), Type.Elem)...)
	}
	return all
}

func isConst(t Type) bool { return t.Kind() == KindConst }

func tuplesTogether(ts []Type) (Type, bool) {
	elems := make([]Type, len(ts[0].n.elems))
	for i := range elems {
		var ok bool
		if elems[i], ok = together(lists.Map(ts, func(t Type) Type { return t.n.elems[i] })); !ok {
			return Type{}, false
		}
	}
	return Tuple(elems...), true
}

// objectsTogether has all members of the objects. Those that some lack are optional.
func objectsTogether(ts []Type) (Type, bool) {
	members := map[string][]Type{}
	for _, t := range ts {
		for _, p := range t.n.props {
			members[p.Name] = append(members[p.Name], p.Type)
		}
	}
	if len(members) > maxUnified {
		return Type{}, false
	}
	var props []Property
	for name, all := range members {
		t, ok := together(all)
		if !ok {
			return Type{}, false
		}
		if len(all) < len(ts) {
			t = Optional(t)
		}
		props = append(props, Property{name, t})
	}
	return Object(props...), true
}
