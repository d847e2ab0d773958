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
// text. It reads the text before the cursor first to find the place of the cursor, and then again
// to count the words at places like it. Counting the words at all places takes longer, and so does counting those that nobody asks for: names of
// entries where a value is completed, and words of values where a name is.

// maxRead is how many bytes are read.
const maxRead = 64 << 10

// vocabulary knows the place of the cursor, and which words are used.
type vocabulary struct {
	program *analysis.Program
	file    *syntax.File
	word    syntax.Span // at the cursor

	here, owner body   // the body at the cursor, and the one of the item
	previous    string // the last type before the cursor

	named *entryWords // nil until they are counted
	used  *valueWords // the same
}

// entryWords counts the names of entries.
type entryWords struct {
	all     map[string]int // before an equals sign, or before the brace of a block
	follows map[string]int // those of them that follow the last name before the cursor
	inside  map[string]int // those in bodies that are called like that of the item; the empty name counts the bodies
}

// valueWords counts the words in values.
type valueWords struct {
	called  map[string]int // before a parenthesis
	members map[string]int // after a dot
	texts   map[string]int // the whole content of a string
	values  map[part]int   // words in the values of names that are the last one before the cursor
	here    body           // the body at the cursor, with the names in it
}

// reader reads text.
type reader struct {
	open   []body // the bodies around the place that is being read, outermost first
	token  string // the string before a brace, which names the body better than the word before it
	latest string // the last type

	here, owner body        // of the vocabulary
	entries     *entryWords // nil if they are not counted
	values      *valueWords // the same
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
	names []string // the names in the values in it, while values are counted; of bodies that are called like that at the cursor
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

// vocabularyOf finds the place of a word.
func vocabularyOf(p *analysis.Program, file *syntax.File, word syntax.Span) *vocabulary {
	v := &vocabulary{program: p, file: file, word: word}
	r := reader{open: make([]body, 1, 8)}
	r.readSpan(file, v.before())
	v.here, v.owner, v.previous = *r.top(), r.open[min(1, len(r.open)-1)], r.latest
	return v
}

func (v *vocabulary) before() syntax.Span {
	return syntax.Span{Start: max(0, v.word.Start-maxRead/2), End: v.word.Start}
}

// entries counts the names of entries, once.
func (v *vocabulary) entries() *entryWords {
	if v.named == nil {
		v.named = &entryWords{all: make(map[string]int, 64), follows: map[string]int{}, inside: map[string]int{}}
		v.count(v.named, nil)
	}
	return v.named
}

// values counts the words of values, once.
func (v *vocabulary) values() *valueWords {
	if v.used == nil {
		v.used = &valueWords{called: map[string]int{}, members: map[string]int{}, texts: map[string]int{}, values: map[part]int{}}
		v.count(nil, v.used)
	}
	return v.used
}

// count counts the words of the file around the cursor, then those of the other files.
func (v *vocabulary) count(entries *entryWords, values *valueWords) {
	r := reader{open: make([]body, 1, 8), here: v.here, owner: v.owner, entries: entries, values: values}
	before := v.before()
	after := syntax.Span{Start: v.word.End, End: min(v.file.Len(), v.word.End+maxRead/2)}
	r.readSpan(v.file, before)
	if values != nil {
		values.here = *r.top()
	}
	r.top().last, r.top().first = "", false
	r.readSpan(v.file, after)
	left := maxRead - before.Len() - after.Len()
	for _, f := range v.program.Files {
		if f.Path == v.file.Path || left <= 0 {
			continue
		}
		part := syntax.Span{End: min(f.Len(), left)}
		r.open = r.open[:1]
		r.readSpan(f, part)
		left -= part.End
	}
}

// readSpan reads a part of a file item by item, since a joined text would have to be allocated. Nothing that
// is read reaches across the end of a line, so items that end there can be read one by one.
func (r *reader) readSpan(file *syntax.File, s syntax.Span) {
	for piece := range file.Pieces(s) {
		if !strings.HasSuffix(piece, "\n") {
			r.read(file.Slice(s))
			return
		}
		r.read(piece)
		s.Start += len(piece)
	}
}

func (r *reader) top() *body { return &r.open[len(r.open)-1] }

// read counts the words of a text.
func (r *reader) read(text string) {
	for at := 0; at < len(text); {
		switch b := text[at]; {
		case b == '"':
			at = r.readString(text, at+1)
		case b == '{':
			r.enter(at > 0 && (text[at-1] == '$' || text[at-1] == '%'))
			at++
		case b == '}':
			r.leave()
			at++
		case b == '#':
			at = lineEnd(text, at)
		case isLetter(b):
			end := at + 1
			for end < len(text) && (isLetter(text[end]) || '0' <= text[end] && text[end] <= '9') {
				end++
			}
			r.count(text, at, end)
			at = end
		default:
			at++
		}
	}
}

// enter opens a body, or a template, which is part of the body around it.
func (r *reader) enter(template bool) {
	next := *r.top()
	if !template {
		around := next.last
		if next.first {
			around = next.name
		}
		next = body{name: strings.TrimPrefix(cmp.Or(r.token, around), "^"), first: true}
		r.countInside(next.name, "")
		if strings.Contains(r.token, ":") {
			r.latest = next.usual()
		}
	}
	r.token = ""
	r.open = append(r.open, next)
}

// leave closes a body.
func (r *reader) leave() {
	if len(r.open) > 1 {
		r.open = r.open[:len(r.open)-1]
	}
}

// readString counts a string without templates and returns the offset after it. It enters a
// string with templates.
func (r *reader) readString(text string, at int) int {
	end := strings.IndexAny(text[at:], "\"\n$\\")
	if end < 0 || text[at+end] != '"' {
		return at
	}
	if r.values != nil {
		r.values.texts[text[at:at+end]]++
	}
	r.addValue(text[at:at+end], asText)
	if rest := text[at+end+1:]; strings.HasPrefix(rest, " {") || strings.HasPrefix(rest, ", {") {
		r.token = text[at : at+end]
	}
	return at + end + 1
}

func (r *reader) count(text string, at, end int) {
	word := text[at:end]
	if at > 0 && text[at-1] == '.' {
		if r.values != nil {
			r.values.members[word]++
		}
		r.addValue(word, asMember)
		return
	}
	for ; end < len(text) && (text[end] == ' ' || text[end] == '\t'); end++ {
	}
	assigned := end+1 < len(text) && text[end] == '=' && (text[end+1] == ' ' || text[end+1] == '\n')
	switch {
	case len(r.open) == 1 && (at == 0 || text[at-1] == '\n'):
		r.top().last, r.top().first = word, false // the keyword of a block
		if assigned {
			r.top().last = localName
		}
	case end < len(text) && text[end] == '(':
		if r.values != nil {
			r.values.called[word]++
		}
		r.addValue(word, asCall)
	case len(r.open) > 1 && (assigned || end < len(text) && text[end] == '{'):
		r.name(word)
	default:
		r.addValue(word, asName)
	}
}

// name counts the name of an entry of a body.
func (r *reader) name(word string) {
	b := r.top()
	if r.entries != nil {
		r.entries.all[word]++
		if b.isLike(&r.here) {
			r.entries.follows[word]++
		}
	}
	r.countInside(b.name, word)
	if b.name == language.OptionsBlock {
		r.countInside(r.open[1].name, word)
	}
	b.last, b.first, b.from = word, false, len(b.names)
}

// countInside counts a name in a body, if that is called like the body of the item.
func (r *reader) countInside(body, name string) {
	if r.entries != nil && body == r.owner.name {
		r.entries.inside[name]++
	}
}

// addValue counts a word of the value of the last name.
func (r *reader) addValue(word string, as use) {
	if r.values == nil {
		return
	}
	b := r.top()
	if b.isLike(&r.here) {
		r.values.values[part{word, as}]++
	}
	if as == asName && b.name == r.here.name {
		b.names = append(b.names, word)
	}
}

// times returns how often the program has a word in the value of the last name before the cursor.
func (w *valueWords) times(word string, as use) int { return w.values[part{word, as}] }

func isLetter(b byte) bool {
	return 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || b == '_' || b >= 0x80
}

func lineEnd(text string, at int) int {
	if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(text)
}
