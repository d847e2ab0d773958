package complete

import (
	"cmp"
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/probe"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/cursor"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// At returns the completions at an offset of a file. It returns nil if the program has no such
// file or offset. The only error is the context's.
func At(ctx context.Context, p *analysis.Program, path string, offset int) (*List, error) {
	return at(p, path, offset, &completer{ctx: ctx, p: p})
}

// Briefly is [At] without documentation. Editors request documentation later, for one item.
func Briefly(ctx context.Context, p *analysis.Program, path string, offset int) (*List, error) {
	return at(p, path, offset, &completer{ctx: ctx, p: p, brief: true})
}

// collect adds the items for the kind of word at the cursor. Only this function knows all
// kinds of completion.
func (c *completer) collect() error {
	switch c.Cursor.Form {
	case cursor.FormNothing:
		if c.purpose() {
			return nil
		}
		return c.suppression()
	case cursor.FormTopLevel:
		c.topLevel()
	case cursor.FormHeader:
		c.header()
	case cursor.FormEntry:
		return c.bodyEntry()
	case cursor.FormKey:
		return c.key()
	case cursor.FormOperand:
		return c.operand()
	case cursor.FormMember:
		return c.member()
	case cursor.FormQuoted:
		return c.quoted()
	case cursor.FormIn:
		c.add(Item{Label: "in", Kind: KindKeyword, Insert: "in", Detail: "for … in", Sort: sortText(rankBest, "in")})
	}
	return nil
}

// maxItems limits a list to what a client can filter and what is cheap to send.
const maxItems = 1000

// finish sorts the items and removes duplicates. If there are too many, it keeps those that
// match the typed text.
func (c *completer) finish() *List {
	lists.SortStable(c.items, func(a, b Item) int {
		return cmp.Or(cmp.Compare(a.Sort, b.Sort), cmp.Compare(a.Label, b.Label))
	})
	type look struct {
		label string
		kind  Kind
	}
	list := &List{Items: c.items[:0], Incomplete: c.incomplete, Loading: c.loading}
	seen := make(map[look]bool, min(len(c.items), maxItems))
	many := len(c.items) > maxItems
	for _, item := range c.items {
		at := look{item.Label, item.Kind}
		if seen[at] || many && !inOrder(c.File.Slice(syntax.Span{Start: item.Replace.Start, End: c.Offset}), item.Filter) {
			continue
		}
		if len(list.Items) == maxItems {
			list.Incomplete = true
			break
		}
		seen[at] = true
		list.Items = append(list.Items, item)
	}
	return list
}

func at(p *analysis.Program, path string, offset int, c *completer) (*List, error) {
	file, ok := p.File(path)
	if !ok || offset < 0 || offset > file.Len() {
		return nil, nil
	}
	c.Place = probe.At(file, offset)
	if err := c.collect(); err != nil {
		return nil, err
	}
	if err := c.ctx.Err(); err != nil {
		return nil, err
	}
	return c.finish(), nil
}
