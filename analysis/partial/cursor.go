package partial

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file says what is being written at the end of a scan.

// Form is the sort of word that stands at the cursor.
type Form uint8

// The forms of words.
const (
	FormNothing  Form = iota // nothing that has a name, or nothing at all
	FormTopLevel             // what begins an item
	FormHeader               // a bare label of a block
	FormEntry                // the name of an attribute or block in a body
	FormKey                  // a bare key in an object
	FormOperand              // what begins an expression
	FormMember               // a name behind a dot
	FormQuoted               // inside a quoted string
	FormIn                   // the word "in" of a for expression
)

// Cursor is the place of a scan's end. Spans are relative to the item.
type Cursor struct {
	*scanner
	Form Form
	// Word is what an item replaces: the word around the cursor, or the content
	// of the string.
	Word syntax.Span
	full string // the text of the item, also behind the cursor
}

// Read scans an item's text up to an offset.
func Read(text string, offset int) *Cursor {
	c := &Cursor{scanner: scan(text[:offset]), full: text, Word: syntax.Span{Start: offset, End: offset}}
	switch {
	case c.inComment || c.top().Kind == HeredocFrame:
	case c.top().Kind == QuoteFrame:
		c.readString(offset)
	default:
		c.readWord(offset)
	}
	return c
}

// readWord takes the word that is being typed off the entry.
func (c *Cursor) readWord(offset int) {
	f := c.top()
	if n := len(f.Entry); n > 0 && f.Entry[n-1].End == offset {
		switch f.Entry[n-1].Kind {
		case NumberToken:
			return
		case IdentToken:
			c.Word.Start = f.Entry[n-1].At
			f.Entry = f.Entry[:n-1]
		}
	}
	c.Word.End = WordEnd(c.full, offset)
	c.Form = c.formInFrame(f)
}

func (c *Cursor) formInFrame(f *Frame) Form {
	switch f.Kind {
	case TopFrame:
		switch {
		case len(f.Entry) == 0:
			return FormTopLevel
		case f.Assigns():
			return formInExpression(f)
		case f.Entry[0].Kind == IdentToken && f.OnlyLabels():
			return FormHeader
		}
	case BodyFrame:
		switch {
		case len(f.Entry) == 0:
			return FormEntry
		case f.Assigns():
			return formInExpression(f)
		}
	case ObjectFrame:
		switch {
		case f.IsFor || f.Assigns():
			return formInExpression(f)
		case len(f.Entry) == 0:
			return FormKey
		}
	default:
		return formInExpression(f)
	}
	return FormNothing
}

// OnlyLabels reports whether the entry has nothing but words and strings.
func (f *Frame) OnlyLabels() bool {
	for _, t := range f.Entry {
		if t.Kind != IdentToken && t.Kind != StringToken {
			return false
		}
	}
	return true
}

// Assigns reports whether the entry has come to its value.
func (f *Frame) Assigns() bool {
	for _, t := range f.Entry {
		if t.Kind == '=' || t.Kind == ':' && f.Kind == ObjectFrame {
			return true
		}
	}
	return false
}

// formInExpression looks at what stands directly in front of the word.
func formInExpression(f *Frame) Form {
	n := len(f.Entry)
	if n == 0 {
		if f.directive {
			return FormNothing
		}
		return FormOperand
	}
	last := f.Entry[n-1]
	switch last.Kind {
	case '.':
		if n > 1 {
			return FormMember
		}
	case IdentToken:
		return f.afterWord(last.Text)
	case '=', ':', '?', ',', BinaryToken, ArrowToken:
		if f.declaresVariables() {
			return FormNothing
		}
		return FormOperand
	}
	return FormNothing
}

// afterWord is the form behind a word: only in for expressions and directives
// can anything follow.
func (f *Frame) afterWord(word string) Form {
	if !f.IsFor && !f.directive {
		return FormNothing
	}
	switch {
	case word == "for":
		return FormNothing
	case f.declaresVariables():
		return FormIn
	case word == "in" || word == "if":
		return FormOperand
	}
	return FormNothing
}

// declaresVariables reports whether the entry is a for expression that has not
// come to its collection.
func (f *Frame) declaresVariables() bool {
	if len(f.Entry) == 0 || f.Entry[0].Text != "for" || !f.IsFor && !f.directive {
		return false
	}
	for _, t := range f.Entry[1:] {
		if t.Kind == IdentToken && t.Text == "in" {
			return false
		}
	}
	return true
}

// readString finds the content of the string around the cursor. A string with
// a template inside is no name of anything.
func (c *Cursor) readString(offset int) {
	f := c.top()
	content := syntax.Span{Start: f.Open + 1, End: offset}
	end, closed := stringEnd(c.full, offset)
	if closed {
		content.End = end
	} else {
		content.End = tokenRest(c.full, offset)
	}
	if f.dynamic || strings.Contains(c.full[offset:content.End], "${") || strings.Contains(c.full[offset:content.End], "%{") {
		return
	}
	c.Word, c.Form = content, FormQuoted
}

// Closed reports whether the string around the cursor is closed on its line.
func (c *Cursor) Closed() bool {
	return c.Word.End < len(c.full) && c.full[c.Word.End] == '"'
}

// stringEnd is the offset of the quote that closes a string on its line.
func stringEnd(text string, pos int) (int, bool) {
	for ; pos < len(text) && text[pos] != '\n'; pos++ {
		switch text[pos] {
		case '\\':
			pos++
		case '"':
			return pos, true
		}
	}
	return 0, false
}

// tokenRest is the end of what continues a token at an offset.
func tokenRest(text string, pos int) int {
	for {
		end := WordEnd(text, pos)
		if end < len(text) && strings.IndexByte(":/.", text[end]) >= 0 {
			end++
		}
		if end == pos {
			return end
		}
		pos = end
	}
}

// After is where the text behind the word begins, the quote that closes a string
// left out.
func (c *Cursor) After() int {
	if c.Form == FormQuoted && c.Closed() {
		return c.Word.End + 1
	}
	return c.Word.End
}

// FollowedBy is the first byte behind the word, blanks left out; 0 at the end of
// the line.
func (c *Cursor) FollowedBy() byte {
	rest := strings.TrimLeft(c.full[c.After():], " \t")
	if rest == "" || rest[0] == '\n' || rest[0] == '\r' || rest[0] == '#' || strings.HasPrefix(rest, "//") {
		return 0
	}
	return rest[0]
}

// Assigned reports whether the word is followed by "=".
func (c *Cursor) Assigned() bool {
	rest := strings.TrimLeft(c.full[c.After():], " \t")
	return strings.HasPrefix(rest, "=") && !strings.HasPrefix(rest, "==") && !strings.HasPrefix(rest, "=>")
}

// Frames are the open brackets around the cursor from the outside; the first is
// the file itself.
func (c *Cursor) Frames() []Frame { return c.frames }

// Top is the innermost frame.
func (c *Cursor) Top() *Frame { return c.top() }

// Around is the frame n levels outside the innermost one; nil if there is none.
func (c *Cursor) Around(n int) *Frame { return c.around(n) }

// Bodies are the blocks around the cursor inside the item's own, from the
// outside.
func (c *Cursor) Bodies() []string {
	var names []string
	for i := 2; i < len(c.frames); i++ {
		if outer := c.frames[i-1]; c.frames[i].Kind == BodyFrame && len(outer.Entry) > 0 {
			names = append(names, outer.Entry[0].Text)
		}
	}
	return names
}

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

// Kind is the kind of the block around the cursor.
func (c *Cursor) Kind() syntax.Kind { return syntax.KindOf(c.Keyword()) }
