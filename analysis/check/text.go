package check

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
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

// onOneLine is a text with a sign in the place of what cannot be shown in a line.
func onOneLine(text string) string {
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

func quotedNames(names []string) string { return "`" + strings.Join(names, "`, `") + "`" }

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

// maxMessage is how many characters a message may have.
const maxMessage = 199

// damaged says what is wrong with the declaration of a token in a schema.
func damaged(token string, problems []string, pkg *schema.Package) string {
	return "the schema of `" + token + "` is damaged: " + strings.Join(problems, "; ") + VersionNote(pkg)
}

// VersionNote says which schema was used.
func VersionNote(pkg *schema.Package) string {
	if pkg == nil || pkg.Version() == "" {
		return ""
	}
	return " (" + pkg.Name() + " " + pkg.Version() + ")"
}

// shown is a literal text for a message: on one line and not too long.
func shown(text string, limit int) string {
	return Abbreviate(onOneLine(text), limit)
}

// within is the place of a part of a literal text; all of the literal where the
// text is not written as it is, or where the part is empty.
func (c *checker) within(e hclsyntax.Expression, text string, start, end int) syntax.Span {
	span := tree.Span(e.Range())
	source := c.e.Syntax.Text
	if start < end && span.End <= len(source) && source[span.Start:span.End] == `"`+text+`"` {
		return syntax.Span{Start: span.Start + 1 + start, End: span.Start + 1 + end}
	}
	return span
}
