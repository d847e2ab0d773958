package split

import (
	"sort"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
)

// Shape says what a head begins.
type Shape uint8

// The shapes of heads.
const (
	NoHead    Shape = iota
	AttrHead        // name =
	BlockHead       // type label … {
)

// Head is how the first line of an attribute or a block begins. It is read from the
// first words of the line, without parsing.
type Head struct {
	Shape  Shape
	Name   string   // attribute name or block type
	Word   lex.Span // of the name
	Equals int      // offset of "="; only for an attribute
	Brace  int      // offset of "{"; -1 if the line doesn't have it
	Broken int      // offset of the line end that cut a label's string short; -1 if none did
	Known  bool     // a block whose type is a keyword
}

// Head reads the head at an offset where the text of a line begins.
func (k Keywords) Head(text string, pos int) Head {
	end := lex.IdentifierEnd(text, pos)
	if end == pos {
		return Head{}
	}
	h := Head{Name: text[pos:end], Word: lex.Span{Start: pos, End: end}, Brace: -1, Broken: -1}
	at := lex.SkipBlank(text, end)
	if at < len(text) && text[at] == '=' && !strings.HasPrefix(text[at:], "==") && !strings.HasPrefix(text[at:], "=>") {
		h.Shape, h.Equals = AttrHead, at
		return h
	}
	var first lex.Span
	labels := 0
	h.eachLabel(text, func(label lex.Span) {
		if labels++; labels == 1 {
			first = label
		}
	})
	if known := k[h.Name]; h.Brace >= 0 || known && labels > 0 && !isWord(text[first.Start:first.End]) {
		h.Shape, h.Known = BlockHead, known
	}
	return h
}

// Labels reads the labels of a block head again, from the text that it was read from.
func (h Head) Labels(text string) (labels []lex.Span) {
	h.Brace, h.Broken = -1, -1
	h.eachLabel(text, func(label lex.Span) { labels = append(labels, label) })
	return labels
}

// eachLabel reads labels up to the brace or to the end of the header.
func (h *Head) eachLabel(text string, visit func(label lex.Span)) {
	at := lex.SkipBlank(text, h.Word.End)
	for at < len(text) {
		start := at
		if text[at] == '{' {
			h.Brace = at
			return
		}
		if text[at] == '"' {
			at = h.readQuoted(text, at, visit)
		} else {
			at = lex.IdentifierEnd(text, at)
		}
		if at == start || h.Broken >= 0 {
			return
		}
		visit(lex.Span{Start: start, End: at})
		at = lex.SkipBlank(text, at)
	}
}

// readQuoted reads a quoted label. If the line ends first, the string has swallowed
// the rest of the header, so a "{" at the end of the line is the brace of the header.
func (h *Head) readQuoted(text string, start int, visit func(label lex.Span)) int {
	at, closed := lex.QuoteEnd(text, start+1)
	if closed {
		return at + 1
	}
	h.Broken = at
	inner := strings.TrimRight(text[start+1:at], " \t\r")
	if cut, found := strings.CutSuffix(inner, "{"); found {
		h.Brace = start + len(inner)
		inner = strings.TrimRight(cut, " \t")
	}
	visit(lex.Span{Start: start, End: start + 1 + len(inner)})
	return at
}

// isWord reports whether a first label is a word of for expressions: "config if x" ends one,
// and is no header without a brace.
func isWord(label string) bool { return label == "if" || label == "in" || label == "for" }

// source is a text to split, which all passes over it share: its lexer, and an
// index of where its heredocs may end.
type source struct {
	keywords Keywords
	margin   margin
	text     string
	lexer    *lex.Lexer
	behind   bool  // the text does not begin where its file does
	rest     *Rest // nil if the text ends where its file does

	indexed bool
	ends    map[string][]int // marker to starts of the lines that consist of it
	opens   map[string][]int // marker to starts of the lines that end in its introducer
	heads   []int            // starts of the lines that begin with a head at the margin
}

func newSource(p Part, k Keywords, m margin) *source {
	return &source{text: p.Text, behind: p.Behind, rest: p.Rest, keywords: k, margin: m, lexer: &lex.Lexer{Text: p.Text}}
}

// endOf returns the start of the line that ends a heredoc whose text goes on at an
// offset, or -1 if it never ends. A later heredoc with the same marker, opened
// under a head at the margin, owns the marker line that follows it:
//
//	resource a "t" {
//	  x = <<EOT
//	}
//	resource b "t" {
//	  x = <<EOT
//	  EOT
//	}
//
// Here the first heredoc never ends.
func (src *source) endOf(marker string, from int) int {
	src.index()
	ends := src.ends[marker]
	i := sort.SearchInts(ends, from)
	if i == len(ends) {
		src.rest.findMarker(src, marker, len(src.heads) > 0 && src.heads[len(src.heads)-1] >= from)
		return -1
	}
	opens := src.opens[marker]
	last := sort.SearchInts(opens, ends[i]) - 1
	first := sort.SearchInts(src.heads, from)
	if last >= 0 && first < len(src.heads) && src.heads[first] <= opens[last] {
		return -1
	}
	return ends[i]
}

// index indexes the lines when the first heredoc is met. A line without a line end
// neither opens nor ends a heredoc.
func (src *source) index() {
	if src.indexed {
		return
	}
	src.indexed, src.ends, src.opens = true, map[string][]int{}, map[string][]int{}
	for start := 0; start < len(src.text); {
		n := strings.IndexByte(src.text[start:], '\n')
		if n < 0 {
			return
		}
		src.indexLine(start, start+n)
		start += n + 1
	}
}

func (src *source) indexLine(start, end int) {
	line := src.text[start:end]
	word := strings.TrimSpace(line)
	if word == "" {
		return
	}
	if lex.IdentifierEnd(word, 0) == len(word) {
		src.ends[word] = append(src.ends[word], start)
		return
	}
	if at := strings.LastIndex(line, "<<"); at >= 0 {
		if t := src.lexer.Code(start + at); t.Kind == lex.OpenHeredoc {
			marker := lex.Marker(src.text[t.Start:t.End])
			src.opens[marker] = append(src.opens[marker], start)
		}
	}
	indent := len(line) - len(strings.TrimLeft(line, " \t"))
	if indent > src.margin.column {
		return
	}
	head := src.keywords.Head(src.text, start+indent)
	if head.Known || src.margin.anyBlock && head.Shape != NoHead {
		src.heads = append(src.heads, start)
	}
}
