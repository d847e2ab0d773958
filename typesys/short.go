package typesys

import (
	"strings"
	"unicode/utf8"

	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
)

// This file implements the abbreviated display notation, which drops details until a type fits.

// Short returns the display notation of t in at most limit runes, or a few more if the limit is
// very small. An ellipsis replaces omitted parts: first the content of deep parts, then members
// of wide ones.
func Short(t Type, limit int) string {
	for _, d := range details {
		s := shortener{detail: d, room: limit, atomLength: limit * 3 / 4}
		s.print(t, d.depth)
		if s.room >= 0 {
			return s.text.String()
		}
	}
	return prose.Shortened(t.Kind().String(), max(limit, 1))
}

// detail is how much a short form shows: the depth, and the number of members of one object,
// tuple, union or enum.
type detail struct{ depth, width int }

// details are tried in this order; the first shows everything.
var details = []detail{
	{MaxDepth, 1 << 30},
	{6, 12}, {5, 8}, {4, 8}, {4, 5}, {3, 5}, {3, 3}, {2, 4}, {2, 3}, {2, 2}, {1, 4}, {1, 3}, {1, 2}, {1, 1}, {0, 3}, {0, 2}, {0, 1}, {0, 0},
}

// shortener writes one short form. It stops when the room is used up.
type shortener struct {
	detail     detail
	room       int
	atomLength int // the maximum length of a token or constant when details are omitted
	text       strings.Builder
}

func (s *shortener) write(text string) {
	s.room -= utf8.RuneCountInString(text)
	if s.room >= 0 {
		s.text.WriteString(text)
	}
}

func (s *shortener) print(t Type, depth int) {
	switch {
	case s.room < 0:
	case t.Kind() == KindObject && t.Source() == nil:
		s.object(t, depth)
	case t.Kind() == KindTuple:
		s.write("[")
		s.each(t.n.elems, ", ", depth)
		s.write("]")
	case t.Kind() == KindUnion:
		s.union(t, depth)
	case t.Kind() == KindEnum:
		s.enum(t)
	case t.Kind() != KindConst && t.Elem().IsValid():
		s.write(t.Kind().String() + "(")
		s.inner(t.Elem(), depth)
		s.write(")")
	default:
		s.atom(t)
	}
}

// atom prints a type without parts. Of a long token, only the last word remains.
func (s *shortener) atom(t Type) {
	text := t.String()
	if s.detail != details[0] && utf8.RuneCountInString(text) > s.atomLength {
		if t.Kind() == KindObject {
			text = text[strings.LastIndexByte(text, ':')+1:]
		}
		text = prose.Shortened(text, max(s.atomLength, 1))
	}
	s.write(text)
}

// inner prints a part, one level deeper.
func (s *shortener) inner(t Type, depth int) {
	if depth == 0 && !t.isSimple() {
		s.write("…")
		return
	}
	s.print(t, depth-1)
}

// object prints the members, with their types if the depth allows it.
func (s *shortener) object(t Type, depth int) {
	props := t.n.props
	if len(props) == 0 {
		s.write("{}")
		return
	}
	s.write("{ ")
	s.list(len(props), ", ", func(i int) {
		name := props[i].Name // of a longer one than there is room for, the beginning is enough to fail
		s.write(QuoteName(name[:min(len(name), utf8.UTFMax*max(s.room+1, 0))]))
		if depth > 0 {
			s.write(": ")
			s.inner(props[i].Type, depth)
		}
	})
	s.write(" }")
}

func (s *shortener) union(t Type, depth int) {
	members, before, after := choices(t.n.elems)
	s.write(before)
	s.each(members, " | ", depth+1)
	s.write(after)
}

func (s *shortener) enum(t Type) {
	values := t.Values()
	s.write("enum(")
	s.list(len(values), " | ", func(i int) { s.write(FormatValue(values[i])) })
	s.write(")")
}

func (s *shortener) each(ts []Type, separator string, depth int) {
	s.list(len(ts), separator, func(i int) { s.inner(ts[i], depth) })
}

// list writes as many of n elements as the width allows.
func (s *shortener) list(n int, separator string, write func(i int)) {
	for i := range n {
		if i > 0 {
			s.write(separator)
		}
		if i == s.detail.width || s.room < 0 {
			s.write("…")
			return
		}
		write(i)
	}
}
