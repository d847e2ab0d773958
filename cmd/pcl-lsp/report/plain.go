package report

import (
	"bytes"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file makes foreign texts safe to print: names of files, declarations and settings,
// lines of programs, and texts from schemas and other programs. Terminals obey control
// characters, and readers trust the order of characters. commandRule deals with CI systems.

// steers reports whether a character moves the cursor, ends a line, or reorders the text
// around it, so that the line looks like another one.
func steers(r rune) bool {
	return unicode.IsControl(r) || r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069 || r == '\u2028' || r == '\u2029'
}

// OneLine returns a text on one line, without control characters.
func OneLine(text string) string {
	shown, _ := printable(text, 0)
	return shown
}

// still removes control characters, for formats that escape line ends themselves.
func still(text string) string {
	return strings.Map(func(r rune) rune {
		if steers(r) && r != '\n' && r != '\r' && r != '\t' {
			return utf8.RuneError
		}
		return r
	}, text)
}

// Log is a writer in whose text no CI system finds a command. It changes only characters of commands.
type Log struct {
	to       io.Writer
	isPlain  bool
	commands commandRule
	rest     []byte // the start of a character, which a later write completes
}

// NewLog returns a writer for text that people read, with colors or without.
func NewLog(to io.Writer) *Log { return &Log{to: to} }

// NewPlain returns a writer that also removes control characters, except for tabs and line ends.
func NewPlain(to io.Writer) *Log { return &Log{to: to, isPlain: true} }

// Raw returns the writer below a [Log], for output that programs read and for commands that are meant.
func Raw(w io.Writer) io.Writer {
	if log, ok := w.(*Log); ok {
		return Raw(log.to)
	}
	return w
}

// Write writes a text.
func (l *Log) Write(text []byte) (int, error) {
	all := append(l.rest, text...)
	out := make([]byte, 0, len(all))
	for len(all) > 0 && utf8.FullRune(all) {
		if n := l.untouched(all); n > 0 {
			out, all = append(out, all[:n]...), all[n:]
			continue
		}
		r, size := utf8.DecodeRune(all)
		switch shown := l.commands.next(r); {
		case l.isPlain && r != '\n' && r != '\t' && steers(r):
		case shown != r:
			out = utf8.AppendRune(out, shown)
		default:
			out = append(out, all[:size]...)
		}
		all = all[size:]
	}
	l.rest = bytes.Clone(all)
	if _, err := l.to.Write(out); err != nil {
		return 0, err
	}
	return len(text), nil
}

// untouched returns how many bytes at the start of a text stay as they are, whatever follows. Most of a text is
// copied this way.
func (l *Log) untouched(text []byte) int {
	if l.isPlain || !l.commands.inLine || len(l.commands.started) > 0 {
		return 0
	}
	if n := bytes.IndexAny(text, "\n\r#"); n >= 0 {
		return n
	}
	n := len(text)
	for n > 0 && n > len(text)-utf8.UTFMax && !utf8.RuneStart(text[n-1]) {
		n--
	}
	return max(n-1, 0) // the last character may be incomplete
}
