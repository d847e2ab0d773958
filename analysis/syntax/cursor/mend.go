package cursor

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
)

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
