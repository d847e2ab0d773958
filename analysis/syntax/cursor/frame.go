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
