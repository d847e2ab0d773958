// Package complete computes completions at a place of a program, even while the text around it
// is broken.
//
// Package partial finds out what kind of word is at the cursor, and checks the program with a
// placeholder in its place. The result is the types around the cursor and the type expected
// there. This package turns types, schemas and names into items: complete.go dispatches on the
// kind of word, each kind has a file, and item.go has the data.
//
// The package does not filter by the typed text, because every editor filters in its own way.
// The exceptions are tokens of packages and names of large programs: there are too many to
// send, so the typed text selects some and the list is marked as incomplete. The package knows
// no protocol and keeps nothing between requests.
//
// Items are ranked by adding up the reasons for each (evidence.go): how well the type fits; whether the place
// asks for the member of a resource of that type, by its name (similarity.go) or in the examples of the schema
// (examples.go); the similarity between the item's name and the name of its place; what this program has in
// the same place (vocabulary.go) and what others have there (usage.go); and how near the declaration is.
// TestRanking measures the result on every kind of name in programs, some of which were never used to choose
// weights.
//
// **Why** names count as much as types: most places take a string, and most values of a
// program are strings. The value of networkId is most likely the id of a network.
//
// Invariant: every item replaces a span of one line that contains the cursor.
//
// Invariant: no two items of a list have the same label and kind.
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
