package split

import (
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
	Labels []lex.Span
	Brace  int  // offset of "{"; -1 if the line doesn't have it
	Broken int  // offset of the line end that cut a label's string short; -1 if none did
	Known  bool // a block whose type is a keyword
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
	h.readLabels(text, at)
	if h.Brace >= 0 || k[h.Name] && h.isHeader(text) {
		h.Shape, h.Known = BlockHead, k[h.Name]
	}
	return h
}

// readLabels reads labels up to the brace or to the end of the header.
func (h *Head) readLabels(text string, at int) {
	for at < len(text) {
		start := at
		if text[at] == '{' {
			h.Brace = at
			return
		}
		if text[at] == '"' {
			at = h.readQuoted(text, at)
		} else {
			at = lex.IdentifierEnd(text, at)
		}
		if at == start || h.Broken >= 0 {
			return
		}
		h.Labels = append(h.Labels, lex.Span{Start: start, End: at})
		at = lex.SkipBlank(text, at)
	}
}

// readQuoted reads a quoted label. If the line ends first, the string has swallowed
// the rest of the header, so a "{" at the end of the line is the brace of the header.
func (h *Head) readQuoted(text string, start int) int {
	at := start + 1
	for at < len(text) && text[at] != '\n' {
		switch text[at] {
		case '"':
			return at + 1
		case '\\':
			at++
		}
		at++
	}
	at = min(at, len(text))
	h.Broken = at
	inner := strings.TrimRight(text[start+1:at], " \t\r")
	if cut, found := strings.CutSuffix(inner, "{"); found {
		h.Brace = start + len(inner)
		inner = strings.TrimRight(cut, " \t")
	}
	h.Labels = append(h.Labels, lex.Span{Start: start, End: start + 1 + len(inner)})
	return at
}

// isHeader reports whether a keyword and labels without a brace are a block header.
func (h *Head) isHeader(text string) bool {
	if len(h.Labels) == 0 {
		return false
	}
	switch first := h.Labels[0]; text[first.Start:first.End] {
	case "if", "in", "for":
		return false // "config if x" ends a for expression
	}
	return true
}
