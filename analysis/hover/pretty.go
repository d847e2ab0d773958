package hover

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file writes types over several lines when one is not enough.
//
// The notation is that of [typesys.Type.String]. What fits in the rest of a line
// stays on it; else an object has a line for each member, a union one for each
// choice. What is too much is an ellipsis:
//
//	output({
//	  name: string
//	  rules: list({
//	    port: int
//	    … 3 more
//	  })
//	})

const (
	lineWidth    = 80 // where a type is broken into lines
	maxLines     = 40 // of one type
	maxMembers   = 24 // of one object, tuple, union or enum
	prettyIndent = "  "
)

// pretty is a type, to be written in a line that has room for some characters.
func pretty(t typesys.Type, room int) string {
	p := &printer{lines: maxLines}
	p.print(t, lineWidth-room, "")
	return p.out.String()
}

// labelled is a label and a type after it. Further lines of the type are not
// moved under its first.
func labelled(label string, t typesys.Type) string {
	return label + pretty(t, lineWidth-utf8.RuneCountInString(label))
}

// aligned is a table of labels and types, each type in its own column, written
// into the room that is left for it.
func aligned(rows []typesys.Property, write func(t typesys.Type, room int) string) string {
	width := 0
	for _, r := range rows {
		width = max(width, utf8.RuneCountInString(r.Name)+2)
	}
	margin := strings.Repeat(" ", width)
	lines := make([]string, len(rows))
	for i, r := range rows {
		text := write(r.Type, lineWidth-width)
		lines[i] = r.Name + margin[utf8.RuneCountInString(r.Name):] + strings.ReplaceAll(text, "\n", "\n"+margin)
	}
	return strings.Join(lines, "\n")
}

type printer struct {
	out   strings.Builder
	lines int // how many more there may be
}

// print writes a type in a line of which some characters are used; further lines
// begin with the margin.
func (p *printer) print(t typesys.Type, used int, margin string) {
	room := max(lineWidth-used, 12)
	if p.lines <= 0 || left(t, room) >= 0 {
		p.out.WriteString(typesys.Short(t, room))
		return
	}
	switch {
	case t.Kind() == typesys.KindObject && t.Source() == nil:
		p.object(t, margin)
	case t.Kind() == typesys.KindTuple:
		p.each("(", ")", t.Elems(), margin)
	case t.Kind() == typesys.KindUnion:
		p.union(t, used, margin)
	case t.Kind() == typesys.KindEnum:
		p.enum(t, margin)
	case t.Kind() != typesys.KindConst && t.Elem().IsValid():
		p.wrapper(t, used, margin)
	default:
		p.out.WriteString(typesys.Short(t, lineWidth))
	}
}

// left is how much of the room a type leaves in one line; below zero when it does
// not fit. It looks at no more of the type than the room has characters.
func left(t typesys.Type, room int) int {
	parts, kind := t.Elems(), t.Kind()
	switch {
	case room < 0:
		return room
	case kind == typesys.KindObject && t.Source() == nil && len(t.Properties()) > 0:
		room -= len("{ ") + len(" }") - len(", ")
		for _, p := range t.Properties() {
			room = left(p.Type, room-utf8.RuneCountInString(typesys.QuoteName(p.Name))-len(": ")-len(", "))
		}
		return room
	case kind == typesys.KindUnion && len(parts) > 1 && parts[len(parts)-1] == typesys.None:
		return leftOf(parts[:len(parts)-1], room-len("?"), " | ")
	case kind == typesys.KindUnion && len(parts) > 0:
		return leftOf(parts, room, " | ")
	case kind == typesys.KindTuple:
		return leftOf(parts, room-len("()"), ", ")
	case kind != typesys.KindConst && kind != typesys.KindEnum && t.Elem().IsValid():
		return left(t.Elem(), room-len(kind.String())-len("()"))
	}
	return room - utf8.RuneCountInString(t.String())
}

func leftOf(parts []typesys.Type, room int, separator string) int {
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

// list writes a line for each of n things, as far as there is room.
func (p *printer) list(open, end string, n int, margin string, item func(i int, margin string)) {
	inner := margin + prettyIndent
	p.out.WriteString(open)
	for i := range n {
		p.newline(inner)
		if i == maxMembers || p.lines <= 0 && i < n-1 {
			p.out.WriteString(more(n - i))
			break
		}
		item(i, inner)
	}
	p.newline(margin)
	p.out.WriteString(end)
}

func more(n int) string { return "… " + strconv.Itoa(n) + " more" }

func (p *printer) object(t typesys.Type, margin string) {
	props := t.Properties()
	p.list("{", "}", len(props), margin, func(i int, inner string) {
		label := typesys.QuoteName(props[i].Name) + ": "
		p.out.WriteString(label)
		p.print(props[i].Type, len(inner)+utf8.RuneCountInString(label), inner)
	})
}

func (p *printer) each(open, end string, ts []typesys.Type, margin string) {
	p.list(open, end, len(ts), margin, func(i int, inner string) { p.print(ts[i], len(inner), inner) })
}

// wrapper writes a type around another. Choices inside get lines of their own.
func (p *printer) wrapper(t typesys.Type, used int, margin string) {
	name := t.Kind().String() + "("
	p.out.WriteString(name)
	if t.Elem().Kind() == typesys.KindUnion && !isOption(t.Elem()) {
		inner := margin + prettyIndent
		p.newline(inner)
		p.print(t.Elem(), len(inner), inner)
		p.newline(margin)
	} else {
		p.print(t.Elem(), used+len(name)+1, margin)
	}
	p.out.WriteString(")")
}

// isOption reports whether a union is one type that may be left out.
func isOption(t typesys.Type) bool { return len(t.Elems()) == 2 && t.Elems()[1] == typesys.None }

func (p *printer) union(t typesys.Type, used int, margin string) {
	members := t.Elems()
	if last := len(members) - 1; last > 0 && members[last] == typesys.None {
		p.print(typesys.Union(members[:last]...), used+1, margin)
		p.out.WriteString("?")
		return
	}
	for i, m := range members {
		if i > 0 {
			p.newline(margin)
			p.out.WriteString("| ")
		}
		if i == maxMembers || p.lines <= 0 {
			p.out.WriteString(more(len(members) - i))
			return
		}
		p.print(m, len(margin)+2, margin)
	}
}

// enum fills lines with values.
func (p *printer) enum(t typesys.Type, margin string) {
	inner := margin + prettyIndent
	used := lineWidth
	p.out.WriteString("enum(")
	for i, v := range t.Values() {
		text := cut(typesys.FormatValue(v), lineWidth)
		if i == maxMembers {
			text = more(len(t.Values()) - i)
		}
		if i > 0 {
			text = "| " + text
		}
		if used += utf8.RuneCountInString(text) + 1; used > lineWidth {
			p.newline(inner)
			used = len(inner) + utf8.RuneCountInString(text)
		} else {
			p.out.WriteString(" ")
		}
		p.out.WriteString(text)
		if i == maxMembers {
			break
		}
	}
	p.newline(margin)
	p.out.WriteString(")")
}

// cut is a text of one line in at most limit characters.
func cut(text string, limit int) string {
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	return string([]rune(text)[:limit-1]) + "…"
}
