// Package schemachanges changes package schemas at random and says what it changed. Tests compare that with what is found.
//
// A member or a property is changed at most once, so that each change is to be found as what it is.
package schemachanges

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/internal/attempt"
)

// Change is one thing that was done, as a comparison names it.
type Change struct {
	Kind, Section, Token, Property string
	To                             string // new name of something renamed
}

type object = map[string]any

// Schema is a schema that is being changed.
type Schema struct {
	random  *rand.Rand
	doc     object
	touched map[string]bool
	Done    []Change // changes
}

// New reads a schema. It fails if that is none.
func New(random *rand.Rand, text []byte) *Schema {
	s := &Schema{random: random, touched: map[string]bool{}}
	attempt.Check(json.Unmarshal(text, &s.doc))
	return s
}

// Text is the schema with the changes.
func (s *Schema) Text() []byte { return attempt.Must(json.Marshal(s.doc)) }

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
	sides                    []side // objects with properties, with the list of those that are required
}

// side is an object with properties: a member, or what it has within. Others are inputs by which a resource is looked up.
type side struct {
	owner                   object
	within, props, required string
	isOutput, others        bool
}

var sides = map[string][]side{
	"resource": {
		{props: "inputProperties", required: "requiredInputs"},
		{props: "properties", required: "required", isOutput: true},
		{within: "stateInputs", props: "properties", required: "required", others: true},
	},
	"function": {
		{within: "inputs", props: "properties", required: "required"},
		{within: "outputs", props: "properties", required: "required", isOutput: true},
	},
	"type": {{props: "properties", required: "required"}},
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
	for _, s := range sides[m.section] {
		owner := m.member
		if s.within != "" {
			owner, _ = m.member[s.within].(object)
		}
		if owner != nil && (s.within != "outputs" || owner["properties"] != nil) {
			s.owner = owner
			m.sides = append(m.sides, s)
		}
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
	text := strings.ReplaceAll(string(s.Text()), `"`+from+`"`, `"`+to+`"`)
	s.doc = nil
	attempt.Check(json.Unmarshal([]byte(text), &s.doc))
}

// mentions reports whether anything refers to a member.
func (s *Schema) mentions(ref string) bool { return strings.Contains(string(s.Text()), `"`+ref+`"`) }

// edits make one change each. They report whether it was possible.
var edits = []func(*Schema, place) bool{
	(*Schema).addProperty,
	(*Schema).changeDefault,
	(*Schema).deprecate,
	(*Schema).changeEnum,
	(*Schema).addMember,
	(*Schema).deprecateMember,
	(*Schema).removeMember,
	(*Schema).renameMember,
	flag("plain", "now-plain", "no-longer-plain", false),
	(*Schema).remove,
	(*Schema).rename,
	flag("willReplaceOnChanges", "now-replaces", "no-longer-replaces", false),
	(*Schema).require,
	flag("secret", "now-secret", "no-longer-secret", true),
	(*Schema).changeType,
}

func (s *Schema) remove(m place) bool {
	return m.property != "" && m.onEach(func(side side, _ object) {
		delete(side.all(), m.property)
		side.require(m.property, false)
	}) && s.done("removed", m, "")
}

// nouns make names that no schema of the tests has.
var nouns = []string{"Walrus", "Otter", "Heron", "Lynx", "Badger", "Puffin"}

func (s *Schema) addProperty(m place) bool {
	if m.member["enum"] != nil || len(m.sides) == 0 {
		return false
	}
	m.property = "added" + choose(s.random, nouns)
	side := choose(s.random, m.sides)
	if side.all() == nil {
		side.owner[side.props] = object{}
	}
	if side.property(m.property) != nil {
		return false
	}
	side.all()[m.property] = object{"type": choose(s.random, []string{"string", "integer", "boolean"}), "description": "What the animals want."}
	if !side.others && s.random.IntN(3) == 0 {
		side.require(m.property, true)
	}
	s.touched[m.key()] = true
	return s.done("added", m, "")
}

// renamed is another name for the same.
func (s *Schema) renamed(name string) string {
	upper := strings.ToUpper(name[:1]) + name[1:]
	switch s.random.IntN(5) {
	case 0:
		if strings.HasSuffix(name, "s") {
			return name[:len(name)-1]
		}
		return name + "s"
	case 1:
		return "target" + upper
	case 2:
		return name + "Name"
	case 3:
		return name + "V2"
	}
	return strings.ToLower(choose(s.random, nouns)) + "Setting"
}

func (s *Schema) rename(m place) bool {
	if m.property == "" {
		return false
	}
	to := s.renamed(m.property)
	if slices.ContainsFunc(m.sides, func(s side) bool { return s.property(to) != nil }) {
		return false
	}
	m.onEach(func(side side, p object) {
		required := side.requires(m.property)
		delete(side.all(), m.property)
		side.all()[to] = p
		side.require(m.property, false)
		side.require(to, required)
	})
	now := m
	now.property = to
	s.touched[now.key()] = true
	s.done("added", now, "")
	s.done("removed", m, "")
	return s.done("renamed", m, to)
}

// isWhole reports whether nothing in a member was changed, and changes nothing in it from now on.
func (s *Schema) isWhole(m *place) bool {
	for key := range s.touched {
		if strings.HasPrefix(key, m.section+" "+m.token+" ") {
			return false
		}
	}
	m.property = ""
	s.touched[m.key()] = true
	return true
}

func (m place) ref() string { return "#/" + sections[m.section] + "/" + m.token }

func (s *Schema) removeMember(m place) bool {
	if s.mentions(m.ref()) || s.mentions(m.token) && m.section == "function" || !s.isWhole(&m) {
		return false
	}
	delete(s.doc[sections[m.section]].(object), m.token)
	return s.done("removed", m, "")
}

func (s *Schema) addMember(m place) bool {
	pkg, _, _ := strings.Cut(m.token, ":")
	m.token, m.property = pkg+":index:Added"+choose(s.random, nouns), ""
	members := s.doc[sections[m.section]].(object)
	if members[m.token] != nil {
		return false
	}
	members[m.token] = object{"type": "object", "description": "A den.", "properties": object{"depth": object{"type": "number"}}}
	s.touched[m.key()] = true
	return s.done("added", m, "")
}

func (s *Schema) renameMember(m place) bool {
	cut := strings.LastIndexByte(m.token, ':') + 1
	to := m.token[:cut] + s.renamed(m.token[cut:])
	members := s.doc[sections[m.section]].(object)
	if members[to] != nil || strings.Contains(m.token, "/") && m.section == "function" && s.mentions(m.token) || !s.isWhole(&m) {
		return false
	}
	now := m
	now.token = to
	s.touched[now.key()] = true
	delete(members, m.token)
	members[to] = m.member
	s.references(m.ref(), "#/"+sections[m.section]+"/"+to)
	s.references(strings.ReplaceAll(m.ref(), "/", "%2F"), "#/"+sections[m.section]+"/"+to)
	s.done("added", now, "")
	s.done("removed", m, "")
	return s.done("renamed", m, to)
}

func (s *Schema) deprecateMember(m place) bool {
	m.property = ""
	if m.section == "type" || s.touched[m.key()] || m.member["deprecationMessage"] != nil {
		return false
	}
	m.member["deprecationMessage"] = "The animals have left."
	s.touched[m.key()] = true
	return s.done("deprecated", m, "")
}

func (s *Schema) changeType(m place) bool {
	now := map[string]string{"string": "integer", "integer": "boolean", "boolean": "string", "number": "string"}
	possible := m.property != ""
	m.onEach(func(_ side, p object) {
		was, _ := p["type"].(string)
		possible = possible && now[was] != "" && p["default"] == nil && p["const"] == nil && p["$ref"] == nil && p["oneOf"] == nil
	})
	return possible && m.onEach(func(_ side, p object) { p["type"] = now[p["type"].(string)] }) && s.done("type-changed", m, "")
}

func (s *Schema) require(m place) bool {
	side := choose(s.random, append(m.sides, side{owner: object{}}))
	p := side.property(m.property)
	if p == nil || side.others || p["const"] != nil {
		return false
	}
	is := !side.requires(m.property)
	side.require(m.property, is)
	if is {
		return s.done("now-required", m, "")
	}
	return s.done("no-longer-required", m, "")
}

func (s *Schema) changeDefault(m place) bool {
	for _, side := range m.sides {
		p := side.property(m.property)
		if p == nil || side.isOutput || side.others || p["$ref"] != nil || p["const"] != nil {
			continue
		}
		if value := map[any]any{"string": "otter", "integer": 4711.0, "boolean": true}[p["type"]]; value != nil && p["default"] != value {
			p["default"] = value
			return s.done("default-changed", m, "")
		}
	}
	return false
}

// flag sets what is not set, and the other way round.
func flag(name, begins, ends string, outputs bool) func(*Schema, place) bool {
	return func(s *Schema, m place) bool {
		for _, side := range m.sides {
			p := side.property(m.property)
			if p == nil || side.isOutput && !outputs || side.others || name != "secret" && m.section != "resource" || p["replaceOnChanges"] == true {
				continue
			}
			if p[name] == true {
				delete(p, name)
				return s.done(ends, m, "")
			}
			p[name] = true
			return s.done(begins, m, "")
		}
		return false
	}
}

func (s *Schema) deprecate(m place) bool {
	possible := m.property != ""
	m.onEach(func(_ side, p object) { possible = possible && p["deprecationMessage"] == nil })
	return possible && m.onEach(func(_ side, p object) { p["deprecationMessage"] = "The animals have left." }) && s.done("deprecated", m, "")
}

func (s *Schema) changeEnum(m place) bool {
	values, _ := m.member["enum"].([]any)
	if len(values) == 0 || !s.isWhole(&m) {
		return false
	}
	if s.random.IntN(2) == 0 && len(values) > 1 {
		m.member["enum"] = slices.Clone(values[1:])
		return s.done("enum-value-removed", m, "")
	}
	last := maps.Clone(values[len(values)-1].(object))
	if _, isText := last["value"].(string); !isText {
		return false
	}
	last["value"], last["name"] = "otters", "Otters"
	delete(last, "deprecationMessage")
	m.member["enum"] = append(slices.Clone(values), last)
	return s.done("enum-value-added", m, "")
}
