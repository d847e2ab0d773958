package selection

import (
	"cmp"
	"context"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/parse"
)

// This file gathers what may be selected around an offset.

// Around are the selections around each of some offsets of a file, from the innermost
// to the whole file. It is nil for a file that is not in the program. The error is that
// of the context.
func Around(ctx context.Context, p *analysis.Program, path string, offsets []int) ([][]syntax.Span, error) {
	file, ok := p.File(path)
	if !ok {
		return nil, ctx.Err()
	}
	all := make([][]syntax.Span, len(offsets))
	words := map[int]syntax.Words{} // by the base of the item: many cursors are often in one
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

// gatherer collects what may be selected around one offset. Its spans are relative to
// the item.
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

// words adds what the words tell: names, words and lines inside of strings, brackets,
// comments.
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

// inText adds the word and the line of a text around the offset.
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

// nodes adds what the tree has at the offset, and the parts that are no nodes.
func (g *gatherer) nodes() {
	for _, label := range g.item.Labels {
		g.add(label.Span)
	}
	for _, n := range syntax.NodeAt(g.item.Item, g.at) {
		switch n := n.(type) {
		case *hclsyntax.Body:
			continue // recovery makes some that are larger than what they stand in
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

// trimmed is a span of a text without the blank space at its ends.
func trimmed(text string, span syntax.Span) syntax.Span {
	for span.Start < span.End && isSpace(text[span.Start]) {
		span.Start++
	}
	for span.Start < span.End && isSpace(text[span.End-1]) {
		span.End--
	}
	return span
}

func isSpace(b byte) bool { return b == ' ' || b == '\t' || b == '\n' || b == '\r' }

// nested are those of the found spans that can follow each other, the shortest first,
// as spans in the file. At the boundary of two words the one that begins there is taken.
func (g *gatherer) nested(whole syntax.Span) []syntax.Span {
	ends := func(s syntax.Span) int {
		if s.End == g.at {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(g.found, func(a, b syntax.Span) int {
		return cmp.Or(cmp.Compare(a.Len(), b.Len()), cmp.Compare(ends(a), ends(b)))
	})
	chain := make([]syntax.Span, 0, len(g.found)+1)
	for _, s := range g.found {
		chain = grown(chain, s.Shift(g.item.Base))
	}
	if len(chain) > most {
		chain = append(chain[:most-1], chain[len(chain)-1])
	}
	return grown(chain, whole)
}

// most bounds the selections around one place, the whole file aside: each is an object
// inside of another for the client, and readers of JSON do not go down as far as they
// like. What nests as far as the parser follows stays below.
const most = 4 * parse.MaxDepth

// grown is a chain with one more selection if that contains the last one and more.
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
