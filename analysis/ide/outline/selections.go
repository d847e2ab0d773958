package outline

import (
	"cmp"
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/parse"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file computes growing selections: the word, the expression, the attribute, the content of brackets, the brackets, the block, the file. It
// uses the syntax tree where there is one and tokens elsewhere, so selections also grow in broken text.
//
// Invariant: each selection is inside the next one and differs from it, and contains the offset.

// Selections returns the selections around each offset of a file, from the innermost to the whole
// file. It returns nil if the file does not belong to the program. The only error is the
// context's.
func Selections(ctx context.Context, p *analysis.Program, path string, offsets []int) ([][]syntax.Span, error) {
	file, ok := p.File(path)
	if !ok {
		return nil, ctx.Err()
	}
	all := make([][]syntax.Span, len(offsets))
	words := map[int]syntax.Words{} // by the base of the item, because many cursors are often in one
	for i, offset := range offsets {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		all[i] = around(file, min(max(offset, 0), file.Len()), words)
	}
	return all, nil
}

func around(file *syntax.File, offset int, words map[int]syntax.Words) []syntax.Span {
	whole := syntax.Span{Start: 0, End: file.Len()}
	it, ok := file.ItemAt(offset)
	if !ok {
		return []syntax.Span{whole}
	}
	w, known := words[it.Base]
	if !known {
		w = syntax.WordsOf(it.Text)
		words[it.Base] = w
	}
	g := &gatherer{file: file, item: it, at: offset - it.Base}
	g.words(w)
	g.nodes()
	g.add(syntax.Span{Start: 0, End: len(it.Text)})
	g.add(analysis.ContentSpan(it).Shift(-it.Base))
	return g.nested(whole)
}

// gatherer collects the selections around one offset, relative to the item.
type gatherer struct {
	file  *syntax.File
	item  syntax.Placed
	at    int
	found []syntax.Span
}

// add keeps a span if it contains the offset.
func (g *gatherer) add(span syntax.Span) {
	if span.Len() > 0 && span.Touches(g.at) && span.Start >= 0 && span.End <= len(g.item.Text) {
		g.found = append(g.found, span)
	}
}

// words adds spans from tokens: names, words and lines in strings, brackets, comments.
func (g *gatherer) words(w syntax.Words) {
	for _, text := range append(w.Names, w.Comments...) {
		if text.Touches(g.at) {
			g.inText(text)
			g.add(text)
		}
	}
	for _, b := range w.Brackets {
		if b.Around().Touches(g.at) {
			g.add(trimmed(g.item.Text, b.Inside()))
			g.add(b.Inside())
			g.add(b.Around())
		}
	}
}

// inText adds the word and the line around the offset in a text.
func (g *gatherer) inText(text syntax.Span) {
	word := syntax.Span{Start: g.at, End: g.at}
	for word.Start > text.Start {
		r, size := utf8.DecodeLastRuneInString(g.item.Text[text.Start:word.Start])
		if !inWord(r) {
			break
		}
		word.Start -= size
	}
	for word.End < text.End {
		r, size := utf8.DecodeRuneInString(g.item.Text[word.End:text.End])
		if !inWord(r) {
			break
		}
		word.End += size
	}
	g.add(word)
	number := g.file.Line(g.at + g.item.Base)
	line := syntax.Span{Start: g.file.LineStart(number), End: g.file.LineEnd(number)}.Shift(-g.item.Base)
	line = syntax.Span{Start: max(line.Start, text.Start), End: min(line.End, text.End)}
	g.add(trimmed(g.item.Text, line))
}

func inWord(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// nodes adds the syntax nodes at the offset and the parts of them that are no nodes.
func (g *gatherer) nodes() {
	for _, label := range g.item.Labels {
		g.add(label.Span)
	}
	for _, n := range syntax.NodeAt(g.item.Item, g.at) {
		switch n := n.(type) {
		case *hclsyntax.Body:
			continue // error recovery creates nodes that are larger than their parents
		case *hclsyntax.ObjectConsExpr:
			for _, entry := range n.Items {
				key, value := syntax.SpanOf(entry.KeyExpr), syntax.SpanOf(entry.ValueExpr)
				g.add(syntax.Span{Start: key.Start, End: max(key.End, value.End)})
			}
		}
		span := syntax.SpanOf(n)
		span.End = min(span.End, len(g.item.Text))
		if span.Start >= 0 && span.Start <= span.End {
			g.add(trimmed(g.item.Text, span))
		}
	}
}

// trimmed returns a span without the white space at its ends.
func trimmed(text string, span syntax.Span) syntax.Span {
	const space = " \t\r\n"
	inside := strings.TrimLeft(text[span.Start:span.End], space)
	start := span.End - len(inside)
	return syntax.Span{Start: start, End: start + len(strings.TrimRight(inside, space))}
}

// nested returns the spans that contain each other, shortest first, as offsets in the file.
// Between two words it selects the one that starts at the offset.
func (g *gatherer) nested(whole syntax.Span) []syntax.Span {
	ends := func(s syntax.Span) int {
		if s.End == g.at {
			return 1
		}
		return 0
	}
	lists.SortStable(g.found, func(a, b syntax.Span) int {
		return cmp.Or(cmp.Compare(a.Len(), b.Len()), cmp.Compare(ends(a), ends(b)))
	})
	chain := make([]syntax.Span, 0, len(g.found)+1)
	for _, s := range g.found {
		chain = grown(chain, s.Shift(g.item.Base))
	}
	if len(chain) > mostSelections {
		chain = append(chain[:mostSelections-1], chain[len(chain)-1])
	}
	return grown(chain, whole)
}

// mostSelections limits the selections around one place, not counting the file. For the client each is
// an object inside another, and JSON parsers limit nesting. Programs nested as deep as the
// parser follows stay below the limit.
const mostSelections = 4 * parse.MaxDepth

// grown appends a selection to a chain if it is larger than the last one.
func grown(chain []syntax.Span, s syntax.Span) []syntax.Span {
	if len(chain) == 0 {
		return append(chain, s)
	}
	last := chain[len(chain)-1]
	if s != last && s.Start <= last.Start && last.End <= s.End {
		return append(chain, s)
	}
	return chain
}
