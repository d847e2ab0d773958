package typesys

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
)

// This file writes types over several lines when one is not enough.
//
// The notation is that of [Type.String]. A type stays on one line if it fits. Otherwise an object
// has a line for each member, required members first, and a union a line for each choice. An
// ellipsis replaces what is too much:
//
//	output({
//	  name: string
//	  rules: list({
//	    port: int
//	    … 3 more
//	  })
//	  comment: string?
//	})

// Layout is the room for [Pretty]. A zero field stands for the number next to it.
type Layout struct {
	Width   int // characters in a line: 80
	Used    int // characters that are already used in the first line: 0
	Lines   int // lines, approximately: 40
	Members int // members of one object, tuple or union: 24
	Values  int // values of one enum: 24
	Depth   int // nested objects, tuples and unions: 8
}

const (
	prettyIndent = "  "
	leastRoom    = 12 // the least room for a type, however deep it is
)

// Pretty returns the display notation of t on as many lines as necessary, one if t fits into the
// rest of the first. Further lines are indented by their depth, and not aligned with the first.
// A named object type is written as its name.
func Pretty(t Type, l Layout) string {
	p := &printer{width: orElse(l.Width, 80), lines: orElse(l.Lines, 40), members: orElse(l.Members, 24), values: orElse(l.Values, 24), depth: orElse(l.Depth, 8)}
	p.print(t, l.Used, "")
	return p.out.String()
}

func orElse(n, fallback int) int {
	if n == 0 {
		return fallback
	}
	return n
}

type printer struct {
	out            strings.Builder
	width, members int
	values         int // the most of an enum
	lines          int // the lines that are left
	depth          int // the depth that is left
}

// print writes a type into a line with some used characters. Further lines begin with the
// margin.
func (p *printer) print(t Type, used int, margin string) {
	room := max(p.width-used, leastRoom)
	if p.lines <= 0 || p.depth <= 0 || left(t, room) >= 0 {
		p.out.WriteString(Short(t, room))
		return
	}
	switch {
	case t.Kind() == KindObject && t.Source() == nil:
		p.object(t, margin)
	case t.Kind() == KindTuple:
		p.each("[", "]", t.Elems(), margin)
	case t.Kind() == KindUnion:
		p.union(t, used, margin)
	case t.Kind() == KindEnum:
		p.enum(t, used, margin)
	case t.Kind() != KindConst && t.Elem().IsValid():
		p.wrapper(t, used, margin)
	default:
		p.out.WriteString(Short(t, p.width))
	}
}

// left returns how much room a type leaves on one line. It is negative if the type does not fit.
// It visits no more parts than the room has characters.
func left(t Type, room int) int {
	parts, kind := t.Elems(), t.Kind()
	switch {
	case room < 0:
		return room
	case kind == KindObject && t.Source() == nil && len(t.Properties()) > 0:
		room -= len("{ ") + len(" }") - len(", ")
		for _, p := range t.Properties() {
			room = left(p.Type, room-utf8.RuneCountInString(QuoteName(p.Name))-len(": ")-len(", "))
		}
		return room
	case kind == KindUnion:
		members, before, after := choices(parts)
		return leftOf(members, room-len(before)-len(after), " | ")
	case kind == KindTuple:
		return leftOf(parts, room-len("[]"), ", ")
	case kind != KindConst && kind != KindEnum && t.Elem().IsValid():
		return left(t.Elem(), room-len(kind.String())-len("()"))
	}
	return room - utf8.RuneCountInString(t.String())
}

func leftOf(parts []Type, room int, separator string) int {
	for i, part := range parts {
		if i > 0 {
			room -= len(separator)
		}
		room = left(part, room)
	}
	return room
}

func (p *printer) newline(margin string) {
	p.lines--
	p.out.WriteString("\n" + margin)
}

// list writes a line for each of n elements, as far as there is room.
func (p *printer) list(open, end string, n int, margin string, item func(i int, margin string)) {
	inner := margin + prettyIndent
	p.out.WriteString(open)
	p.depth--
	for i := range n {
		p.newline(inner)
		if i == p.members || p.lines <= 0 && i < n-1 {
			p.out.WriteString(more(n - i))
			break
		}
		item(i, inner)
	}
	p.depth++
	p.newline(margin)
	p.out.WriteString(end)
}

func more(n int) string { return "… " + strconv.Itoa(n) + " more" }

func (p *printer) object(t Type, margin string) {
	props := neededFirst(t.Properties())
	p.list("{", "}", len(props), margin, func(i int, inner string) {
		label := QuoteName(props[i].Name) + ": "
		p.out.WriteString(label)
		p.print(props[i].Type, len(inner)+utf8.RuneCountInString(label), inner)
	})
}

// neededFirst moves optional members to the end.
func neededFirst(props []Property) []Property {
	ordered := make([]Property, 0, len(props))
	ordered = append(ordered, lists.Where(props, func(p Property) bool { return !IsOptional(p.Type) })...)
	ordered = append(ordered, lists.Where(props, func(p Property) bool { return IsOptional(p.Type) })...)
	return ordered
}

func (p *printer) each(open, end string, ts []Type, margin string) {
	p.list(open, end, len(ts), margin, func(i int, inner string) { p.print(ts[i], len(inner), inner) })
}

// wrapper writes a type around another. Choices inside get lines of their own.
func (p *printer) wrapper(t Type, used int, margin string) {
	name := t.Kind().String() + "("
	if used+len(name) > p.width-leastRoom {
		p.out.WriteString(Short(t, leastRoom))
		return
	}
	p.out.WriteString(name)
	if t.Elem().Kind() == KindUnion && !isOption(t.Elem()) {
		inner := margin + prettyIndent
		p.newline(inner)
		p.print(t.Elem(), len(inner), inner)
		p.newline(margin)
	} else {
		p.print(t.Elem(), used+len(name)+1, margin)
	}
	p.out.WriteString(")")
}

// isOption reports whether a union consists of one type and none.
func isOption(t Type) bool { return len(t.Elems()) == 2 && t.Elems()[1] == None }

func (p *printer) union(t Type, used int, margin string) {
	members, before, after := choices(t.Elems())
	p.out.WriteString(before)
	if len(members) == 1 {
		p.print(members[0], used+len(after), margin)
	} else {
		p.alternatives(members, margin)
	}
	p.out.WriteString(after)
}

// alternatives writes a line for each member of a union.
func (p *printer) alternatives(members []Type, margin string) {
	for i, m := range members {
		if i > 0 {
			p.newline(margin)
			p.out.WriteString("| ")
		}
		if i == p.members || p.lines <= 0 {
			p.out.WriteString(more(len(members) - i))
			return
		}
		p.print(m, len(margin)+2, margin)
	}
}

// enum fills lines with values, or one line if it has room for as many as are written.
func (p *printer) enum(t Type, used int, margin string) {
	if n := len(t.Values()); n > p.values {
		texts := lists.Map(t.Values()[:p.values], FormatValue)
		line := "enum(" + strings.Join(append(texts, more(n-p.values)), " | ") + ")"
		if used+utf8.RuneCountInString(line) <= p.width {
			p.out.WriteString(line)
			return
		}
	}
	inner := margin + prettyIndent
	used = p.width
	p.out.WriteString("enum(")
	for i, v := range t.Values() {
		text := prose.Shortened(FormatValue(v), p.width-len(inner)-len("| "))
		if i == p.values {
			text = more(len(t.Values()) - i)
		}
		if i > 0 {
			text = "| " + text
		}
		if used += utf8.RuneCountInString(text) + 1; used > p.width {
			p.newline(inner)
			used = len(inner) + utf8.RuneCountInString(text)
		} else {
			p.out.WriteString(" ")
		}
		p.out.WriteString(text)
		if i == p.values {
			break
		}
	}
	p.newline(margin)
	p.out.WriteString(")")
}
