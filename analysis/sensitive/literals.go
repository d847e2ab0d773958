package sensitive

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys/lazy"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file leaves secrets out of texts that quote programs: messages of findings, and titles of fixes.

// Secrets are the secrets of an item, as the program writes them.
type Secrets struct {
	all     []literal // of the item
	texts   []string  // those that are secret
	numbers []string  // those that are secret
}

// literal is a text, without quotes, or a number, in an item.
type literal struct {
	at   syntax.Span
	text string
}

// In returns the secrets of an item.
func In(it *syntax.Item, d Declared) (s Secrets) {
	spans := Spans(it, d)
	if len(spans) == 0 {
		return s
	}
	within := coveredBy(spans)
	add := func(at syntax.Span, v cty.Value, text string) {
		l := literal{at, strings.TrimSpace(text)}
		s.all = append(s.all, l)
		switch {
		case v.IsNull() || l.text == "" || !within(at):
		case v.Type() == cty.Number:
			s.numbers = append(s.numbers, l.text)
		case v.Type() == cty.String:
			s.texts = append(s.texts, l.text)
		}
	}
	steps := func(steps hcl.Traversal) {
		for _, step := range steps {
			if index, is := step.(hcl.TraverseIndex); is {
				at := tree.Span(index.SrcRange)
				add(at, index.Key, strings.Trim(it.Text[at.Start:at.End], `[" ]`))
			}
		}
	}
	_ = hclsyntax.VisitAll(it.Root(), func(n hclsyntax.Node) hcl.Diagnostics {
		switch e := n.(type) {
		case *hclsyntax.LiteralValueExpr:
			at := tree.NodeSpan(e)
			add(at, e.Val, it.Text[at.Start:at.End])
		case *hclsyntax.ScopeTraversalExpr:
			steps(e.Traversal)
		case *hclsyntax.RelativeTraversalExpr:
			steps(e.Traversal)
		}
		return nil
	})
	return s
}

// coveredBy returns a function that reports whether one of some spans covers a span. It sorts them.
func coveredBy(spans []syntax.Span) func(syntax.Span) bool {
	lists.SortStable(spans, func(a, b syntax.Span) int { return cmp.Compare(a.Start, b.Start) })
	for i := range spans[1:] {
		spans[i+1].End = max(spans[i+1].End, spans[i].End) // how far it is covered from any of those up to here
	}
	return func(at syntax.Span) bool {
		behind := sort.Search(len(spans), func(i int) bool { return spans[i].Start > at.Start })
		return behind > 0 && at.End <= spans[behind-1].End
	}
}

// dots stand for a secret.
const dots = "…"

// number matches numbers.
var number = lazy.Regexp(`\d[\d.]*`)

// Quotes reports whether a text may quote a literal: a text anywhere, or a number in code.
func Quotes(text string) bool {
	code := false
	for i := range len(text) {
		switch c := text[i]; {
		case c == '`':
			code = !code
		case c == '"', code && '0' <= c && c <= '9':
			return true
		}
	}
	return false
}

// Hide returns a message about a place of the item with dots in place of the secrets. Between backticks, a secret text may stand without
// quotes, and a secret number may be rounded. A number anywhere else is a count, so it stays. A proposed word stays, too, unless it is what
// the program has at that place: it comes from a schema, such as a value of an enum.
func (s Secrets) Hide(said string, at syntax.Span, proposed string) string {
	word := strings.Trim(proposed, `"`)
	here := func(l literal) bool { return l.text == word && at.Start <= l.at.End && l.at.Start <= at.End }
	isWord := word != "" && !slices.ContainsFunc(s.all, here)
	for _, text := range s.texts {
		if !isWord || text != word {
			said = hidden(said, text)
		}
	}
	code := strings.Split(said, "`")
	for i := 1; i < len(code); i += 2 {
		code[i] = number.Get().ReplaceAllStringFunc(code[i], func(n string) string {
			if slices.ContainsFunc(s.numbers, func(secret string) bool { return strings.HasPrefix(secret, n) && len(n) > len(secret)/2 }) {
				return dots
			}
			return n
		})
		if slices.Contains(s.texts, code[i]) && !(isWord && code[i] == word) {
			code[i] = dots
		}
	}
	return strings.Join(code, "`")
}

// hidden is a text without a part of a template, which stands between quotes or behind or before something computed.
func hidden(said, part string) string {
	var out strings.Builder
	for {
		i := strings.Index(said, part)
		if i < 0 {
			return out.String() + said
		}
		end := i + len(part)
		if i > 0 && strings.IndexByte("\"}", said[i-1]) >= 0 && end < len(said) && strings.IndexByte("\"$%", said[end]) >= 0 {
			out.WriteString(said[:i] + dots)
		} else {
			out.WriteString(said[:end])
		}
		said = said[end:]
	}
}
