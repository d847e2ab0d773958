package complete

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file says what is being written at the end of a scan.

// form is the sort of word that stands at the cursor.
type form uint8

const (
	formNothing form = iota
	formTopLevel
	formHeader  // a bare label of a block
	formEntry   // the name of an attribute or block in a body
	formKey     // a bare key in an object
	formOperand // what begins an expression
	formMember  // a name behind a dot
	formQuoted  // inside a quoted string
	formIn      // the word "in" of a for expression
)

// cursor is the place of a scan's end. Spans are relative to the item.
type cursor struct {
	*scanner
	form form
	// word is what an item replaces: the word around the cursor, or the content
	// of the string.
	word syntax.Span
	full string // the text of the item, also behind the cursor
}

// readCursor scans an item's text up to an offset.
func readCursor(text string, offset int) *cursor {
	c := &cursor{scanner: scan(text[:offset]), full: text, word: syntax.Span{Start: offset, End: offset}}
	switch {
	case c.inComment || c.top().kind == heredocFrame:
	case c.top().kind == quoteFrame:
		c.readString(offset)
	default:
		c.readWord(offset)
	}
	return c
}

// readWord takes the word that is being typed off the entry.
func (c *cursor) readWord(offset int) {
	f := c.top()
	if n := len(f.entry); n > 0 && f.entry[n-1].end == offset {
		switch f.entry[n-1].kind {
		case numberToken:
			return
		case identToken:
			c.word.Start = f.entry[n-1].at
			f.entry = f.entry[:n-1]
		}
	}
	c.word.End = wordRest(c.full, offset)
	c.form = c.formInFrame(f)
}

func (c *cursor) formInFrame(f *frame) form {
	switch f.kind {
	case topFrame:
		switch {
		case len(f.entry) == 0:
			return formTopLevel
		case f.assigns():
			return formInExpression(f)
		case f.entry[0].kind == identToken && f.onlyLabels():
			return formHeader
		}
	case bodyFrame:
		switch {
		case len(f.entry) == 0:
			return formEntry
		case f.assigns():
			return formInExpression(f)
		}
	case objectFrame:
		switch {
		case f.isFor || f.assigns():
			return formInExpression(f)
		case len(f.entry) == 0:
			return formKey
		}
	default:
		return formInExpression(f)
	}
	return formNothing
}

func (f *frame) onlyLabels() bool {
	for _, t := range f.entry {
		if t.kind != identToken && t.kind != stringToken {
			return false
		}
	}
	return true
}

// assigns reports whether the entry has come to its value.
func (f *frame) assigns() bool {
	for _, t := range f.entry {
		if t.kind == '=' || t.kind == ':' && f.kind == objectFrame {
			return true
		}
	}
	return false
}

// formInExpression looks at what stands directly in front of the word.
func formInExpression(f *frame) form {
	n := len(f.entry)
	if n == 0 {
		if f.directive {
			return formNothing
		}
		return formOperand
	}
	last := f.entry[n-1]
	switch last.kind {
	case '.':
		if n > 1 {
			return formMember
		}
	case identToken:
		return f.afterWord(last.text)
	case '=', ':', '?', ',', binaryToken, arrowToken:
		if f.declaresVariables() {
			return formNothing
		}
		return formOperand
	}
	return formNothing
}

// afterWord is the form behind a word: only in for expressions and directives
// can anything follow.
func (f *frame) afterWord(word string) form {
	if !f.isFor && !f.directive {
		return formNothing
	}
	switch {
	case word == "for":
		return formNothing
	case f.declaresVariables():
		return formIn
	case word == "in" || word == "if":
		return formOperand
	}
	return formNothing
}

// declaresVariables reports whether the entry is a for expression that has not
// come to its collection.
func (f *frame) declaresVariables() bool {
	if len(f.entry) == 0 || f.entry[0].text != "for" || !f.isFor && !f.directive {
		return false
	}
	for _, t := range f.entry[1:] {
		if t.kind == identToken && t.text == "in" {
			return false
		}
	}
	return true
}

// readString finds the content of the string around the cursor. A string with
// a template inside is no name of anything.
func (c *cursor) readString(offset int) {
	f := c.top()
	content := syntax.Span{Start: f.open + 1, End: offset}
	end, closed := stringEnd(c.full, offset)
	if closed {
		content.End = end
	} else {
		content.End = tokenRest(c.full, offset)
	}
	if f.dynamic || strings.Contains(c.full[offset:content.End], "${") || strings.Contains(c.full[offset:content.End], "%{") {
		return
	}
	c.word, c.form = content, formQuoted
}

// closed reports whether the string around the cursor is closed on its line.
func (c *cursor) closed() bool {
	return c.word.End < len(c.full) && c.full[c.word.End] == '"'
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
		end := wordRest(text, pos)
		if end < len(text) && strings.IndexByte(":/.", text[end]) >= 0 {
			end++
		}
		if end == pos {
			return end
		}
		pos = end
	}
}

// after is where the text behind the word begins, the quote that closes a string
// left out.
func (c *cursor) after() int {
	if c.form == formQuoted && c.closed() {
		return c.word.End + 1
	}
	return c.word.End
}

// followedBy is the first byte behind the word, blanks left out; 0 at the end of
// the line.
func (c *cursor) followedBy() byte {
	rest := strings.TrimLeft(c.full[c.after():], " \t")
	if rest == "" || rest[0] == '\n' || rest[0] == '\r' || rest[0] == '#' || strings.HasPrefix(rest, "//") {
		return 0
	}
	return rest[0]
}

// assigned reports whether the word is followed by "=".
func (c *cursor) assigned() bool {
	rest := strings.TrimLeft(c.full[c.after():], " \t")
	return strings.HasPrefix(rest, "=") && !strings.HasPrefix(rest, "==") && !strings.HasPrefix(rest, "=>")
}
