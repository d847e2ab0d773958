package complete

import (
	"cmp"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file counts the words that the program uses near the cursor. A word that was used
// before is likely to be used again.
//
// It reads text, not syntax trees, so it is fast in every program and does not mind broken
// text.

// maxRead is how many bytes are read.
const maxRead = 64 << 10

// vocabulary counts words by how they are used.
type vocabulary struct {
	called  map[string]int    // before a parenthesis
	members map[string]int    // after a dot
	named   map[string]int    // before an equals sign, or before the brace of a block
	follows map[[2]string]int // two of them in a row in a body
	inside  map[[2]string]int // the name of a body and of something in it; the empty name counts the bodies
	texts   map[string]int    // the whole content of a string
	values  map[part]int      // words in the value of a name

	open  []body // the bodies around the place that is being read, outermost first
	token string // the string before a brace, which names the body better than the word before it

	latest, previous string // the last type, and that at the cursor
	here, owner      body   // the body at the cursor, and the one of the item
}

// part is a word in the value of a name.
type part struct {
	of, word string
	as       use
}

// use is what a word of a value is.
type use uint8

const (
	asName use = iota
	asMember
	asCall
	asText
)

// body is the inside of braces: a block or an object.
type body struct {
	name  string   // what precedes the brace: a token, an attribute, a key, or the keyword of a block
	last  string   // the last name in it so far; at its start, its own name after a caret
	names []string // the names in the values in it
	from  int      // how many of them precede the value of the last name
}

// localName stands for the names of all locals.
const localName = "="

// startOf returns what the first name of a body follows.
func startOf(name string) string { return "^" + name }

// usual returns the name of the body in usage.txt.
func (b body) usual() string { return b.name[strings.LastIndexByte(b.name, ':')+1:] }

// usualLast returns the last name in usage.txt.
func (b body) usualLast() string {
	if b.last == startOf(b.name) {
		return startOf(b.usual())
	}
	return b.last
}

// value returns the names in the value of the last name.
func (b body) value() []string { return b.names[b.from:] }

// readVocabulary counts the words of a file around a span, then those of the other files.
func readVocabulary(p *analysis.Program, file *syntax.File, word syntax.Span) *vocabulary {
	v := &vocabulary{
		called: map[string]int{}, members: map[string]int{}, named: map[string]int{}, follows: map[[2]string]int{},
		inside: map[[2]string]int{}, texts: map[string]int{}, values: map[part]int{}, open: make([]body, 1, 8),
	}
	before := syntax.Span{Start: max(0, word.Start-maxRead/2), End: word.Start}
	after := syntax.Span{Start: word.End, End: min(file.Len(), word.End+maxRead/2)}
	v.read(file.Slice(before))
	v.previous = v.latest
	v.here, v.owner = *v.top(), v.open[min(1, len(v.open)-1)]
	v.top().last = ""
	v.read(file.Slice(after))
	left := maxRead - before.Len() - after.Len()
	for _, f := range p.Files {
		if f.Path == file.Path || left <= 0 {
			continue
		}
		part := syntax.Span{End: min(f.Len(), left)}
		v.open = v.open[:1]
		v.read(f.Slice(part))
		left -= part.End
	}
	return v
}

func (v *vocabulary) top() *body { return &v.open[len(v.open)-1] }

// read counts the words of a text.
func (v *vocabulary) read(text string) {
	for at := 0; at < len(text); {
		switch b := text[at]; {
		case b == '"':
			at = v.readString(text, at+1)
		case b == '{':
			v.enter(at > 0 && (text[at-1] == '$' || text[at-1] == '%'))
			at++
		case b == '}':
			v.leave()
			at++
		case b == '#':
			at = lineEnd(text, at)
		case isLetter(b):
			end := at + 1
			for end < len(text) && (isLetter(text[end]) || '0' <= text[end] && text[end] <= '9') {
				end++
			}
			v.count(text, at, end)
			at = end
		default:
			at++
		}
	}
}

// enter opens a body, or a template, which is part of the body around it.
func (v *vocabulary) enter(template bool) {
	next := *v.top()
	if !template {
		next = body{name: strings.TrimPrefix(cmp.Or(v.token, next.last), "^")}
		next.last = startOf(next.name)
		v.inside[[2]string{next.name, ""}]++
		if strings.Contains(v.token, ":") {
			v.latest = next.usual()
		}
	}
	v.token = ""
	v.open = append(v.open, next)
}

// leave closes a body.
func (v *vocabulary) leave() {
	if len(v.open) > 1 {
		v.open = v.open[:len(v.open)-1]
	}
}

// readString counts a string without templates and returns the offset after it. It enters a
// string with templates.
func (v *vocabulary) readString(text string, at int) int {
	end := strings.IndexAny(text[at:], "\"\n$\\")
	if end < 0 || text[at+end] != '"' {
		return at
	}
	v.texts[text[at:at+end]]++
	v.addValue(text[at:at+end], asText)
	if rest := text[at+end+1:]; strings.HasPrefix(rest, " {") || strings.HasPrefix(rest, ", {") {
		v.token = text[at : at+end]
	}
	return at + end + 1
}

func (v *vocabulary) count(text string, at, end int) {
	word := text[at:end]
	if at > 0 && text[at-1] == '.' {
		v.members[word]++
		v.addValue(word, asMember)
		return
	}
	for ; end < len(text) && (text[end] == ' ' || text[end] == '\t'); end++ {
	}
	assigned := end+1 < len(text) && text[end] == '=' && (text[end+1] == ' ' || text[end+1] == '\n')
	switch {
	case len(v.open) == 1 && (at == 0 || text[at-1] == '\n'):
		v.top().last = word // the keyword of a block
		if assigned {
			v.top().last = localName
		}
	case end < len(text) && text[end] == '(':
		v.called[word]++
		v.addValue(word, asCall)
	case len(v.open) > 1 && (assigned || end < len(text) && text[end] == '{'):
		v.name(word)
	default:
		v.addValue(word, asName)
	}
}

// name counts the name of an entry of a body.
func (v *vocabulary) name(word string) {
	v.named[word]++
	v.follows[[2]string{v.top().last, word}]++
	v.inside[[2]string{v.top().name, word}]++
	if v.top().name == language.OptionsBlock {
		v.inside[[2]string{v.open[1].name, word}]++
	}
	v.top().last, v.top().from = word, len(v.top().names)
}

// addValue counts a word of the value of the last name.
func (v *vocabulary) addValue(word string, as use) {
	b := v.top()
	v.values[part{b.last, word, as}]++
	if as == asName {
		b.names = append(b.names, word)
	}
}

// usedHere returns how often the program has a word in the value of the last name before the cursor.
func (v *vocabulary) usedHere(word string, as use) int { return v.values[part{v.here.last, word, as}] }

func isLetter(b byte) bool {
	return 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || b == '_' || b >= 0x80
}

func lineEnd(text string, at int) int {
	if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(text)
}
