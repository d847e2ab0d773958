package edit

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file adds, changes and removes the attributes and nested blocks of a block.

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
