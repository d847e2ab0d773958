package complete

import (
	"iter"
	"runtime"
	"slices"
	"strings"
	"sync"
	"weak"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file reads the examples in the documentation of a resource. They show which properties
// people set, and with which members of which other resources.
//
// **Why** TypeScript: published schemas have each example in several languages, and nearly all
// have this one. Its literals can be read without knowing the language.

// examples tells what the examples of a resource do.
type examples struct {
	set    map[string]int               // how often they set a property, at any depth
	order  map[string]int               // how many other properties they set before it first
	pairs  map[[2]string]int            // two properties in a row
	values map[string]map[reference]int // members of resources, by property
	calls  map[string]map[string]int    // names of called functions in lower case, by property
	texts  map[string]map[string]int    // strings and names of values of enums, by property
}

// reference is a member of a resource.
type reference struct{ resource, member string } // the resource is the last part of its token

const (
	exampleStart = "```typescript\n"
	exampleEnd   = "```"
	// maxExamples is how many bytes of examples are read.
	maxExamples = 32 << 10
)

// noExamples are those where there is no resource.
var noExamples examples

// readExamples reads the examples of the resource around the cursor.
func (c *completer) readExamples(pr *probed) {
	switch r := pr.Info.Resource; {
	case c.shown != nil:
	case r == nil:
		c.shown = &noExamples
	default:
		c.shown = examplesOf(r)
	}
}

// read are the examples by resource, a weak pointer. Most completions are in the resource of the one before.
var read sync.Map

// examplesOf returns the examples of a resource, which nobody may change.
func examplesOf(r *schema.Resource) *examples {
	key := weak.Make(r)
	if known, ok := read.Load(key); ok {
		return known.(*examples)
	}
	e := &examples{map[string]int{}, map[string]int{}, map[[2]string]int{}, map[string]map[reference]int{}, map[string]map[string]int{}, map[string]map[string]int{}}
	e.readAll(strings.Clone(r.Description), memberOf(r))
	if _, known := read.LoadOrStore(key, e); !known {
		runtime.AddCleanup(r, func(key weak.Pointer[schema.Resource]) { read.Delete(key) }, key)
	}
	return e
}

// shownCall reports whether examples call a function in this place, by any name that languages
// have for it.
func (s expectation) shownCall(b *language.Builtin) bool {
	return s.calls[strings.ToLower(b.Name)] > 0 || slices.ContainsFunc(b.Elsewhere, func(name string) bool { return s.calls[name] > 0 })
}

// place returns how early examples set a property: 0 if they never do, and 8 units if nothing precedes it.
func (e *examples) place(name string) int {
	if e.set[name] == 0 {
		return 0
	}
	return unit * max(0, 8-e.order[name])
}

// readAll reads the examples in a description of a type of resource.
func (e *examples) readAll(description, typ string) {
	for text := range examplesIn(description) {
		r := exampleReader{examples: e, text: text, typ: typ, declared: map[string]string{}, open: []bracket{{}}}
		r.read()
	}
}

// examplesIn returns the examples in a description.
func examplesIn(description string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for left := maxExamples; left > 0; {
			_, rest, found := strings.Cut(description, exampleStart)
			if !found {
				return
			}
			text, after, _ := strings.Cut(rest, exampleEnd)
			text = text[:min(len(text), left)]
			if !yield(text) {
				return
			}
			left -= len(text)
			description = after
		}
	}
}

// bracket is an open bracket of an example.
type bracket struct {
	own bool   // it is an argument of the resource in question
	key string // the property whose value is being read
}

// exampleReader reads one example.
type exampleReader struct {
	*examples
	text     string
	typ      string
	at       int
	declared map[string]string // the types of resources by the names of constants
	name     string            // the constant that is being declared
	open     []bracket
}

func (r *exampleReader) read() {
	created := false // the next name is a type
	for r.at < len(r.text) {
		top := &r.open[len(r.open)-1]
		switch b := r.text[r.at]; {
		case b == '"' || b == '\'' || b == '`':
			r.skipString(b, top)
		case strings.HasPrefix(r.text[r.at:], "//"):
			r.at = lineEnd(r.text, r.at)
		case b == '{' || b == '[' || b == '(':
			r.open = append(r.open, *top)
			r.at++
		case b == '}' || b == ']' || b == ')':
			if len(r.open) > 1 {
				r.open = r.open[:len(r.open)-1]
			}
			r.at++
		case isLetter(b):
			created = r.readName(r.names(), created, top)
		default:
			r.at++
		}
	}
}

// readName reads names with dots between them. It reports whether the next ones are a type.
func (r *exampleReader) readName(names []string, created bool, top *bracket) bool {
	last := names[len(names)-1]
	switch next := r.next(); {
	case created && next == '(':
		if len(r.open) == 1 {
			r.declared[r.name], top.own = last, last == r.typ
		}
		r.call(top, last)
	case last == "new":
		return true
	case last == "const":
		*top = bracket{}
		if at := r.at + 1; at < len(r.text) {
			r.name = r.text[at:syntax.IdentifierEnd(r.text, at)]
		}
	case next == ':' && len(names) == 1:
		if top.own {
			r.pairs[[2]string{top.key, last}]++
			if r.set[last] == 0 {
				r.order[last] = len(r.set)
			}
			r.set[last]++
		}
		top.key = last
	case next == '(':
		r.call(top, last)
	case top.own && top.key != "" && len(names) > 1 && r.declared[names[0]] != "":
		add(r.values, top.key, reference{r.declared[names[0]], names[1]})
	case top.own && top.key != "" && len(names) > 1:
		add(r.texts, top.key, last)
	}
	return false
}

// call notes a call in the value of a property.
func (r *exampleReader) call(top *bracket, name string) {
	if top.own && top.key != "" {
		add(r.calls, top.key, strings.ToLower(name))
	}
}

func add[K comparable](m map[string]map[K]int, key string, value K) {
	if m[key] == nil {
		m[key] = map[K]int{}
	}
	m[key][value]++
}

// names returns the names at the current place, which have dots between them.
func (r *exampleReader) names() []string {
	var names []string
	for {
		end := max(syntax.IdentifierEnd(r.text, r.at), r.at+1)
		names = append(names, r.text[r.at:end])
		r.at = end
		if end+1 >= len(r.text) || r.text[end] != '.' || !isLetter(r.text[end+1]) {
			return names
		}
		r.at++
	}
}

// next returns the next character other than space, or 0.
func (r *exampleReader) next() byte {
	for at := r.at; at < len(r.text); at++ {
		if r.text[at] != ' ' {
			return r.text[at]
		}
	}
	return 0
}

// skipString skips a string and notes it as the value of a property.
func (r *exampleReader) skipString(quote byte, top *bracket) {
	start := r.at + 1
	for r.at++; r.at < len(r.text) && r.text[r.at] != quote; r.at++ {
		if r.text[r.at] == '\\' {
			r.at++
		}
	}
	if top.own && top.key != "" && r.at <= len(r.text) {
		add(r.texts, top.key, r.text[start:r.at])
	}
	r.at++
}
