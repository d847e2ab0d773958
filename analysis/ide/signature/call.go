package signature

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/probe"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/cursor"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
)

// This file finds the call around the cursor.

// call is an incomplete call.
type call struct {
	place   *probe.Place
	frame   *cursor.Frame  // its brackets
	inside  []cursor.Frame // open frames in the argument at the cursor, outermost first
	name    syntax.Span    // offsets in the file
	builtin *language.Builtin
}

// callAt returns the innermost call of a known function around a place, or nil, and the open
// frames inside the call or, without a call, inside the item.
func callAt(place *probe.Place, in language.Version) (*call, []cursor.Frame) {
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
		b := in.Builtin(name.Text)
		if b == nil {
			return nil, inside
		}
		span := syntax.Span{Start: name.Start, End: name.End}
		return &call{place: place, frame: &frames[i], inside: inside, name: span.Shift(place.Item.Base), builtin: b}, inside
	}
	return nil, frames[1:]
}

// calledBy returns the function name before parentheses.
func calledBy(brackets, outer *cursor.Frame) (cursor.Token, bool) {
	n := len(outer.Entry)
	if brackets.Kind != cursor.ParenFrame || n == 0 || outer.Entry[n-1].Kind != lex.Ident {
		return cursor.Token{}, false
	}
	if n > 1 && outer.Entry[n-2].Kind == '.' {
		return cursor.Token{}, false
	}
	switch name := outer.Entry[n-1]; name.Text {
	case "in", "if", "for": // the keyword of a for expression before parentheses
		return cursor.Token{}, false
	default:
		return name, true
	}
}

// position returns the position of the argument at the cursor.
func (c *call) position() int { return c.frame.Commas }

// argument returns the tokens of an argument, or nil if it has not been written.
func (c *call) argument(i int) []cursor.Token {
	switch {
	case i < len(c.frame.Earlier):
		return c.frame.Earlier[i]
	case i == len(c.frame.Earlier):
		return c.frame.Entry
	}
	return nil
}

// text returns the content of an argument that is just a string, even an unfinished one.
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

// coversObject reports whether the cursor is in an object of an argument that the signature does not
// describe.
func (c *call) coversObject() bool {
	return c.builtin.Source == 0 && slices.ContainsFunc(c.inside, func(f cursor.Frame) bool { return isObject(&f) })
}

// input returns the key at the cursor in an object that is an argument, or an empty string.
func (c *call) input() string {
	if !c.inObject() {
		return ""
	}
	return keyIn(c.place, &c.inside[0], len(c.inside) == 1)
}
