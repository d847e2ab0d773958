package schema

import (
	"bytes"
	"maps"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// This file finds out what a declaration mentions, without decoding it: in a large package that takes a tenth of the time.

// Mentions are what a declaration refers to.
type Mentions struct {
	// Types are the canonical tokens of types of the same package, by the part of the declaration that refers to them:
	// inputProperties, stateInputs, outputs and so on. Each is listed once, sorted.
	Types map[string][]string
	// Aliases are the older tokens of a resource.
	Aliases []string
}

// Mentions reads what the declaration of a member mentions. Nothing is known of one that cannot be read.
func (m Member) Mentions() Mentions {
	found := Mentions{Types: map[string][]string{}}
	text, err := m.text()
	if err != nil {
		return found
	}
	var older struct {
		Aliases []jsontext.Value `json:"aliases"`
	}
	_ = json.Unmarshal(text, &older, lenient...) // what cannot be read is nobody's problem here
	found.Aliases = aliasTypes(older.Aliases)
	d := jsontext.NewDecoder(bytes.NewReader(text), lenient...)
	if _, err := d.ReadToken(); err != nil {
		return found
	}
	for {
		name, err := d.ReadToken()
		if err != nil || name.Kind() != '"' { // the end, or what is no JSON
			return found
		}
		part := name.String()
		value, err := d.ReadValue()
		if err != nil {
			return found
		}
		if tokens := m.Package.typesIn(value); len(tokens) > 0 {
			found.Types[part] = tokens
		}
	}
}

// typesIn are the types that a part of a declaration refers to. Inside of a string, the quotes would be escaped.
func (p *Package) typesIn(value []byte) []string {
	seen := map[string]bool{}
	for rest := value; ; {
		i := bytes.Index(rest, refKey)
		if i < 0 {
			break
		}
		rest = bytes.TrimLeft(rest[i+len(refKey):], ": \t\r\n")
		end := bytes.IndexByte(rest[min(1, len(rest)):], '"')
		var text string
		if end < 0 || json.Unmarshal(rest[:end+2], &text, lenient...) != nil {
			continue
		}
		if r, ok := parseReference(text); ok && r.section == inTypes && r.name == "" {
			seen[p.Canonical(r.token)] = true
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

var refKey = []byte(`"$ref"`)
