package secrettext

import (
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lazy"
)

// This file leaves secrets out of texts that quote programs: messages of findings, and titles of fixes.

// Literals are the texts and numbers in secrets, as a program writes them, without quotes.
type Literals []string

// In returns the literals in the secrets of an item.
func In(it *syntax.Item, d Declared) (all Literals) {
	for _, span := range Spans(it, d) {
		for _, found := range literals.Get().FindAllString(it.Text[span.Start:span.End], -1) {
			if found[0] == '"' || isNumber(found) {
				all = append(all, strings.Trim(found, `"`))
			}
		}
	}
	return all
}

// texts matches texts, and literals numbers and comments as well.
var (
	texts    = lazy.Regexp(`"(?:[^"\\]|\\.)+"`)
	literals = lazy.Regexp(`"(?:[^"\\]|\\.)+"|\d[\d.]*|#.*|//.*|(?s:/\*.*?\*/)`)
)

// Without returns the literals but for what is proposed to be written, which is a word that others know.
func (l Literals) Without(proposed string) Literals {
	if proposed = strings.Trim(proposed, `"`); proposed == "" || !slices.Contains(l, proposed) {
		return l
	}
	return slices.DeleteFunc(slices.Clone(l), func(literal string) bool { return literal == proposed })
}

// dots stand for a secret.
const dots = "…"

// Quotes reports whether a text may quote a literal: a text anywhere, or a number in code.
func Quotes(text string) bool {
	code := false
	for i := range len(text) {
		switch c := text[i]; {
		case c == '`':
			code = !code
		case c == '"', code && isNumber(text[i:]):
			return true
		}
	}
	return false
}

// Hide returns a text without secrets. What is between backticks is code: there a text may be one without quotes, and a number
// may be rounded. Elsewhere, numbers count something and stay.
func (l Literals) Hide(text string) string {
	if len(l) == 0 {
		return text
	}
	text = texts.Get().ReplaceAllStringFunc(text, l.hidden)
	quotes := strings.Split(text, "`")
	for i := 1; i < len(quotes); i += 2 {
		quotes[i] = literals.Get().ReplaceAllStringFunc(quotes[i], l.hidden)
		is := func(literal string) bool {
			return literal == quotes[i] || isNumber(literal) && quotes[i] != "" && strings.HasPrefix(literal, quotes[i])
		}
		if slices.ContainsFunc(l, is) {
			quotes[i] = dots
		}
	}
	return strings.Join(quotes, "`")
}

// hidden is a literal as it is written, without its text or number if it is secret.
func (l Literals) hidden(literal string) string {
	if inner := strings.Trim(literal, `"`); slices.Contains(l, inner) {
		return strings.Replace(literal, inner, dots, 1)
	}
	return literal
}

// isNumber reports whether a literal is a number.
func isNumber(literal string) bool { return literal != "" && literal[0] >= '0' && literal[0] <= '9' }
