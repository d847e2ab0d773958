package syntax

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
)

// This file finds what encloses what by the words of a text alone, so that it is known
// of text that has no tree as well.

// Bracket is a pair of words that enclose something.
type Bracket struct {
	// Open and Close are the words; what is enclosed is between them.
	Open, Close Span
	// Kind is the first byte of the opening word: one of ( [ { " $ % and < for a heredoc.
	Kind byte
}

// Inside is what a bracket encloses.
func (b Bracket) Inside() Span { return Span{Start: b.Open.End, End: b.Close.Start} }

// Around is the bracket with what it encloses.
func (b Bracket) Around() Span { return Span{Start: b.Open.Start, End: b.Close.End} }

// Words are the words of a text as far as they tell what belongs together.
type Words struct {
	// Brackets are those that are closed, in the order in which they are.
	Brackets []Bracket
	// Comments are whole comments; one that ends with its line ends before the line end.
	Comments []Span
	// Names are identifiers, numbers and the literal parts of strings, in order.
	Names []Span
}

// WordsOf reads the words of a text, which may be broken in any way. A bracket that
// nothing closes, or that closes nothing, is left out.
//
// Why not the lexer of HCL: it counts characters as people do, which takes a hundred times
// as long.
func WordsOf(text string) Words {
	r := wordReader{text: text}
	r.read()
	return r.words
}

// Brackets reads brackets and comments of one text after the other, and no names, with
// next to nothing allocated.
type Brackets struct{ reader wordReader }

// read is [WordsOf] without names. What it gives is valid until the next call.
func (b *Brackets) read(text string) (brackets []Bracket, comments []Span) {
	r := &b.reader
	*r = wordReader{
		text: text, nameless: true, open: r.open[:0], markers: r.markers[:0],
		words: Words{Brackets: r.words.Brackets[:0], Comments: r.words.Comments[:0]},
	}
	r.read()
	return r.words.Brackets, r.words.Comments
}

func (r *wordReader) read() {
	for r.pos < len(r.text) {
		switch r.inside() {
		case '"':
			r.quoted()
		case '<':
			r.heredoc()
		default:
			r.code()
		}
	}
}

// wordReader is the state of reading words.
type wordReader struct {
	text     string
	nameless bool // names are not wanted
	pos      int
	words    Words
	open     []Bracket
	markers  []string // of the heredocs among the open ones
}

// inside is the kind of the innermost open bracket; 0 for none.
func (r *wordReader) inside() byte {
	if len(r.open) == 0 {
		return 0
	}
	return r.open[len(r.open)-1].Kind
}

// push opens a bracket with a word of some bytes.
func (r *wordReader) push(length int) {
	r.open = append(r.open, Bracket{Open: Span{Start: r.pos, End: r.pos + length}, Kind: r.text[r.pos]})
	r.pos += length
}

// close closes the innermost bracket of one of the kinds, with what is open inside it.
func (r *wordReader) close(length int, kinds string) {
	word := Span{Start: r.pos, End: r.pos + length}
	r.pos += length
	for i := len(r.open) - 1; i >= 0; i-- {
		if kind := r.open[i].Kind; strings.IndexByte(kinds, kind) >= 0 {
			r.open[i].Close = word
			r.words.Brackets = append(r.words.Brackets, r.open[i])
			r.open = r.open[:i]
			return
		} else if kind == '"' || kind == '<' {
			return // what is in a string closes nothing around it
		}
	}
}

func (r *wordReader) name(start int) {
	if r.pos > start && !r.nameless {
		r.words.Names = append(r.words.Names, Span{Start: start, End: r.pos})
	}
}

// code reads one word of code.
func (r *wordReader) code() {
	rest := r.text[r.pos:]
	switch c := rest[0]; c {
	case '#':
		r.comment(lineLength(rest))
		return
	case '/':
		if strings.HasPrefix(rest, "//") {
			r.comment(lineLength(rest))
			return
		}
		if n := strings.Index(rest, "*/"); strings.HasPrefix(rest, "/*") && n >= 2 {
			r.comment(n + 2)
			return
		}
	case '"', '(', '[', '{':
		r.push(1)
		return
	case ')':
		r.close(1, "(")
		return
	case ']':
		r.close(1, "[")
		return
	case '}':
		r.close(1, "{$%")
		return
	case '<':
		l := lex.Lexer{Text: r.text}
		if t := l.Code(r.pos); t.Kind == lex.OpenHeredoc {
			r.push(t.End - r.pos)
			r.markers = append(r.markers, lex.Marker(r.text[t.Start:t.End]))
			return
		}
	}
	start := r.pos
	if r.pos = lex.IdentifierEnd(r.text, start); r.pos == start {
		r.pos = numberEnd(r.text, start)
	}
	if r.pos == start {
		r.pos++
		return
	}
	r.name(start)
}

// numberEnd is the end of the number at an offset; the offset itself if there is none.
func numberEnd(text string, at int) int {
	end := at
	for end < len(text) && (text[end] >= '0' && text[end] <= '9' || text[end] == '.' && end > at) {
		end++
	}
	return end
}

func lineLength(text string) int {
	if n := strings.IndexByte(text, '\n'); n >= 0 {
		return n
	}
	return len(text)
}

func (r *wordReader) comment(length int) {
	r.words.Comments = append(r.words.Comments, Span{Start: r.pos, End: r.pos + len(strings.TrimRight(r.text[r.pos:r.pos+length], "\r"))})
	r.pos += length
}

// quoted reads the literal part of a string. A string that is not closed on its line is
// none.
func (r *wordReader) quoted() {
	for start := r.pos; ; {
		if r.pos >= len(r.text) || r.text[r.pos] == '\n' {
			r.name(start)
			r.open = r.open[:len(r.open)-1]
			return
		}
		switch c := r.text[r.pos]; {
		case c == '"':
			r.name(start)
			r.close(1, `"`)
			return
		case c == '\\':
			r.pos = min(r.pos+2, len(r.text))
		case r.opensTemplate():
			r.name(start)
			r.push(2)
			return
		}
	}
}

// opensTemplate reports whether a template begins here, and steps over a character that
// begins none.
func (r *wordReader) opensTemplate() bool {
	rest := r.text[r.pos:]
	c := rest[0]
	switch {
	case c != '$' && c != '%':
		r.pos++
	case strings.HasPrefix(rest[1:], "{"):
		return true
	case len(rest) > 2 && rest[1] == c && rest[2] == '{':
		r.pos += 3
	default:
		r.pos++
	}
	return false
}

// heredoc reads the rest of a line of a heredoc, up to a template in it.
func (r *wordReader) heredoc() {
	line := r.text[r.pos : r.pos+lineLength(r.text[r.pos:])]
	marker := r.markers[len(r.markers)-1]
	if strings.TrimSpace(line) == marker && (r.pos == 0 || r.text[r.pos-1] == '\n') {
		r.markers = r.markers[:len(r.markers)-1]
		r.close(strings.Index(line, marker)+len(marker), "<")
		return
	}
	start, end := r.pos, r.pos+len(line)
	for r.pos < end {
		if r.opensTemplate() {
			r.name(start)
			r.push(2)
			return
		}
	}
	r.name(start)
	r.pos = min(r.pos+1, len(r.text)) // the line end
}
