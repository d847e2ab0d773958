package change

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file adds, changes and removes the attributes and nested blocks of a block, and entries of lists and objects
// that are written out. It finds the lines that belong to something, and turns edits into texts and texts into an
// edit.

// Block is the block of an item, or one inside that.
type Block struct {
	*hclsyntax.Block
	// Text is the text of the item, and LineEnd is how new lines end.
	Text, LineEnd string
}

// Of returns the block of an item. An item without one has no options either.
func Of(it *syntax.Item) Block { return Block{it.Block(), it.Text, printer.LineEnd(it.Text)} }

// Nested returns a block inside of this one.
func (b Block) Nested(inner *hclsyntax.Block) Block {
	b.Block = inner
	return b
}

// Options returns the block of options inside of this one, if there is one.
func (b Block) Options() (Block, bool) {
	if b.Block == nil {
		return b, false
	}
	options, ok := lists.Find(b.Body.Blocks, func(inner *hclsyntax.Block) bool { return inner.Type == language.OptionsBlock })
	return b.Nested(options), ok
}

// Option returns an option of the block, or nil.
func (b Block) Option(name string) *hclsyntax.Attribute { return tree.Option(b.Block, name) }

// AddFirst adds an attribute before all others.
func (b Block) AddFirst(attribute string) []syntax.Edit {
	open, _ := b.inside()
	if b.IsOneLine() {
		return b.openUp([]string{attribute}, nil)
	}
	at := open + len(strings.TrimRight(b.Text[open:lineEnd(b.Text, open)], " \t\r\n"))
	return insert(at, b.LineEnd+b.indent()+attribute)
}

// AddAttributes adds attributes behind those that are there. An empty line separates them from a
// nested block.
func (b Block) AddAttributes(attributes ...string) []syntax.Edit {
	if len(attributes) == 0 {
		return nil
	}
	open, shut := b.inside()
	if b.IsOneLine() {
		return b.openUp(nil, attributes)
	}
	at := 0
	if open > 0 { // in a file of inputs without a comment, the first line is part of the body
		at = lineEnd(b.Text, open)
	}
	for _, a := range b.Body.Attributes {
		if end := lineEnd(b.Text, lastOf(syntax.SpanOf(a))); end <= shut {
			at = max(at, end)
		}
	}
	text := b.lines(attributes)
	switch before := b.Text[:at]; {
	case !b.hasBraces() && before != "" && !strings.HasSuffix(before, "\n"):
		text = b.LineEnd + text
	case b.hasBraces() && b.beginsNested(at):
		text += b.LineEnd
	}
	return insert(at, text)
}

// beginsNested reports whether the line that begins at an offset begins a nested block.
func (b Block) beginsNested(line int) bool {
	return slices.ContainsFunc(b.Body.Blocks, func(inner *hclsyntax.Block) bool {
		return lineStart(b.Text, syntax.SpanOf(inner).Start) == line
	})
}

// AddLast adds an attribute or a nested block at the end.
func (b Block) AddLast(entry string) []syntax.Edit {
	switch {
	case !b.hasBraces():
		return b.AddAttributes(entry)
	case b.IsOneLine():
		return b.openUp(nil, []string{entry})
	}
	_, shut := b.inside()
	return insert(lineStart(b.Text, shut), b.lines([]string{entry}))
}

// AddOption adds an option, in the block of options that is there or a new one.
func (b Block) AddOption(option string) []syntax.Edit {
	if options, ok := b.Options(); ok {
		return options.AddLast(option)
	}
	in := b.indent()
	return b.AddLast(language.OptionsBlock + " {" + b.LineEnd + in + "  " + option + b.LineEnd + in + "}")
}

// SetOption gives an option a value.
func (b Block) SetOption(name, value string) []syntax.Edit {
	if a := b.Option(name); a != nil {
		return []syntax.Edit{{Span: syntax.SpanOf(a.Expr), Text: value}}
	}
	return b.AddOption(name + " = " + value)
}

// RemoveOption removes an option, and the block of options if nothing is left in it. The recorded
// refactorings keep the empty lines above that, unlike [Block.Removal].
func (b Block) RemoveOption(name string) []syntax.Edit {
	a := b.Option(name)
	if a == nil {
		return nil
	}
	part, _ := b.owned(a)
	return []syntax.Edit{{Span: Lines(b.Text, part)}}
}

// Removal is what goes with an attribute of the block or of its options: its lines, and the block
// of options if nothing is left in it, with the empty lines above that.
func (b Block) Removal(a *hclsyntax.Attribute) syntax.Span {
	part, isBlock := b.owned(a)
	if isBlock {
		part = SpaceAbove(b.Text, part)
	}
	return Lines(b.Text, part)
}

// owned is the span of an attribute, or of the block of options around it that has nothing else.
func (b Block) owned(a *hclsyntax.Attribute) (part syntax.Span, isBlock bool) {
	for _, inner := range b.Body.Blocks {
		own := inner.Body.Attributes[a.Name] // another node than a if the text was parsed again
		isOnly := own != nil && syntax.SpanOf(own) == syntax.SpanOf(a) && len(inner.Body.Attributes)+len(inner.Body.Blocks) == 1
		if isOnly && inner.Type == language.OptionsBlock {
			return syntax.SpanOf(inner), true
		}
	}
	return syntax.SpanOf(a), false
}

// SetLogicalName sets the name outside of the program, which is given as an expression.
func (b Block) SetLogicalName(name string) []syntax.Edit {
	if a := b.Body.Attributes[language.LogicalName]; a != nil {
		return []syntax.Edit{{Span: syntax.SpanOf(a.Expr), Text: name}}
	}
	return b.AddFirst(language.LogicalName + " = " + name)
}

// openUp spreads a block on one line over several, with new entries before and after the one that is there.
// A comment without an attribute stays beside the brace.
func (b Block) openUp(before, behind []string) []syntax.Edit {
	open, shut := b.inside()
	inside, outer := b.Text[open:shut], b.outer()
	if len(b.Body.Attributes)+len(b.Body.Blocks) == 0 {
		at := open + len(strings.TrimRight(inside, " \t"))
		return []syntax.Edit{{Span: syntax.Span{Start: at, End: shut}, Text: b.LineEnd + b.lines(before) + b.lines(behind) + outer}}
	}
	start, end := shut-len(strings.TrimLeft(inside, " \t")), open+len(strings.TrimRight(inside, " \t"))
	return []syntax.Edit{
		{Span: syntax.Span{Start: open, End: start}, Text: b.LineEnd + b.lines(before) + b.indent()},
		{Span: syntax.Span{Start: end, End: shut}, Text: b.LineEnd + b.lines(behind) + outer},
	}
}

// inside is where the body stands, without its braces.
func (b Block) inside() (open, shut int) {
	open = b.OpenBraceRange.End.Byte
	return open, max(open, b.CloseBraceRange.Start.Byte)
}

// hasBraces is false for the body of a file of inputs, which stands there alone.
func (b Block) hasBraces() bool { return b.OpenBraceRange.Start.Byte < b.OpenBraceRange.End.Byte }

// IsOneLine reports whether nothing in the block has lines of its own: it is empty, or its only attribute, which may itself have
// several lines, begins beside one brace and ends beside the other.
func (b Block) IsOneLine() bool {
	open, shut := b.inside()
	around := b.Text[open:shut]
	for _, a := range b.Body.Attributes {
		span := syntax.SpanOf(a)
		around = b.Text[open:span.Start] + b.Text[lastOf(span):shut]
	}
	return b.hasBraces() && len(b.Body.Attributes)+len(b.Body.Blocks) <= 1 && !strings.Contains(around, "\n")
}

// lines writes entries, each on lines of its own.
func (b Block) lines(entries []string) string {
	in := b.indent()
	return strings.Join(lists.Map(entries, func(entry string) string { return in + entry + b.LineEnd }), "")
}

// indent is the indentation of the entries of the block.
func (b Block) indent() string {
	if !b.hasBraces() {
		return ""
	}
	open, shut := b.inside()
	for line := range strings.Lines(b.Text[min(lineEnd(b.Text, open), shut):shut]) {
		if text := strings.TrimLeft(line, " \t"); text != line && strings.TrimSpace(text) != "" && strings.HasSuffix(line, "\n") {
			return line[:len(line)-len(text)]
		}
	}
	return b.outer() + "  "
}

// outer is the indentation of the block itself.
func (b Block) outer() string { return indentOf(b.Text, syntax.SpanOf(b.Block).Start) }

// Declare adds a declaration behind a text, with an empty line between them.
func Declare(text, lineEnd, declaration string) syntax.Edit {
	lead := lineEnd
	if !strings.HasSuffix(text, "\n") {
		lead += lineEnd
	}
	return insert(len(text), lead+declaration+lineEnd)[0]
}

func insert(at int, text string) []syntax.Edit {
	return []syntax.Edit{{Span: syntax.Span{Start: at, End: at}, Text: text}}
}

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

// Line returns the line around an offset, with its ending.
func Line(text string, at int) syntax.Span {
	return syntax.Span{Start: lineStart(text, at), End: lineEnd(text, at)}
}

// Lines extends the span of something to the lines that it stands on, with a comma and a comment
// behind it, if nothing else is on them.
func Lines(text string, span syntax.Span) syntax.Span {
	whole := syntax.Span{Start: lineStart(text, span.Start), End: lineEnd(text, lastOf(span))}
	before, behind := text[whole.Start:span.Start], text[min(span.End, whole.End):whole.End]
	behind = strings.TrimLeft(behind, ", \t")
	if strings.TrimSpace(before) != "" || strings.TrimSpace(behind) != "" && !isComment(behind) {
		return span
	}
	return whole
}

// SpaceAbove extends a span that begins a line to the empty lines above it. What is removed with them
// leaves the empty line below it, if there is one. The text of an item begins with its empty lines.
func SpaceAbove(text string, span syntax.Span) syntax.Span {
	above := text[:lineStart(text, span.Start)]
	if last := strings.TrimRight(above, " \t\r\n"); last == "" {
		span.Start = 0
	} else if at := lineEnd(text, len(last)); at < len(above) {
		span.Start = at
	}
	return span
}

// CommentsAbove is where the comments right above a line begin, as far as they are behind an
// offset; where the line itself begins if there are none.
func CommentsAbove(text string, at, from int) int {
	for at = lineStart(text, at); at > from; {
		above := lineStart(text, at-1)
		if above < from || !isComment(text[above:at]) {
			break
		}
		at = above
	}
	return at
}

// isComment reports whether a text is a comment up to the end of its line.
func isComment(text string) bool {
	text = strings.TrimSpace(text)
	return strings.HasPrefix(text, "#") || strings.HasPrefix(text, "//")
}

// lineStart is where the line around an offset begins, and lineEnd where the next one does.
func lineStart(text string, at int) int { return strings.LastIndexByte(text[:at], '\n') + 1 }

func lineEnd(text string, at int) int {
	if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
		return at + n + 1
	}
	return len(text)
}

// lastOf is the offset of the last byte in a span: a heredoc ends with its line.
func lastOf(span syntax.Span) int { return max(span.Start, span.End-1) }

// indentOf is the white space that the line around an offset begins with.
func indentOf(text string, at int) string {
	line := text[lineStart(text, at):]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// Apply returns a text after edits, in any order. One inside of what another removes has no effect.
func Apply(text string, edits []syntax.Edit) string {
	edits = append([]syntax.Edit(nil), edits...)
	lists.SortStable(edits, func(a, b syntax.Edit) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	var after strings.Builder
	at := 0
	for _, e := range edits {
		if e.Span.Start < at {
			continue
		}
		after.WriteString(text[at:e.Span.Start])
		after.WriteString(e.Text)
		at = e.Span.End
	}
	after.WriteString(text[at:])
	return after.String()
}

// Difference returns one edit that turns one text into another. It covers the lines between their
// common prefix and their common suffix.
func Difference(was, is string) syntax.Edit {
	start, end := lists.Common(len(was), len(is), func(i, j int) bool { return was[i] == is[j] })
	start = lineStart(was, start)
	if line := strings.IndexByte(was[len(was)-end:], '\n'); line >= 0 {
		end -= line + 1
	} else {
		end = 0
	}
	return syntax.Edit{Span: syntax.Span{Start: start, End: len(was) - end}, Text: is[start : len(is)-end]}
}
