package edit

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file adds and removes entries of lists and objects that are written out.

// Elements are the spans of the elements of a list.
func Elements(list *hclsyntax.TupleConsExpr) []syntax.Span {
	return lists.Map(list.Exprs, func(e hclsyntax.Expression) syntax.Span { return syntax.SpanOf(e) })
}

// Members are the spans of the members of an object, each with its key.
func Members(object *hclsyntax.ObjectConsExpr) []syntax.Span {
	return lists.Map(object.Items, func(item hclsyntax.ObjectConsItem) syntax.Span {
		return syntax.Span{Start: syntax.SpanOf(item.KeyExpr).Start, End: syntax.SpanOf(item.ValueExpr).End}
	})
}

// AddElements adds elements at the end of a list: on lines of their own if the closing bracket has one.
func (b Block) AddElements(list *hclsyntax.TupleConsExpr, elements ...string) syntax.Edit {
	at, separator := syntax.SpanOf(list).End-1, ", "
	if len(list.Exprs) == 0 {
		return syntax.Edit{Span: syntax.Span{Start: at, End: at}, Text: strings.Join(elements, separator)}
	}
	last := syntax.SpanOf(list.Exprs[len(list.Exprs)-1])
	if strings.Contains(b.Text[last.End:at], "\n") {
		separator = "," + b.LineEnd + indentOf(b.Text, last.Start)
	}
	text := separator + strings.Join(elements, separator)
	return syntax.Edit{Span: syntax.Span{Start: last.End, End: last.End}, Text: text}
}

// AddMembers adds members at the end of an object: on lines of their own if the last one has some.
func (b Block) AddMembers(object *hclsyntax.ObjectConsExpr, members ...string) syntax.Edit {
	whole, all := syntax.SpanOf(object), Members(object)
	if len(all) == 0 {
		return b.fill(syntax.Span{Start: whole.Start + 1, End: whole.End - 1}, members)
	}
	last := all[len(all)-1]
	before := b.Text[lineStart(b.Text, last.Start):last.Start]
	if at := lineEnd(b.Text, lastOf(last)); at < whole.End && strings.TrimSpace(before) == "" {
		lines := lists.Map(members, func(m string) string { return before + m + b.LineEnd })
		return syntax.Edit{Span: syntax.Span{Start: at, End: at}, Text: strings.Join(lines, "")}
	}
	return syntax.Edit{Span: syntax.Span{Start: last.End, End: last.End}, Text: ", " + strings.Join(members, ", ")}
}

// fill writes members between the braces of an object that has none. Comments stay.
func (b Block) fill(inside syntax.Span, members []string) syntax.Edit {
	text, there := strings.Join(members, ", ")+" ", b.Text[inside.Start:inside.End]
	switch {
	case strings.TrimSpace(there) == "":
		return syntax.Edit{Span: inside, Text: " " + text}
	case strings.Contains(there, "\n"):
		inside.Start = inside.End - len(indentOf(b.Text, inside.End))
		in := indentOf(b.Text, inside.End)
		lines := lists.Map(members, func(m string) string { return in + "  " + m + b.LineEnd })
		return syntax.Edit{Span: inside, Text: strings.Join(lines, "") + in}
	}
	return insert(inside.End, text)[0]
}

// RemoveEntry is what goes with one of several entries that commas or lines separate: its lines, or
// else the comma before it, or behind the first one. It is not ok if a comment would go that may be
// about another entry.
func RemoveEntry(text string, entries []syntax.Span, i int) (part syntax.Span, ok bool) {
	part = entries[i]
	if whole := Lines(text, part); whole != part {
		return whole, true
	}
	rest := part
	switch {
	case i > 0:
		part.Start = entries[i-1].End
		rest = syntax.Span{Start: part.Start, End: rest.Start}
	case len(entries) > 1:
		part.End = entries[1].Start
		rest = syntax.Span{Start: rest.End, End: part.End}
	default:
		part.Start = len(strings.TrimRight(text[:part.Start], " \t"))
		return part, true
	}
	return part, !strings.ContainsAny(text[rest.Start:rest.End], "#/")
}
