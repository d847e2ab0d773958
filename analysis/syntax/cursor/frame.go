package cursor

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
)

// Frames: the open brackets, and the entry that is being written in each.

// FrameKind says what opened a frame.
type FrameKind byte

// The kinds of frames.
const (
	TopFrame      FrameKind = 'T' // no bracket: the file itself
	BodyFrame     FrameKind = 'B' // the brace of a block
	ObjectFrame   FrameKind = '{'
	ListFrame     FrameKind = '['
	ParenFrame    FrameKind = '('
	TemplateFrame FrameKind = '$' // ${ or %{
	QuoteFrame    FrameKind = '"'
	HeredocFrame  FrameKind = 'H'
)

// Frame is an open bracket, string or template.
type Frame struct {
	Kind   FrameKind
	Open   int     // offset of the opener
	Entry  []Token // the tokens of the current entry so far
	Commas int     // entries before it
	// Begin is where the current entry begins, and Earlier are the entries before it.
	// Only round brackets have them.
	Begin   int
	Earlier [][]Token
	IsFor   bool // a for expression

	unwritten bool   // the text around the cursor is a body without braces
	directive bool   // a template opened by %{
	dynamic   bool   // a string with a template inside
	marker    string // the end of a heredoc
	indent    int    // indentation of the line that opened the frame
	endsLine  bool   // nothing followed the opener on that line
}

// Token is a token of an entry, or a string or a group with everything in it.
type Token struct {
	Kind  lex.Kind
	Text  string // of an identifier, or of a string without its quotes
	Start int
	End   int
}

// Kinds of tokens besides those of package lex.
const (
	String = lex.Text // a complete string or heredoc
	Group  = '('      // a bracket that is closed again
)

// Assigns reports whether the entry has reached its value.
func (f *Frame) Assigns() bool {
	for _, t := range f.Entry {
		if t.Kind == '=' || t.Kind == ':' && f.Kind == ObjectFrame {
			return true
		}
	}
	return false
}

// OnlyLabels reports whether the entry has only words and strings.
func (f *Frame) OnlyLabels() bool {
	for _, t := range f.Entry {
		if t.Kind != lex.Ident && t.Kind != String {
			return false
		}
	}
	return true
}

// beginsBlock reports whether a brace behind the entry is that of a block.
func (f *Frame) beginsBlock() bool {
	inBody := f.Kind == TopFrame || f.Kind == BodyFrame
	return inBody && len(f.Entry) > 0 && f.Entry[0].Kind == lex.Ident && f.OnlyLabels()
}

// delimiters are the texts that open and close a frame.
type delimiters struct{ opener, closer string }

var delimitersOf = map[FrameKind]delimiters{
	BodyFrame:     {"{\n", "\n}"},
	ObjectFrame:   {"{", "}"},
	ListFrame:     {"[", "]"},
	ParenFrame:    {"(", ")"},
	TemplateFrame: {"${", "}"},
	QuoteFrame:    {`"`, `"`},
}

// delimiters are the texts that open and close the frame.
func (f *Frame) delimiters() delimiters {
	d := delimitersOf[f.Kind]
	switch {
	case f.Kind == HeredocFrame:
		return delimiters{"<<" + f.marker + "\n", "\n" + f.marker + "\n"}
	case f.directive:
		return delimiters{"%{", d.closer + f.directiveEnd()}
	}
	return d
}

// directiveEnd is the directive that must follow the directive that a frame is.
func (f *Frame) directiveEnd() string {
	if len(f.Entry) == 0 {
		return ""
	}
	switch f.Entry[0].Text {
	case "if":
		return "%{ endif }"
	case "for":
		return "%{ endfor }"
	}
	return ""
}

// isClosedBy reports whether a bracket closes the frame.
func (f *Frame) isClosedBy(bracket lex.Kind) bool {
	return strings.TrimLeft(delimitersOf[f.Kind].closer, "\n") == string(rune(bracket))
}

// declaresVariables reports whether the entry is a for expression that has not
// reached its collection.
func (f *Frame) declaresVariables() bool {
	if len(f.Entry) == 0 || f.Entry[0].Text != "for" || !f.IsFor && !f.directive {
		return false
	}
	for _, t := range f.Entry[1:] {
		if t.Kind == lex.Ident && t.Text == "in" {
			return false
		}
	}
	return true
}

// The text that a broken entry still needs, so that it can be parsed with something
// in place of the word at the cursor.

// Tail is what the innermost entry still needs behind an operand: the other branch of
// a conditional, or the result of a for expression.
func (c *Cursor) Tail() string {
	frames := c.outside()
	return frames[len(frames)-1].tail()
}

// CloseLine closes the brackets that were opened on the line of the cursor.
func (c *Cursor) CloseLine() string {
	lineStart := strings.LastIndexByte(c.text[:c.Word.Start], '\n') + 1
	return c.closers(func(f *Frame) bool { return f.Kind != BodyFrame && f.Open >= lineStart })
}

// CloseEntry closes the brackets inside the body around the cursor.
func (c *Cursor) CloseEntry() string {
	return c.closers(func(f *Frame) bool { return f.Kind != BodyFrame })
}

// CloseAll closes all brackets.
func (c *Cursor) CloseAll() string { return c.closers(func(*Frame) bool { return true }) }

// Isolated is the text in front of the word without siblings: of every open bracket
// only the current entry. Entries before it in lists are null, and also the arguments
// before it if nullArguments is set.
func (c *Cursor) Isolated(nullArguments bool) string {
	var b strings.Builder
	frames := c.outside()
	for i := range frames {
		f, end := &frames[i], c.Replaced().Start
		if i+1 < len(frames) {
			end = frames[i+1].Open
		}
		switch {
		case f.Kind == ListFrame, f.Kind == ParenFrame && nullArguments:
			b.WriteString(strings.Repeat("null, ", f.Commas))
		case f.Kind == ParenFrame:
			b.WriteString(c.text[f.Open+1 : f.Begin])
		}
		if i+1 < len(frames) && frames[i+1].unwritten {
			continue
		}
		if len(f.Entry) > 0 && f.Entry[0].Start < end {
			b.WriteString(c.text[f.Entry[0].Start:end])
		}
		if i+1 < len(frames) {
			b.WriteString(frames[i+1].delimiters().opener)
		}
	}
	return b.String()
}

// outside are the frames around the text that a completion replaces. A string is
// replaced as a whole.
func (c *Cursor) outside() []Frame {
	if c.Form == FormQuoted {
		return c.frames[:len(c.frames)-1]
	}
	return c.frames
}

// closers closes the innermost frames up to the first that doesn't satisfy a condition.
// It never closes the file.
func (c *Cursor) closers(ok func(*Frame) bool) string {
	var b strings.Builder
	frames := c.outside()
	for i := len(frames) - 1; i > 0 && !frames[i].unwritten && ok(&frames[i]); i-- {
		if i < len(frames)-1 {
			b.WriteString(frames[i].tail())
		}
		b.WriteString(frames[i].delimiters().closer)
	}
	return b.String()
}

// tail is what the entry of a frame still needs behind an operand.
func (f *Frame) tail() string {
	questions, colons, arrow := 0, 0, false
	for _, t := range f.Entry {
		switch t.Kind {
		case '?':
			questions++
		case ':':
			colons++
		case lex.Arrow:
			arrow = true
		}
	}
	if f.Kind == ObjectFrame && !f.IsFor {
		colons = 0 // the colon of the item; a conditional behind it is rare
	}
	switch {
	case f.IsFor && colons == 0 && f.Kind == ObjectFrame:
		return " : null => null"
	case f.IsFor && colons == 0:
		return " : null"
	case f.IsFor && f.Kind == ObjectFrame && !arrow:
		return " => null"
	case !f.IsFor && questions > colons:
		return " : null"
	}
	return ""
}
