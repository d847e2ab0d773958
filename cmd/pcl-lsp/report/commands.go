package report

import (
	"slices"
	"unicode"
	"unicode/utf8"
)

// This file has the rule of what CI systems take for a command in a log. It is the only place that knows.
//
// GitHub Actions obeys a line that starts with "::". It first removes white space, in the sense of Unicode, and it
// compares texts as a language does, so that invisible characters do not count. In the middle of a line, it obeys
// "##[", Azure Pipelines "##vso[" and TeamCity "##teamcity[".

// bracketed are the starts of commands in the middle of a line, without the bracket.
var bracketed = []string{"##", "##vso", "##teamcity"}

// commandRule reads a text and replaces one character of each command. It only looks back, so a text may arrive in
// pieces. The zero value is at the start of a line.
type commandRule struct {
	inLine  bool   // something other than blanks, or one colon, is in the line
	colon   bool   // the line has started with a colon
	started []byte // what may be the start of a bracketed command, in lower case
}

// next returns what to show for the next character of the text.
func (c *commandRule) next(r rune) rune {
	switch {
	case r == '\n', r == '\r':
		*c = commandRule{}
	case isInvisible(r):
	case c.completes(r), c.startsLine(r):
		return utf8.RuneError
	}
	return r
}

// startsLine reports whether a character is the second colon of a line.
func (c *commandRule) startsLine(r rune) bool {
	second := !c.inLine && c.colon && r == ':'
	switch {
	case r == ':' && !c.colon:
		c.colon = true
	case c.colon || !unicode.IsSpace(r):
		c.inLine = true
	}
	return second
}

// completes reports whether a character is the bracket of a command.
func (c *commandRule) completes(r rune) bool {
	lower := unicode.ToLower(r)
	switch {
	case r == '#' && string(c.started) == "##":
	case r == '#' && string(c.started) != "#":
		c.started = append(c.started[:0], '#')
	case r == '#', len(c.started) > 1 && len(c.started) < len("##teamcity") && 'a' <= lower && lower <= 'z':
		c.started = append(c.started, byte(lower))
	default:
		isCommand := r == '[' && slices.Contains(bracketed, string(c.started))
		c.started = c.started[:0]
		return isCommand
	}
	return false
}

// isInvisible reports whether a character takes no place in a line, so that a comparison may ignore it.
func isInvisible(r rune) bool {
	return r >= utf8.RuneSelf && unicode.In(r, unicode.C, unicode.M, unicode.Other_Default_Ignorable_Code_Point) && r != '\u0085' ||
		r < utf8.RuneSelf && unicode.IsControl(r) && !unicode.IsSpace(r)
}
