package complete

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/partial"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file is the way in: it finds the place and asks for its items.

// At is what could be written at an offset of a file of a program; nil when the
// program has no such place. The error is that of the context.
func At(ctx context.Context, p *analysis.Program, path string, offset int) (*List, error) {
	return at(p, path, offset, &completer{ctx: ctx, p: p})
}

// Briefly is what [At] gives, without documentation, which most items never need.
func Briefly(ctx context.Context, p *analysis.Program, path string, offset int) (*List, error) {
	return at(p, path, offset, &completer{ctx: ctx, p: p, brief: true})
}

func at(p *analysis.Program, path string, offset int, c *completer) (*List, error) {
	file, ok := p.File(path)
	if !ok || offset < 0 || offset > file.Len() {
		return nil, nil
	}
	c.Place = partial.At(file, offset)
	if err := c.collect(); err != nil {
		return nil, err
	}
	if err := c.ctx.Err(); err != nil {
		return nil, err
	}
	return c.finish(), nil
}

// completer is the state of answering one question.
type completer struct {
	*partial.Place
	ctx   context.Context
	p     *analysis.Program
	brief bool // items need no documentation
	items []Item
	// incomplete says that a longer word has more items.
	incomplete bool

	tokenWords       []string       // see askedOfToken
	below            map[string]int // see usedBelow
	looked, declares bool           // see declaresPackages

	words *vocabulary                      // see used
	alike map[string]int                   // see usedAlike
	fits  map[typesys.Type][]fittingMember // see fitting
}

// collect makes the items by the form of the word at the cursor.
func (c *completer) collect() error {
	switch c.Cursor.Form {
	case partial.FormNothing:
		return c.suppression()
	case partial.FormTopLevel:
		c.topLevel()
	case partial.FormHeader:
		c.header()
	case partial.FormEntry:
		return c.bodyEntry()
	case partial.FormKey:
		return c.key()
	case partial.FormOperand:
		return c.operand()
	case partial.FormMember:
		return c.member()
	case partial.FormQuoted:
		return c.quoted()
	case partial.FormIn:
		c.add(Item{Label: "in", Kind: KindKeyword, Insert: "in", Detail: "for … in", Sort: sortText(rankBest, "in")})
	}
	return nil
}

// add adds an item, with what it leaves open filled in: it replaces the word,
// inserts its label, is filtered by its label and has no snippet.
func (c *completer) add(item Item) {
	if item.Replace == (syntax.Span{}) {
		item.Replace = c.Word()
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
	if c.brief {
		item.Doc = ""
	}
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

// probe is what the checker makes of the text with the placeholder in it.
type probe struct{ *partial.Probe }

// probe puts a text with the placeholder in place of the word.
func (c *completer) probe(text string) (*probe, error) {
	pr, err := c.Place.Probe(c.ctx, c.p, text)
	return &probe{pr}, err
}

// body is the block around the cursor without the word.
func (c *completer) body() (*probe, error) {
	pr, err := c.Place.Body(c.ctx, c.p)
	return &probe{pr}, err
}
