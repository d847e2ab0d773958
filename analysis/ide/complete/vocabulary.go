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
// text. It reads the text before the cursor twice: first to find the place of the cursor, and then
// to count the words at places like it. Counting the words at all places takes longer.

// maxRead is how many bytes are read.
const maxRead = 64 << 10

// vocabulary counts words by how they are used.
type vocabulary struct {
	called  map[string]int // before a parenthesis
	members map[string]int // after a dot
	named   map[string]int // before an equals sign, or before the brace of a block
	follows map[string]int // those of them that follow the last name before the cursor
	inside  map[string]int // those in bodies that are called like that of the item; the empty name counts the bodies
	texts   map[string]int // the whole content of a string
	values  map[part]int   // words in the values of names that are the last one before the cursor

	counts bool   // whether words are counted; otherwise only the place of the cursor is found
	open   []body // the bodies around the place that is being read, outermost first
	token  string // the string before a brace, which names the body better than the word before it

	latest, previous string // the last type, and that at the cursor
	here, owner      body   // the body at the cursor, and the one of the item
}

// part is a word in a value.
type part struct {
	word string
	as   use
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
	last  string   // the last name in it so far, while first is false
	first bool     // it has no name yet
	names []string // the names in the values in it
	from  int      // how many of them precede the value of the last name
}

// localName stands for the names of all locals.
const localName = "="

// startOf returns what the first name of a body follows.
func startOf(name string) string { return "^" + name }

// usual returns the name of the body in usage.txt.
func (b body) usual() string { return b.name[strings.LastIndexByte(b.name, ':')+1:] }

// lastName returns the last name in the body. Before the first one, it is that of the body after a caret.
func (b body) lastName() string {
	if b.first {
		return startOf(b.name)
	}
	return b.last
}

// usualLast returns the last name in usage.txt.
func (b body) usualLast() string {
	if b.first {
		return startOf(b.usual())
	}
	return b.last
}

// isLike reports whether the last names of two bodies are equal.
func (b *body) isLike(o *body) bool {
	if b.first || o.first {
		return b.first == o.first && b.name == o.name
	}
	return b.last == o.last
}

// value returns the names in the value of the last name.
func (b body) value() []string { return b.names[b.from:] }

// readVocabulary counts the words of a file around a span, then those of the other files.
func readVocabulary(p *analysis.Program, file *syntax.File, word syntax.Span) *vocabulary {
	v := &vocabulary{
		called: map[string]int{}, members: map[string]int{}, named: map[string]int{}, follows: map[string]int{},
		inside: map[string]int{}, texts: map[string]int{}, values: map[part]int{}, open: make([]body, 1, 8),
	}
	before := syntax.Span{Start: max(0, word.Start-maxRead/2), End: word.Start}
	after := syntax.Span{Start: word.End, End: min(file.Len(), word.End+maxRead/2)}
	v.readSpan(file, before)
	v.previous = v.latest
	v.here, v.owner = *v.top(), v.open[min(1, len(v.open)-1)]
	v.counts, v.open, v.token = true, make([]body, 1, 8), ""
	v.readSpan(file, before)
	v.top().last, v.top().first = "", false
	v.readSpan(file, after)
	left := maxRead - before.Len() - after.Len()
	for _, f := range p.Files {
		if f.Path == file.Path || left <= 0 {
			continue
		}
		part := syntax.Span{End: min(f.Len(), left)}
		v.open = v.open[:1]
		v.readSpan(f, part)
		left -= part.End
	}
	return v
}

// readSpan reads a part of a file item by item, since a joined text would have to be allocated. Nothing that
// is read reaches across the end of a line, so items that end there can be read one by one.
func (v *vocabulary) readSpan(file *syntax.File, s syntax.Span) {
	for piece := range file.Pieces(s) {
		if !strings.HasSuffix(piece, "\n") {
			v.read(file.Slice(s))
			return
		}
		v.read(piece)
		s.Start += len(piece)
	}
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
		around := next.last
		if next.first {
			around = next.name
		}
		next = body{name: strings.TrimPrefix(cmp.Or(v.token, around), "^"), first: true}
		v.countInside(next.name, "")
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
	if v.counts {
		v.texts[text[at:at+end]]++
	}
	v.addValue(text[at:at+end], asText)
	if rest := text[at+end+1:]; strings.HasPrefix(rest, " {") || strings.HasPrefix(rest, ", {") {
		v.token = text[at : at+end]
	}
	return at + end + 1
}

func (v *vocabulary) count(text string, at, end int) {
	word := text[at:end]
	if at > 0 && text[at-1] == '.' {
		if v.counts {
			v.members[word]++
		}
		v.addValue(word, asMember)
		return
	}
	for ; end < len(text) && (text[end] == ' ' || text[end] == '\t'); end++ {
	}
	assigned := end+1 < len(text) && text[end] == '=' && (text[end+1] == ' ' || text[end+1] == '\n')
	switch {
	case len(v.open) == 1 && (at == 0 || text[at-1] == '\n'):
		v.top().last, v.top().first = word, false // the keyword of a block
		if assigned {
			v.top().last = localName
		}
	case end < len(text) && text[end] == '(':
		if v.counts {
			v.called[word]++
		}
		v.addValue(word, asCall)
	case len(v.open) > 1 && (assigned || end < len(text) && text[end] == '{'):
		v.name(word)
	default:
		v.addValue(word, asName)
	}
}

// name counts the name of an entry of a body.
func (v *vocabulary) name(word string) {
	b := v.top()
	if v.counts {
		v.named[word]++
		if b.isLike(&v.here) {
			v.follows[word]++
		}
	}
	v.countInside(b.name, word)
	if b.name == language.OptionsBlock {
		v.countInside(v.open[1].name, word)
	}
	b.last, b.first, b.from = word, false, len(b.names)
}

// countInside counts a name in a body, if that is called like the body of the item.
func (v *vocabulary) countInside(body, name string) {
	if v.counts && body == v.owner.name {
		v.inside[name]++
	}
}

// addValue counts a word of the value of the last name.
func (v *vocabulary) addValue(word string, as use) {
	b := v.top()
	switch {
	case v.counts && b.isLike(&v.here):
		v.values[part{word, as}]++
	case !v.counts && as == asName:
		b.names = append(b.names, word)
	}
}

// usedHere returns how often the program has a word in the value of the last name before the cursor.
func (v *vocabulary) usedHere(word string, as use) int { return v.values[part{word, as}] }

func isLetter(b byte) bool {
	return 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || b == '_' || b >= 0x80
}

func lineEnd(text string, at int) int {
	if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(text)
}
