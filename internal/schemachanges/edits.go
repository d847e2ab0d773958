package schemachanges

import (
	"maps"
	"slices"
	"strings"
)

// This file lists what can be changed.

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
	for _, side := range m.sides {
		if side.property(to) != nil {
			return false
		}
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
