package flowtest

import (
	"maps"
	"slices"
	"strconv"
)

// This file holds the values of a run and their marks.

// Kind is a kind of value.
type Kind uint8

// The kinds of values.
const (
	Null Kind = iota
	Bool
	Number
	Text
	List
	Object
	// Unknown is a value that is not known in this run, of any kind.
	Unknown
)

// Value is a value of a run. It is immutable.
type Value struct {
	Kind    Kind
	Bool    bool
	Number  float64
	Text    string
	List    []Value
	Members map[string]Value
	Marks
}

// Marks are what one value carries, without what is in it.
type Marks struct {
	Secret bool
	deps   []string // sorted
}

// Deps are the names of the declarations that the value comes from, sorted.
func (m Marks) Deps() []string { return slices.Clip(m.deps) }

func (m Marks) and(o Marks) Marks {
	m.Secret = m.Secret || o.Secret
	switch {
	case len(m.deps) == 0:
		m.deps = o.deps
	case len(o.deps) > 0:
		all := slices.Concat(m.deps, o.deps)
		slices.Sort(all)
		m.deps = slices.Compact(all)
	}
	return m
}

// with is the value with further marks.
func (v Value) with(all ...Marks) Value {
	for _, m := range all {
		v.Marks = v.Marks.and(m)
	}
	return v
}

// deep are the marks of the value and of everything in it.
func (v Value) deep() Marks {
	m := v.Marks
	for _, inner := range v.List {
		m = m.and(inner.deep())
	}
	for _, inner := range v.Members {
		m = m.and(inner.deep())
	}
	return m
}

// mapped is the value with its marks changed, and those of everything in it.
func (v Value) mapped(change func(Marks) Marks) Value {
	v.Marks = change(v.Marks)
	if v.List != nil {
		all := make([]Value, len(v.List))
		for i, inner := range v.List {
			all[i] = inner.mapped(change)
		}
		v.List = all
	}
	if v.Members != nil {
		members := map[string]Value{}
		for name, inner := range v.Members {
			members[name] = inner.mapped(change)
		}
		v.Members = members
	}
	return v
}

// unmarked is the value without marks.
func (v Value) unmarked() Value { return v.mapped(func(Marks) Marks { return Marks{} }) }

// secrets is the value without dependencies.
func (v Value) secrets() Value {
	return v.mapped(func(m Marks) Marks { return Marks{Secret: m.Secret} })
}

func (v Value) isUnknown() bool { return v.Kind == Unknown }

// isWhole reports whether the value is known, with everything in it.
func (v Value) isWhole() bool {
	for _, inner := range v.List {
		if !inner.isWhole() {
			return false
		}
	}
	for _, inner := range v.Members {
		if !inner.isWhole() {
			return false
		}
	}
	return v.Kind != Unknown
}

// Inner are the members of the value: by name, list elements by index.
func (v Value) Inner() map[string]Value {
	if v.Kind != List {
		return v.Members
	}
	inner := map[string]Value{}
	for i, x := range v.List {
		inner[strconv.Itoa(i)] = x
	}
	return inner
}

// elements are the members with their keys, in the order in which they are visited.
func (v Value) elements() (keys, values []Value) {
	if v.Kind == List {
		for i := range v.List {
			keys = append(keys, number(float64(i)))
		}
		return keys, v.List
	}
	for _, name := range slices.Sorted(maps.Keys(v.Members)) {
		keys = append(keys, text(name))
		values = append(values, v.Members[name])
	}
	return keys, values
}

func text(s string) Value { return Value{Kind: Text, Text: s} }

func number(n float64) Value { return Value{Kind: Number, Number: n} }

func truth(b bool) Value { return Value{Kind: Bool, Bool: b} }

func listed(all ...Value) Value { return Value{Kind: List, List: all} }

func object(members map[string]Value) Value { return Value{Kind: Object, Members: members} }

func unknown(all ...Marks) Value { return Value{Kind: Unknown}.with(all...) }

// has reports whether the value has a shape, as far as it is known.
func (v Value) has(s Shape) bool {
	switch {
	case v.isUnknown():
		return true
	case s.isScalar():
		return v.Kind == [...]Kind{Text, Number, Bool}[s.Kind]
	case s.Kind == ListShape:
		return v.Kind == List && !slices.ContainsFunc(v.List, func(inner Value) bool { return !inner.has(*s.Elem) })
	case v.Kind != Object:
		return false
	case s.Kind == ObjectShape:
		return len(v.Members) == len(s.Fields) && !slices.ContainsFunc(s.Fields, func(f Field) bool {
			inner, ok := v.Members[f.Name]
			return !ok || !inner.has(f.Shape)
		})
	}
	for _, inner := range v.Members {
		if !inner.has(*s.Elem) {
			return false
		}
	}
	return true
}

// same is the operator ==, for values that are wholly known.
func same(a, b Value) bool {
	switch {
	case a.Kind != b.Kind:
		return false
	case a.Kind == List:
		return slices.EqualFunc(a.List, b.List, same)
	case a.Kind == Object:
		return maps.EqualFunc(a.Members, b.Members, same)
	}
	return a.Bool == b.Bool && a.Number == b.Number && a.Text == b.Text
}
