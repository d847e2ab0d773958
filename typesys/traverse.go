package typesys

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/zclconf/go-cty/cty"
)

// This file implements traversal: one step into a value with a literal key, as in `x.name`,
// `x[0]` and `x["name"]`. (docs/language/expressions.md#members)

// TraverseProblemKind is a kind of problem with a step.
type TraverseProblemKind uint8

// The kinds of problems.
const (
	NoMembers       TraverseProblemKind = iota // a value of this type has no members at all
	UnknownProperty                            // the object has no property of this name
	WrongCase                                  // the object has the property in another case; the step gives its type
	IndexNotNumber                             // a list needs a number
	KeyNotString                               // a map or object needs a string
	IndexNotInteger                            // a tuple needs a whole number
	IndexRange                                 // the tuple ends before the index
	NoneReceiver                               // the value is none
	NoUnionMember                              // no alternative of a union allows the step
)

var traverseProblemKindNames = [...]string{
	NoMembers: "no members", UnknownProperty: "unknown property", WrongCase: "wrong case",
	IndexNotNumber: "index is not a number", KeyNotString: "key is not a string",
	IndexNotInteger: "index is not an integer", IndexRange: "index out of range",
	NoneReceiver: "receiver is none", NoUnionMember: "no union member",
}

// String describes the kind.
func (k TraverseProblemKind) String() string { return traverseProblemKindNames[k] }

// TraverseProblem is why a step is wrong.
type TraverseProblem struct {
	Kind     TraverseProblemKind
	Receiver Type               // the type that does not allow the step, without eventual wrappers
	Key      cty.Value          // the key of the step
	Names    []string           // the object's property names, sorted, for UnknownProperty
	Actual   string             // the property's name as declared, for WrongCase
	Length   int                // the tuple's length, for IndexRange
	Causes   []*TraverseProblem // one for each member, for NoUnionMember
	Warning  bool               // whether the program can still run
}

// Traverse returns the type of one step into t with a key, a string or a number. The type is
// valid even if there is a problem; after most problems it is [Dynamic]. A step into an eventual
// value is as eventual. A step into a union is the union of the results of the members that
// allow it; only if no member does, or all in another case, is there a problem. Of the keys of
// lists and maps, only the kind is checked. (The reference crashes if the index of a
// tuple equals its length, returns the enum for any step into one, and sees no wrong case in a
// union; all are problems here.)
func Traverse(t Type, key cty.Value) (Type, *TraverseProblem) {
	switch t.Kind() {
	case Invalid:
		return Dynamic, nil
	case KindDynamic:
		return t, nil
	case KindNone:
		return None, &TraverseProblem{Kind: NoneReceiver, Receiver: t, Key: key, Warning: true}
	case KindConst:
		return Traverse(t.Elem(), key)
	case KindOutput, KindPromise, KindInput:
		inner, problem := Traverse(t.Elem(), key)
		return rewrapOne(t.Kind(), inner), problem
	case KindUnion:
		return traverseUnion(t, key)
	case KindList:
		return t.Elem(), keyProblem(t, key, Number, IndexNotNumber)
	case KindMap:
		return t.Elem(), keyProblem(t, key, String, KeyNotString)
	case KindTuple:
		return traverseTuple(t, key)
	case KindObject:
		return traverseObject(t, key)
	}
	return Dynamic, &TraverseProblem{Kind: NoMembers, Receiver: t, Key: key}
}

func rewrapOne(k Kind, t Type) Type {
	switch k {
	case KindOutput:
		return Output(t)
	case KindInput:
		return Input(t)
	}
	return Promise(t)
}

// keyProblem returns a problem for keys that do not convert to the type that the receiver wants.
// Numbers convert to strings, and strings to numbers.
func keyProblem(t Type, key cty.Value, want Type, kind TraverseProblemKind) *TraverseProblem {
	if Convert(want, keyType(key)) == FitNone {
		return &TraverseProblem{Kind: kind, Receiver: t, Key: key}
	}
	return nil
}

func keyType(key cty.Value) Type {
	switch {
	case key == cty.NilVal:
		return None
	case key.IsNull():
		return None
	}
	switch key.Type() {
	case cty.String:
		return String
	case cty.Number:
		return Number
	case cty.Bool:
		return Bool
	}
	return None
}

func traverseTuple(t Type, key cty.Value) (Type, *TraverseProblem) {
	problem := &TraverseProblem{Receiver: t, Key: key, Length: len(t.n.elems)}
	if keyType(key) != Number || !key.IsKnown() || !key.AsBigFloat().IsInt() {
		problem.Kind = IndexNotInteger
		return Dynamic, problem
	}
	index, _ := key.AsBigFloat().Int64()
	if index < 0 || index >= int64(len(t.n.elems)) {
		problem.Kind = IndexRange
		return Dynamic, problem
	}
	return t.n.elems[index], nil
}

func traverseObject(t Type, key cty.Value) (Type, *TraverseProblem) {
	name, ok := keyName(key)
	if !ok {
		return Dynamic, &TraverseProblem{Kind: KeyNotString, Receiver: t, Key: key}
	}
	if p, found := t.Property(name); found {
		return p.Type, nil
	}
	props := t.Properties()
	for _, p := range props {
		if strings.EqualFold(p.Name, name) {
			return p.Type, &TraverseProblem{Kind: WrongCase, Receiver: t, Key: key, Actual: p.Name, Warning: true}
		}
	}
	return Dynamic, &TraverseProblem{Kind: UnknownProperty, Receiver: t, Key: key, Names: propertyNames(props), Warning: isOpen(t.Source())}
}

// isOpen reports whether values may have properties that the type does not list.
func isOpen(s Source) bool {
	if shaped, ok := s.(*shaped); ok {
		return isOpen(shaped.Unshaped())
	}
	open, ok := s.(interface{ IsOpen() bool })
	return ok && open.IsOpen()
}

// keyName returns the text of a key that names a property.
func keyName(key cty.Value) (string, bool) {
	if Convert(String, keyType(key)) == FitNone {
		return "", false
	}
	return Text(key)
}

// propertyNames are the names of as many members as a wrong name is compared with.
func propertyNames(props []Property) []string {
	props = props[:min(len(props), tooManyNames)]
	return lists.Map(props, func(p Property) string { return p.Name })
}

// traverseUnion takes the step in each member. If one member other than none allows it, the
// others cause no problem. If all that allow it have the name in another case only, that is the
// problem.
func traverseUnion(t Type, key cty.Value) (Type, *TraverseProblem) {
	var results []Type
	var causes []*TraverseProblem
	found, exact, onlyNone := false, false, true
	var wrongCase *TraverseProblem
	for _, m := range t.n.elems {
		result, problem := Traverse(m, key)
		onlyNone = onlyNone && (Resolved(m) == None || Resolved(m) == Null)
		if problem == nil || problem.Warning {
			results = append(results, result)
		}
		if problem != nil {
			causes = append(causes, problem)
		}
		allowed := problem == nil || problem.Warning && problem.Kind != NoneReceiver
		if problem != nil && problem.Kind == WrongCase {
			wrongCase = problem
		} else {
			exact = exact || allowed
		}
		found = found || allowed
	}
	switch {
	case found && !exact:
		return Union(results...), wrongCase
	case found:
		return Union(results...), nil
	case onlyNone && len(causes) > 0:
		return Union(results...), causes[0]
	}
	return Dynamic, &TraverseProblem{Kind: NoUnionMember, Receiver: t, Key: key, Causes: causes}
}

// Splat returns what a splat over t, `src[*].tail`, sees: the type of each element, to which the tail is applied,
// and a function that makes the list of results as eventual as t. A type that is not a sequence
// counts as one with a single element. (docs/language/expressions.md#splat)
func Splat(t Type) (elem Type, wrap func(Type) Type) { return splatElem(Strip(t)), rewrap(t) }

func splatElem(t Type) Type {
	switch t.Kind() {
	case KindList, KindSet:
		return t.Elem()
	case KindTuple:
		return unifiedParts(t, Type.Elems)
	}
	return t
}
