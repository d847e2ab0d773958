package packages

import (
	"encoding/json"
	"maps"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// This file shortens schemas. A run reads the schema of each package several times, and that of a cloud has tens of megabytes.

// definitions are what a part of a schema defines, by token.
type definitions map[string]json.RawMessage

// parts are a schema, and those of its parts whose members have tokens.
type parts struct {
	document map[string]json.RawMessage
	defined  map[string]definitions
	// roots are the tokens of resources and functions, by what a program calls them in small letters: the last part of a token, or of an alias.
	roots map[string][]string
	// refers are the tokens that a definition refers to, by its own, for those that were asked for.
	refers map[string][]string
}

// tokens are the texts in JSON that may be tokens, or refer to them.
var tokens = regexp.MustCompile(`"(?:[^"#]*#/[a-z]+/)?([^"#:\s]+:[^"#\s]+)"`)

// split returns the parts of a schema, once.
func split(document []byte) func() *parts {
	return sync.OnceValue(func() *parts {
		p := &parts{defined: map[string]definitions{}, roots: map[string][]string{}, refers: map[string][]string{}}
		if json.Unmarshal(document, &p.document) != nil {
			return p // the binder says what is wrong
		}
		for _, part := range []string{"resources", "functions", "types"} {
			var all definitions
			if json.Unmarshal(p.document[part], &all) != nil {
				continue
			}
			p.defined[part] = all
			for token, definition := range all {
				if part == "types" {
					continue
				}
				var d struct{ Aliases []struct{ Type string } }
				_ = json.Unmarshal(definition, &d)
				p.name(token, token)
				for _, alias := range d.Aliases {
					p.name(alias.Type, token)
				}
			}
		}
		return p
	})
}

func (p *parts) name(token, of string) {
	name := strings.ToLower(path.Base(token[strings.LastIndex(token, ":")+1:]))
	p.roots[name] = append(p.roots[name], of)
}

// Short gives what a program with some text needs of the schemas of a set.
type Short struct {
	text      string
	mu        sync.Mutex
	documents map[string][]byte // by package and version
}

// NewShort returns it for a text.
func NewShort(text string) *Short { return &Short{text: text, documents: map[string][]byte{}} }

func (s *Short) document(p Package) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := p.Name + " " + p.Version.String()
	if s.documents[key] == nil {
		s.documents[key] = p.extract(s.text)
	}
	return s.documents[key]
}

// large is from how many bytes on a schema is shortened. Other packages may refer to any part of a schema, and no tests have some that refer to a
// large one.
const large = 1 << 20

// extract returns the schema with those resources and functions whose names occur in a text, in letters of either case, and all they refer to.
func (p Package) extract(text string) []byte {
	if len(p.document) < large {
		return p.document
	}
	all, text := p.parts(), strings.ToLower(text)
	queue := slices.Concat(all.references("config", all.document["config"]), all.references("provider", all.document["provider"]))
	for name, of := range all.roots {
		if strings.Contains(text, name) {
			queue = append(queue, of...)
		}
	}
	kept, seen := map[string]definitions{"resources": {}, "functions": {}, "types": {}}, map[string]bool{}
	for len(queue) > 0 {
		token := queue[0]
		queue = queue[1:]
		if seen[token] {
			continue
		}
		seen[token] = true
		for part, defined := range all.defined {
			if definition, ok := defined[token]; ok {
				kept[part][token] = definition
				queue = append(queue, all.references(part+" "+token, definition)...)
			}
		}
	}
	shortened := maps.Clone(all.document)
	for part := range all.defined {
		shortened[part], _ = json.Marshal(kept[part])
	}
	document, _ := json.Marshal(shortened)
	return document
}

// references are the tokens in a part of a schema.
func (p *parts) references(name string, part []byte) []string {
	if known, ok := p.refers[name]; ok {
		return known
	}
	var found []string
	for _, token := range tokens.FindAllSubmatch(part, -1) {
		if text, err := url.PathUnescape(string(token[1])); err == nil {
			found = append(found, text)
		}
	}
	slices.Sort(found)
	p.refers[name] = slices.Compact(found)
	return p.refers[name]
}
