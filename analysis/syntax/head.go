package syntax

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Heads: how the first line of an attribute or a block begins. A head is
// recognised by its first words only, without parsing.

type headShape uint8

const (
	noHead    headShape = iota
	attrHead            // name =
	blockHead           // type label … {
)

// head is what the first words of a line say.
type head struct {
	shape  headShape
	word   Span // attribute name or block type
	equals int  // offset of "="; only for an attribute
	labels []Span
	brace  int // offset of "{"; -1 if the line does not have it
	broken int // offset of the line end that cut a label's string short; -1 if none did
}

// readHead reads the head at an offset where a line's text begins.
func readHead(text string, pos int) head {
	end := IdentifierEnd(text, pos)
	if end == pos {
		return head{}
	}
	h := head{word: Span{pos, end}, brace: -1, broken: -1}
	at := skipBlank(text, end)
	if at < len(text) && text[at] == '=' && !strings.HasPrefix(text[at:], "==") && !strings.HasPrefix(text[at:], "=>") {
		h.shape, h.equals = attrHead, at
		return h
	}
	h.readLabels(text, at)
	if h.isBlock(text) {
		h.shape = blockHead
	}
	return h
}

// readLabels reads labels up to the brace or to whatever ends the header.
func (h *head) readLabels(text string, at int) {
	for at < len(text) {
		start := at
		if text[at] == '{' {
			h.brace = at
			return
		}
		if text[at] == '"' {
			at = h.readQuoted(text, at)
		} else {
			at = IdentifierEnd(text, at)
		}
		if at == start {
			return
		}
		if h.broken >= 0 {
			return
		}
		h.labels = append(h.labels, Span{start, at})
		at = skipBlank(text, at)
	}
}

// readQuoted reads a quoted label. If the line ends first, a "{" at its end is
// taken for the brace of the header: that is what was lost in the string.
func (h *head) readQuoted(text string, start int) int {
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
	h.broken = at
	inner := strings.TrimRight(text[start+1:at], " \t\r")
	if cut, found := strings.CutSuffix(inner, "{"); found {
		h.brace = start + len(inner)
		inner = strings.TrimRight(cut, " \t")
	}
	h.labels = append(h.labels, Span{start, start + 1 + len(inner)})
	return at
}

// isBlock reports whether what was read begins a block. Without its brace only
// a header with a known keyword and a label counts.
func (h *head) isBlock(text string) bool {
	if h.brace >= 0 {
		return true
	}
	if len(h.labels) == 0 || KindOf(h.text(text)) == KindUnknown {
		return false
	}
	switch first := h.labels[0]; text[first.Start:first.End] {
	case "if", "in", "for":
		return false // "config if x" ends a for expression
	}
	return true
}

func (h *head) text(text string) string { return text[h.word.Start:h.word.End] }

// isKnownBlock reports whether the head begins a block of a PCL kind.
func (h *head) isKnownBlock(text string) bool {
	return h.shape == blockHead && KindOf(h.text(text)) != KindUnknown
}

// IdentifierEnd returns the end of the identifier at an offset of a text; the
// offset itself if there is none.
func IdentifierEnd(text string, offset int) int {
	at := offset
	for at < len(text) {
		r, size := utf8.DecodeRuneInString(text[at:])
		letter := r == '_' || unicode.IsLetter(r)
		if !letter && (at == offset || r != '-' && !unicode.IsDigit(r) && !unicode.IsMark(r)) {
			break
		}
		at += size
	}
	return at
}

// skipBlank skips blanks and complete block comments within a line.
func skipBlank(text string, at int) int {
	for at < len(text) {
		switch {
		case text[at] == ' ' || text[at] == '\t':
			at++
		case strings.HasPrefix(text[at:], "/*"):
			line, _, _ := strings.Cut(text[at+2:], "\n")
			end := strings.Index(line, "*/")
			if end < 0 {
				return at
			}
			at += end + 4
		default:
			return at
		}
	}
	return at
}
