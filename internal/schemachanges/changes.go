package schemachanges

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// This file changes a schema as a JSON document.

// Change is one thing that was done, as a comparison names it.
type Change struct {
	Kind, Section, Token, Property string
	// To is the new name of something renamed.
	To string
}

type object = map[string]any

// Schema is a schema that is being changed.
type Schema struct {
	random  *rand.Rand
	doc     object
	touched map[string]bool
	// Done are the changes.
	Done []Change
}

// New reads a schema. It panics if that is none.
func New(random *rand.Rand, text []byte) *Schema {
	s := &Schema{random: random, touched: map[string]bool{}}
	if err := json.Unmarshal(text, &s.doc); err != nil {
		panic(err)
	}
	return s
}

// Text is the schema with the changes.
func (s *Schema) Text() []byte {
	text, err := json.Marshal(s.doc)
	if err != nil {
		panic(err)
	}
	return text
}

// Change makes up to n changes.
func (s *Schema) Change(n int) {
	for range n {
		for range 20 { // some changes are not possible everywhere
			edit := choose(s.random, edits)
			if m, ok := s.place(); ok && !s.touched[m.key()] && edit(s, m) {
				s.touched[m.key()] = true
				break
			}
		}
	}
}

// place is a property of a member, or the member itself.
type place struct {
	section, token, property string
	member                   object
	// sides are the objects with properties, with the list of those that are required.
	sides []side
}

type side struct {
	owner            object
	props, required  string
	isOutput, others bool
}

func (m place) key() string { return m.section + " " + m.token + " " + m.property }

var sections = map[string]string{"resource": "resources", "function": "functions", "type": "types"}

// place chooses a member and a property.
func (s *Schema) place() (m place, ok bool) {
	m.section = []string{"resource", "resource", "function", "type"}[s.random.IntN(4)]
	members, _ := s.doc[sections[m.section]].(object)
	if len(members) == 0 {
		return m, false
	}
	m.token = choose(s.random, slices.Sorted(maps.Keys(members)))
	m.member, _ = members[m.token].(object)
	if m.member == nil || s.touched[m.section+" "+m.token+" "] {
		return m, false
	}
	switch m.section {
	case "resource":
		m.sides = []side{{m.member, "inputProperties", "requiredInputs", false, false}, {m.member, "properties", "required", true, false}}
		if state, ok := m.member["stateInputs"].(object); ok {
			m.sides = append(m.sides, side{state, "properties", "required", false, true})
		}
	case "function":
		if in, ok := m.member["inputs"].(object); ok {
			m.sides = append(m.sides, side{in, "properties", "required", false, false})
		}
		if out, ok := m.member["outputs"].(object); ok && out["properties"] != nil {
			m.sides = append(m.sides, side{out, "properties", "required", true, false})
		}
	default:
		m.sides = []side{{m.member, "properties", "required", false, false}}
	}
	names := map[string]bool{}
	for _, side := range m.sides {
		for name := range side.all() {
			names[name] = true
		}
	}
	delete(names, "__self__")
	if len(names) > 0 {
		m.property = choose(s.random, slices.Sorted(maps.Keys(names)))
	}
	return m, true
}

func choose[T any](random *rand.Rand, all []T) T { return all[random.IntN(len(all))] }

func (s side) all() object {
	all, _ := s.owner[s.props].(object)
	return all
}

func (s side) property(name string) object {
	p, _ := s.all()[name].(object)
	return p
}

func (s side) requires(name string) bool {
	list, _ := s.owner[s.required].([]any)
	return slices.Contains(list, any(name))
}

func (s side) require(name string, is bool) {
	list, _ := s.owner[s.required].([]any)
	list = slices.DeleteFunc(list, func(v any) bool { return v == any(name) })
	if is {
		list = append(list, name)
	}
	s.owner[s.required] = list
}

// done notes a change.
func (s *Schema) done(kind string, m place, to string) bool {
	s.Done = append(s.Done, Change{kind, m.section, m.token, m.property, to})
	return true
}

// onEach changes a property on all sides that have it.
func (m place) onEach(change func(side, object)) (changed bool) {
	for _, side := range m.sides {
		if p := side.property(m.property); p != nil {
			change(side, p)
			changed = true
		}
	}
	return changed
}

// references replaces references to a member, and everything else that is written like one.
func (s *Schema) references(from, to string) {
	var walk func(v any) any
	walk = func(v any) any {
		switch v := v.(type) {
		case object:
			for key, inner := range v {
				v[key] = walk(inner)
			}
		case []any:
			for i, inner := range v {
				v[i] = walk(inner)
			}
		case string:
			if v == from {
				return to
			}
		}
		return v
	}
	walk(s.doc)
}

// mentions reports whether anything refers to a member.
func (s *Schema) mentions(ref string) bool { return strings.Contains(string(s.Text()), `"`+ref+`"`) }
