package complete

import (
	"cmp"
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/probe"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/cursor"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// completer is the state of one request.
type completer struct {
	*probe.Place
	ctx   context.Context
	p     *analysis.Program
	brief bool // leave out documentation
	items []Item
	// incomplete means that a longer word matches more items.
	incomplete bool
	// loading means that a schema that items come from is not there yet.
	loading bool

	tokenWords       []string       // see askedOfToken
	below            map[string]int // see usedBelow
	looked, declares bool           // see declaresPackages

	words *vocabulary                      // see used
	shown *examples                        // see examples
	fits  map[typesys.Type][]fittingMember // see fitting
}

// add adds an item. By default an item replaces the word at the cursor, inserts its label, is
// filtered by its label and is no snippet.
func (c *completer) add(item Item) {
	if item.Replace == (syntax.Span{}) {
		item.Replace = c.Word()
	}
	item.Plain = cmp.Or(item.Plain, item.Insert)
	if item.Insert == "" {
		item.Insert, item.Plain = item.Label, item.Label
	}
	item.Filter = cmp.Or(item.Filter, item.Label)
	if item.Sort == "" {
		item.Sort = sortText(rankUsual, item.Label)
	}
	if c.standsForNone() {
		item.Filter = c.Cursor.WordText() + item.Filter
	}
	item.Snippet = item.Insert != item.Plain
	if c.brief {
		item.Doc = ""
	}
	c.items = append(c.items, item)
}

// standsForNone reports whether the word is a value that a snippet has written where another one
// belongs. Clients select it and complete behind it, so nothing that is offered looks like it.
func (c *completer) standsForNone() bool {
	text := c.Cursor.WordText()
	return c.Cursor.Form == cursor.FormOperand && c.Offset == c.Word().End && (text == `""` || text == "null")
}

// detailLimit is the length of the type shown next to an item.
const detailLimit = 80

func detail(t typesys.Type) string {
	if !t.IsValid() {
		return ""
	}
	return typesys.Short(t, detailLimit)
}

// probed is the text with a placeholder in place of the word, after checking.
type probed struct{ *probe.Probe }

// probe checks the item with a text in place of the word.
func (c *completer) probe(text string) (*probed, error) {
	pr, err := c.Place.Probe(c.ctx, c.p, text)
	return &probed{pr}, err
}

// body checks the block around the cursor without the word.
func (c *completer) body() (*probed, error) {
	pr, err := c.Place.Body(c.ctx, c.p)
	return &probed{pr}, err
}

// used returns how often the program uses words near the cursor. It is computed on first use.
func (c *completer) used() *vocabulary {
	if c.words == nil {
		c.words = vocabularyOf(c.p, c.File, c.Word())
	}
	return c.words
}

// docOf returns the documentation of an item, preceded by its deprecation message.
func (c *completer) docOf(description, deprecation string) string {
	if c.brief {
		return ""
	}
	return markdown.Documented(description, deprecation).Markdown()
}

// typedToken returns the text of the string before the cursor.
func (c *completer) typedToken() string {
	if c.Cursor.Form != cursor.FormQuoted {
		return ""
	}
	return c.File.Slice(syntax.Span{Start: c.Word().Start, End: c.Offset})
}

// fittingMember is a member whose type fits the cursor's place.
type fittingMember struct {
	step  string // the source text after the name
	name  string
	typ   typesys.Type
	words []string
	rank  rank
	uses  int
	named bool // its name is similar to that of the place, or examples use it there
}
