// Package cursor determines what is being written at the cursor: the brackets around it,
// the entry, and the kind of word, such as a keyword, a label, an attribute name, an object
// key, an operand, a member or a part of a string.
//
// It knows only the text of one item: no tree, name or type. The only PCL keyword that it
// knows is the options block, which cannot be inside a list.
//
// Invariant: reading never fails, whatever the text before the cursor.
//
// **Why** a scan and not the tree of the item: a half-written attribute name or label has
// no node, and the recovery of the parser depends on the text after the cursor. The text
// before the cursor was typed from left to right, so the scan reads it from left to right.
//
// **Why** its own stack and not [lex.All]: while people type, some brackets and strings are
// not closed yet, and a line that begins like an attribute shows which. The tokens are those
// of package lex.
package cursor

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
)

// Form is the kind of word at the cursor.
type Form uint8

// The forms of words.
const (
	FormNothing  Form = iota // nothing, or nothing that has a name
	FormTopLevel             // the first word of an item
	FormHeader               // a bare label of a block
	FormEntry                // the name of an attribute or block in a body
	FormKey                  // a bare key in an object
	FormOperand              // the first word of an operand
	FormMember               // a name behind a dot
	FormQuoted               // inside a quoted string
	FormIn                   // the word "in" of a for expression
)

// Cursor is the result of reading the text of an item up to an offset. All offsets
// are relative to the item.
type Cursor struct {
	Form Form
	// Word is the text that a completion replaces: the word around the cursor, the
	// content of the string, or an empty string that ends at the cursor.
	Word lex.Span

	frames []Frame
	text   string // of the item, also behind the cursor
}

// Read reads the text of an item up to an offset.
func Read(text string, offset int) *Cursor { return read(text, offset, []Frame{{Kind: TopFrame}}) }

// ReadBody is [Read] for a text that is the body of a block, whose header stands nowhere.
func ReadBody(text string, offset int, keyword string, labels ...string) *Cursor {
	header := Frame{Kind: TopFrame, Entry: []Token{{Kind: lex.Ident, Text: keyword}}}
	for _, l := range labels {
		header.Entry = append(header.Entry, Token{Kind: String, Text: l})
	}
	return read(text, offset, []Frame{header, {Kind: BodyFrame, unwritten: true}})
}

func read(text string, offset int, frames []Frame) *Cursor {
	s := scan(text[:offset], frames)
	c := &Cursor{frames: s.frames, text: text, Word: lex.Span{Start: offset, End: offset}}
	switch {
	case s.inComment || c.Top().Kind == HeredocFrame:
	case c.Top().Kind == QuoteFrame:
		c.readString(offset)
	default:
		c.readWord(offset)
	}
	return c
}

// Frames are the open brackets around the cursor from the outside. The first is the
// file itself.
func (c *Cursor) Frames() []Frame { return c.frames }

// Top is the innermost frame.
func (c *Cursor) Top() *Frame { return &c.frames[len(c.frames)-1] }

// Around is the frame n levels outside the innermost one, or nil.
func (c *Cursor) Around(n int) *Frame {
	if i := len(c.frames) - 1 - n; i >= 0 {
		return &c.frames[i]
	}
	return nil
}

// readWord takes the word that is being typed off the entry.
func (c *Cursor) readWord(offset int) {
	f := c.Top()
	if n := len(f.Entry); n > 0 && f.Entry[n-1].End == offset {
		switch f.Entry[n-1].Kind {
		case lex.Number:
			return
		case lex.Ident:
			c.Word.Start = f.Entry[n-1].Start
			f.Entry = f.Entry[:n-1]
		case String:
			c.readEmpty(offset)
			return
		}
	}
	c.Word.End = lex.WordEnd(c.text, offset)
	c.Form = f.form()
}

// readEmpty takes an empty string off the entry: it stands where an operand is to be
// written.
func (c *Cursor) readEmpty(offset int) {
	f := c.Top()
	last := f.Entry[len(f.Entry)-1]
	f.Entry = f.Entry[:len(f.Entry)-1]
	if c.text[last.Start:last.End] == `""` && f.form() == FormOperand {
		c.Word.Start, c.Form = last.Start, FormOperand
		return
	}
	f.Entry = append(f.Entry, last)
}

// readString finds the content of the string around the cursor. A string with a
// template inside has no form, because it is not a name.
func (c *Cursor) readString(offset int) {
	f := c.Top()
	content := lex.Span{Start: f.Open + 1, End: offset}
	if end, closed := lex.QuoteEnd(c.text, offset); closed {
		content.End = end
	} else {
		content.End = tokenEnd(c.text, offset)
	}
	rest := c.text[offset:content.End]
	if f.dynamic || strings.Contains(rest, "${") || strings.Contains(rest, "%{") {
		return
	}
	c.Word, c.Form = content, FormQuoted
}

// tokenEnd returns the end of the words, joined by ":", "/" and ".", at an offset.
func tokenEnd(text string, pos int) int {
	for {
		end := lex.WordEnd(text, pos)
		if end < len(text) && strings.IndexByte(":/.", text[end]) >= 0 {
			end++
		}
		if end == pos {
			return end
		}
		pos = end
	}
}

// form returns the form of a word at the end of the frame's entry.
func (f *Frame) form() Form {
	switch f.Kind {
	case TopFrame:
		switch {
		case len(f.Entry) == 0:
			return FormTopLevel
		case f.Assigns():
			return f.formInExpression()
		case f.Entry[0].Kind == lex.Ident && f.OnlyLabels():
			return FormHeader
		}
	case BodyFrame:
		switch {
		case len(f.Entry) == 0:
			return FormEntry
		case f.Assigns():
			return f.formInExpression()
		}
	case ObjectFrame:
		switch {
		case f.IsFor || f.Assigns():
			return f.formInExpression()
		case len(f.Entry) == 0:
			return FormKey
		}
	default:
		return f.formInExpression()
	}
	return FormNothing
}

// formInExpression looks at the token in front of the word.
func (f *Frame) formInExpression() Form {
	n := len(f.Entry)
	if n == 0 {
		if f.directive {
			return FormNothing
		}
		return FormOperand
	}
	switch last := f.Entry[n-1]; last.Kind {
	case '.', lex.DoubleColon:
		if n > 1 {
			return FormMember
		}
	case lex.Ident:
		return f.formBehind(last.Text)
	case '=', ':', '?', ',', lex.Arrow, '+', '-', '*', '/', '%', '<', '>', '!', '&', '|',
		lex.Equal, lex.NotEqual, lex.LessOrEqual, lex.GreaterOrEqual, lex.And, lex.Or:
		if !f.declaresVariables() {
			return FormOperand
		}
	}
	return FormNothing
}

// formBehind returns the form behind a word. A word can follow another only in for
// expressions and directives.
func (f *Frame) formBehind(word string) Form {
	switch {
	case !f.IsFor && !f.directive, word == "for":
		return FormNothing
	case f.declaresVariables():
		return FormIn
	case word == "in" || word == "if":
		return FormOperand
	}
	return FormNothing
}

// Questions about the text around the word: the block it is in, and what follows.

// Keyword is the first word of the item around the cursor; empty outside blocks.
func (c *Cursor) Keyword() string {
	top := c.frames[0]
	if len(top.Entry) == 0 {
		return ""
	}
	return top.Entry[0].Text
}

// Labels are the texts of the labels in front of the cursor.
func (c *Cursor) Labels() []string {
	var texts []string
	top := c.frames[0]
	for _, t := range top.Entry[min(1, len(top.Entry)):] {
		texts = append(texts, t.Text)
	}
	return texts
}

// Bodies are the types of the blocks around the cursor inside the item's own block,
// from the outside.
func (c *Cursor) Bodies() []string {
	var names []string
	for i := 2; i < len(c.frames); i++ {
		if outer := c.frames[i-1]; c.frames[i].Kind == BodyFrame && len(outer.Entry) > 0 {
			names = append(names, outer.Entry[0].Text)
		}
	}
	return names
}

// Closed reports whether the string around the cursor is closed on its line.
func (c *Cursor) Closed() bool {
	return c.Word.End < len(c.text) && c.text[c.Word.End] == '"'
}

// WordText is the text of the word.
func (c *Cursor) WordText() string { return c.text[c.Word.Start:c.Word.End] }

// After is where the text behind the word begins. The quote that closes a string
// belongs to the word.
func (c *Cursor) After() int {
	if c.Form == FormQuoted && c.Closed() {
		return c.Word.End + 1
	}
	return c.Word.End
}

// rest is the text behind the word, blanks and comments.
func (c *Cursor) rest() string { return c.text[lex.SkipBlank(c.text, c.After()):] }

// FollowedBy is the first byte behind the word, blanks and comments; 0 at the end of the line.
func (c *Cursor) FollowedBy() byte {
	rest := c.rest()
	if rest == "" || rest[0] == '\n' || rest[0] == '\r' || rest[0] == '#' || strings.HasPrefix(rest, "//") {
		return 0
	}
	return rest[0]
}

// Assigned reports whether "=" follows the word.
func (c *Cursor) Assigned() bool { return assigns(c.rest()) }

// Replaced is the span of the word, for a string with its quotes.
func (c *Cursor) Replaced() lex.Span {
	if c.Form == FormQuoted {
		return lex.Span{Start: c.Word.Start - 1, End: c.After()}
	}
	return c.Word
}
