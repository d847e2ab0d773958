package complete

import (
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/probe"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/cursor"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file offers values in place of the quotes or brackets around the cursor.

// without returns a completer for the text in which only the word is left of a span around it.
func (c *completer) without(span syntax.Span) *completer {
	bare := c.File.Edited(syntax.Edit{Span: span, Text: c.File.Slice(c.Word())})
	return &completer{ctx: c.ctx, p: c.p, brief: c.brief, words: c.used(), Place: probe.At(bare, span.Start+c.Offset-c.Word().Start)}
}

// addWithout adds the items of a completer that [completer.without] returned. Each replaces the whole
// span.
func (c *completer) addWithout(span syntax.Span, inner *completer, note string) {
	for _, item := range inner.items {
		before := inner.File.Slice(syntax.Span{Start: span.Start, End: item.Replace.Start})
		item.Insert, item.Plain = before+item.Insert, before+item.Plain
		item.Label, item.Filter = item.Plain, c.File.Slice(syntax.Span{Start: span.Start, End: span.Start + 1})+before+item.Filter
		item.Detail += note
		item.Replace, item.Whole = span, true
		c.add(item)
	}
}

// insteadOfList offers lists in place of empty brackets, which an accepted input has written.
func (c *completer) insteadOfList(option *language.Option) error {
	f := c.Cursor.Top()
	if f.Kind != cursor.ListFrame || len(f.Entry) > 0 || f.Commas > 0 || c.Cursor.FollowedBy() != ']' {
		return nil
	}
	after := c.Cursor.After()
	span := syntax.Span{Start: f.Open, End: after + strings.IndexByte(c.Item.Text[after:], ']') + 1}.Shift(c.Item.Base)
	inner := c.without(span)
	if strings.Contains(c.File.Slice(span), "\n") || inner.Cursor.Form != cursor.FormOperand || inner.Word().Start != span.Start {
		return nil
	}
	pr, err := inner.probe(probe.Placeholder)
	if err != nil {
		return err
	}
	want := inner.expectation(pr, pr.Wanted(pr.Path))
	inner.variables(pr, want, option)
	inner.items = slices.DeleteFunc(inner.items, func(item Item) bool {
		if strings.Contains(item.Label, "[*].") {
			return false
		}
		o := c.p.Lookup(item.Label)
		return o == nil || c.p.TypeOf(c.ctx, o).Kind() == typesys.KindDynamic || fitRank(want.want, c.p.TypeOf(c.ctx, o)) != rankFit
	})
	c.addWithout(span, inner, " · without brackets")
	return nil
}
