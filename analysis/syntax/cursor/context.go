package cursor

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
)

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
