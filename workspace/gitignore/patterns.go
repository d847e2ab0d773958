package gitignore

import (
	"path"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// This file implements the patterns of one file.

// Patterns are the patterns of one file, in order. The zero value has none.
type Patterns struct{ list []pattern }

// pattern is one line.
type pattern struct {
	glob     string
	inPath   bool // it is about the whole path, not just the last name
	isName   bool // it has no special characters
	negated  bool // what matches is not ignored
	dirsOnly bool
}

const (
	mostText = 1 << 20 // the size of a text of which more is not read
	mostLine = 1000    // the length of a line above which it is no pattern
)

// Parse reads patterns. What git would not understand matches nothing.
func Parse(text string) Patterns {
	var p Patterns
	text = strings.TrimPrefix(text[:min(len(text), mostText)], "\ufeff")
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		if one, ok := parse(line); ok {
			p.list = append(p.list, one)
		}
	}
	return p
}

func parse(line string) (p pattern, ok bool) {
	if line = withoutBlanks(line); line == "" || line[0] == '#' || len(line) > mostLine {
		return p, false
	}
	line, p.negated = strings.CutPrefix(line, "!")
	line, p.dirsOnly = strings.CutSuffix(line, "/")
	p.inPath = strings.Contains(line, "/")
	line = strings.TrimPrefix(line, "/")
	names := strings.Split(line, "/")
	for i, name := range names {
		if name == "" {
			return p, false // nothing has such a path
		}
		if len(name) > 1 && strings.Trim(name, "*") == "" {
			names[i] = "**"
		} else {
			names[i] = escaped(name)
		}
	}
	if last := len(names) - 1; p.inPath && names[last] == "**" {
		names = append(names, "*") // and not the directory itself
	}
	p.isName, p.glob = !strings.ContainsAny(line, `*?[\`), strings.Join(names, "/")
	if p.isName {
		p.glob = line
	}
	return p, true
}

// withoutBlanks removes blanks at the end of a line, except for those after a backslash.
func withoutBlanks(line string) string {
	bare := strings.TrimRight(line, " ")
	if escapes := len(bare) - len(strings.TrimRight(bare, `\`)); escapes%2 == 1 && len(bare) < len(line) {
		return bare + " "
	}
	return bare
}

// escaped escapes braces, which are no special characters for git, removes stars after stars, and keeps
// negated classes from matching a slash.
func escaped(name string) string {
	var b strings.Builder
	afterStar := false
	for i := 0; i < len(name); i++ {
		c := name[i]
		isStar := c == '*'
		switch {
		case c == '\\' && i+1 < len(name):
			i++
			b.WriteString(name[i-1 : i+1])
		case c == '{' || c == '}':
			b.WriteString("\\" + name[i:i+1])
		case c == '[' && i+1 < len(name) && (name[i+1] == '!' || name[i+1] == '^'):
			i++
			b.WriteString("[^/")
		case !isStar || !afterStar:
			b.WriteByte(c)
		}
		afterStar = isStar
	}
	return b.String()
}

// Decide reports whether the patterns ignore a relative path. Decided is false if no pattern matches it;
// what is ignored with a directory above is not looked at.
func (p Patterns) Decide(relative string, isDir bool) (ignored, decided bool) {
	name := path.Base(relative)
	for i := len(p.list) - 1; i >= 0; i-- { // the last one wins
		if one := &p.list[i]; (isDir || !one.dirsOnly) && one.matches(relative, name) {
			return !one.negated, true
		}
	}
	return false, false
}

func (p *pattern) matches(relative, name string) bool {
	if !p.inPath {
		relative = name
	}
	if p.isName {
		return p.glob == relative
	}
	return doublestar.MatchUnvalidated(p.glob, relative)
}
