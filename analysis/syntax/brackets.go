package syntax

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// Brackets, paired by the tokens of a text alone, so that text without a tree has them too.

// Bracket is a pair of tokens that enclose something.
type Bracket struct {
	// Open and Close are the tokens. The content is between them.
	Open, Close Span
	// Kind is the first byte of the opening token: one of ( [ { " $ % and < for a heredoc.
	Kind byte
}

// Inside is the content of a bracket.
func (b Bracket) Inside() Span { return Span{Start: b.Open.End, End: b.Close.Start} }

// Around is the bracket with its content.
func (b Bracket) Around() Span { return Span{Start: b.Open.Start, End: b.Close.End} }

// Words are the brackets, comments and names of a text.
type Words struct {
	// Brackets are the closed ones, in the order of their closers.
	Brackets []Bracket
	// Comments are whole comments, without line ends.
	Comments []Span
	// Names are identifiers, numbers and the literal parts of strings, in order.
	Names []Span
}

// WordsOf reads the words of a text, which may be broken. It leaves out a bracket that
// nothing closes or that closes nothing, and a string that doesn't end on its line.
func WordsOf(text string) Words {
	r := wordReader{text: text}
	r.read()
	return r.words
}

// Comments are the comments of a text, which may be broken, as the parser sees them: whole and
// without line ends.
func Comments(text string) []Span {
	var all []Span
	for t := range lex.All(text) {
		if t.Kind == lex.Comment {
			all = append(all, Span{Start: t.Start, End: t.End})
		}
	}
	return all
}

type wordReader struct {
	text  string
	words Words
	open  []Bracket
}

func (r *wordReader) read() {
	l := lex.Lexer{Text: r.text}
	for at := 0; at < len(r.text); {
		var top Bracket
		if n := len(r.open); n > 0 {
			top = r.open[n-1]
		}
		var t lex.Token
		switch top.Kind {
		case '"':
			t = l.Quoted(at)
		case '<':
			t = l.Heredoc(at, lex.Marker(r.text[top.Open.Start:top.Open.End]))
		default:
			t = l.Code(at)
		}
		r.token(t)
		at = t.End
	}
}

func (r *wordReader) token(t lex.Token) {
	span := Span{Start: t.Start, End: t.End}
	switch t.Kind {
	case lex.OpenQuote, lex.OpenHeredoc, lex.Interpolation, lex.Directive, '(', '[', '{':
		r.open = append(r.open, Bracket{Open: span, Kind: r.text[t.Start]})
	case ')':
		r.close(span, "(")
	case ']':
		r.close(span, "[")
	case '}':
		r.close(span, "{$%")
	case lex.CloseQuote:
		r.close(span, `"`)
	case lex.CloseHeredoc:
		r.close(span, "<")
	case lex.StringNewline:
		r.open = r.open[:len(r.open)-1]
	case lex.Comment:
		r.words.Comments = append(r.words.Comments, span)
	case lex.Ident, lex.Number, lex.Text:
		r.name(span)
	}
}

// close closes the innermost bracket of one of the kinds, with what is open inside it.
// A bracket in a string closes nothing around the string.
func (r *wordReader) close(closer Span, kinds string) {
	for i := len(r.open) - 1; i >= 0; i-- {
		if kind := r.open[i].Kind; strings.IndexByte(kinds, kind) >= 0 {
			r.open[i].Close = closer
			r.words.Brackets = append(r.words.Brackets, r.open[i])
			r.open = r.open[:i]
			return
		} else if kind == '"' || kind == '<' {
			return
		}
	}
}

// name notes a name. The line end of a line in a heredoc doesn't belong to it.
func (r *wordReader) name(s Span) {
	s.End = s.Start + len(strings.TrimRight(r.text[s.Start:s.End], "\r\n"))
	if s.Len() > 0 {
		r.words.Names = append(r.words.Names, s)
	}
}

// The layout of an item: its brackets over several lines, and its comments. It is computed
// once for each item, because editors ask for the folding ranges of the whole file after each
// edit, and an edit changes one item.

// Layout is the brackets over several lines and the comments of a text. It is immutable.
type Layout struct {
	// Enclosed are the contents of closed brackets and heredocs in order, of two at the same
	// place the longer one first. Of several on the same lines there is only the first.
	Enclosed []Enclosed
	// Comments are whole comments, as [Words] has them.
	Comments []Span
}

// Enclosed is the content of a bracket that is closed on a later line.
type Enclosed struct {
	// Span is the content. For a heredoc it begins at the end of the first line.
	Span Span
	// First and Last are the lines that the span begins and ends on.
	First, Last int32
	Kind        byte // that of [Bracket]
}

// unlaid is the empty layout, which most items on one line have.
var unlaid = &Layout{}

// Layout returns the layout of the item's text and remembers it.
func (it *Item) Layout() *Layout {
	if l := it.layout.Load(); l != nil {
		return l
	}
	l := unlaid
	if it.lineEnds > 0 || strings.ContainsAny(it.Text, "#/") {
		l = layoutOf(it.mapped())
	}
	it.layout.Store(l)
	return l
}

func layoutOf(m *Mapper) *Layout {
	words := WordsOf(m.text)
	var all []Enclosed
	for _, b := range words.Brackets {
		if strings.Contains(m.text[b.Open.Start:b.Close.Start], "\n") {
			if e := enclosedBy(b, m); e.First < e.Last {
				all = append(all, e)
			}
		}
	}
	lists.SortStable(all, func(a, b Enclosed) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(b.Span.End, a.Span.End))
	})
	// Few brackets begin on one line, so the inner loop is short.
	kept := all[:0]
	for _, e := range all {
		again := false
		for i := len(kept) - 1; i >= 0 && kept[i].First == e.First && !again; i-- {
			again = kept[i].Last == e.Last
		}
		if !again {
			kept = append(kept, e)
		}
	}
	if len(kept)+len(words.Comments) == 0 {
		return unlaid
	}
	return &Layout{Enclosed: slices.Clip(kept), Comments: slices.Clip(words.Comments)}
}

func enclosedBy(b Bracket, m *Mapper) Enclosed {
	e := Enclosed{Span: b.Inside(), Kind: b.Kind}
	if b.Kind == '<' {
		e.Span.Start = m.LineEnd(m.Line(e.Span.Start - 1))
	}
	e.First, e.Last = int32(m.Line(e.Span.Start)), int32(m.Line(e.Span.End))
	return e
}
