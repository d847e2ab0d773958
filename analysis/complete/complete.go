package complete

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file is the way in: it finds the place and asks for its items.

// At is what could be written at an offset of a file of a program; nil when the
// program has no such place. The error is that of the context.
func At(ctx context.Context, p *analysis.Program, path string, offset int) (*List, error) {
	file, ok := p.File(path)
	if !ok || offset < 0 || offset > len(file.Text) {
		return nil, nil
	}
	c := &completer{ctx: ctx, p: p, file: file, offset: offset}
	c.item, ok = file.ItemAt(offset)
	if !ok {
		c.item = syntax.Placed{Item: syntax.ParseItem("")}
	}
	c.cursor = readCursor(c.item.Text, offset-c.item.Base)
	if err := c.collect(); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return finish(c.items), nil
}

// completer is the state of answering one question.
type completer struct {
	ctx    context.Context
	p      *analysis.Program
	file   *syntax.File
	item   syntax.Placed
	cursor *cursor
	offset int // in the file
	items  []Item
}

// collect makes the items by the form of the word at the cursor.
func (c *completer) collect() error {
	switch c.cursor.form {
	case formTopLevel:
		c.topLevel()
	case formHeader:
		c.header()
	case formEntry:
		return c.bodyEntry()
	case formKey:
		return c.key()
	case formOperand:
		return c.operand()
	case formMember:
		return c.member()
	case formQuoted:
		return c.quoted()
	case formIn:
		c.add(Item{Label: "in", Kind: KindKeyword, Insert: "in", Detail: "for … in", Sort: sortText(rankBest, "in")})
	}
	return nil
}

// word is the span in the file that an item replaces.
func (c *completer) word() syntax.Span { return c.cursor.word.Shift(c.item.Base) }

// add adds an item, with what it leaves open filled in: it replaces the word,
// inserts its label, is filtered by its label and has no snippet.
func (c *completer) add(item Item) {
	if item.Replace == (syntax.Span{}) {
		item.Replace = c.word()
	}
	if item.Plain == "" {
		item.Plain = item.Insert
	}
	if item.Insert == "" {
		item.Insert, item.Plain = item.Label, item.Label
	}
	if item.Filter == "" {
		item.Filter = item.Label
	}
	if item.Sort == "" {
		item.Sort = sortText(rankUsual, item.Label)
	}
	item.Snippet = item.Insert != item.Plain
	c.items = append(c.items, item)
}

// detailLimit bounds the type that stands beside an item.
const detailLimit = 80

func detail(t typesys.Type) string {
	if !t.IsValid() {
		return ""
	}
	return typesys.Short(t, detailLimit)
}
