package signature

import (
	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/probe"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/cursor"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
)

// This file finds the call around a cursor.

// call is a call that is being written.
type call struct {
	place   *probe.Place
	frame   *cursor.Frame  // its brackets
	inside  []cursor.Frame // what is open in the argument at the cursor, from the outside
	name    syntax.Span    // in the file
	builtin *analysis.Builtin
}

// callAt is the innermost call around a place, nil if there is none or if nobody knows
// its function, and what is open inside of it, or without a call inside the item.
func callAt(place *probe.Place) (*call, []cursor.Frame) {
	frames := place.Cursor.Frames()
	for i := len(frames) - 1; i > 0; i-- {
		if frames[i].Kind == cursor.BodyFrame {
			return nil, frames[i+1:]
		}
		name, ok := calledBy(&frames[i], &frames[i-1])
		if !ok {
			continue
		}
		inside := frames[i+1:]
		b := analysis.LookupBuiltin(name.Text)
		if b == nil {
			return nil, inside
		}
		span := syntax.Span{Start: name.Start, End: name.End}
		return &call{place: place, frame: &frames[i], inside: inside, name: span.Shift(place.Item.Base), builtin: b}, inside
	}
	return nil, frames[1:]
}

// calledBy is the name in front of round brackets that makes a call of them.
func calledBy(brackets, outer *cursor.Frame) (cursor.Token, bool) {
	n := len(outer.Entry)
	if brackets.Kind != cursor.ParenFrame || n == 0 || outer.Entry[n-1].Kind != lex.Ident {
		return cursor.Token{}, false
	}
	if n > 1 && outer.Entry[n-2].Kind == '.' {
		return cursor.Token{}, false
	}
	switch name := outer.Entry[n-1]; name.Text {
	case "in", "if", "for": // a for expression goes on in brackets
		return cursor.Token{}, false
	default:
		return name, true
	}
}

// position is the position of the argument at the cursor.
func (c *call) position() int { return c.frame.Commas }

// argument is what stands in the entry of an argument; nil where it has not been
// written.
func (c *call) argument(i int) []cursor.Token {
	switch {
	case i < len(c.frame.Earlier):
		return c.frame.Earlier[i]
	case i == len(c.frame.Earlier):
		return c.frame.Entry
	}
	return nil
}

// text is the content of an argument that is a string and nothing else, also while
// it is being written.
func (c *call) text(i int) string {
	if tokens := c.argument(i); len(tokens) == 1 && tokens[0].Kind == cursor.String {
		return tokens[0].Text
	}
	if i == c.position() && len(c.inside) == 1 && c.place.Cursor.Form == cursor.FormQuoted && len(c.frame.Entry) == 0 {
		word := c.place.Word()
		return c.place.File.Slice(word)
	}
	return ""
}

// inObject reports whether the cursor is in an object that is the argument.
func (c *call) inObject() bool {
	return len(c.inside) > 0 && len(c.frame.Entry) == 0 && isObject(&c.inside[0])
}

// input is the key at the cursor in an object that is an argument; empty if there is
// none.
func (c *call) input() string {
	if !c.inObject() {
		return ""
	}
	return keyIn(c.place, &c.inside[0], len(c.inside) == 1)
}
