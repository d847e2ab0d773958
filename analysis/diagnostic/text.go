package diagnostic

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file holds helpers for the texts of messages.

// Abbreviate cuts a text to at most limit characters.
func Abbreviate(text string, limit int) string {
	if len(text) <= limit || utf8.RuneCountInString(text) <= limit {
		return text
	}
	return string([]rune(text)[:limit-1]) + "…"
}

// RelativePath is the way from one clean absolute path to another.
func RelativePath(from, to string) string {
	up, down := strings.Split(from, "/"), strings.Split(to, "/")
	for len(up) > 0 && len(down) > 0 && up[0] == down[0] {
		up, down = up[1:], down[1:]
	}
	steps := append(slices.Repeat([]string{".."}, len(up)), down...)
	if len(steps) == 0 {
		return "."
	}
	return strings.Join(steps, "/")
}

// OnOneLine is a text with a sign in the place of what cannot be shown in a line.
func OnOneLine(text string) string {
	unprintable := func(r rune) bool { return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' }
	if strings.IndexFunc(text, unprintable) < 0 {
		return text
	}
	return strings.Map(func(r rune) rune {
		if unprintable(r) {
			return '␣'
		}
		return r
	}, text)
}

// QuotedNames lists names in backquotes.
func QuotedNames(names []string) string { return "`" + strings.Join(names, "`, `") + "`" }

// Listed writes names one after the other as far as they fit, and counts the
// rest.
func Listed(names []string, limit int) string {
	text := ""
	for i, name := range names {
		next := "`" + name + "`"
		switch {
		case i > 0 && i == len(names)-1:
			next = " and " + next
		case i > 0:
			next = ", " + next
		}
		if len(text)+len(next) > limit {
			return text + " and " + prose.Counted(len(names)-i, "more")
		}
		text += next
	}
	return strings.ReplaceAll(text, "mores", "more")
}

// MaxLength is how many characters a message may have.
const MaxLength = 199

// Damaged says what is wrong with the declaration of a token in a schema.
func Damaged(token string, problems []string, pkg *schema.Package) string {
	return "the schema of `" + token + "` is damaged: " + strings.Join(problems, "; ") + VersionNote(pkg)
}

// VersionNote says which schema was used.
func VersionNote(pkg *schema.Package) string {
	if pkg == nil || pkg.Version() == "" {
		return ""
	}
	return " (" + pkg.Name() + " " + pkg.Version() + ")"
}

// Shown is a literal text for a message: on one line and not too long.
func Shown(text string, limit int) string {
	return Abbreviate(OnOneLine(text), limit)
}
