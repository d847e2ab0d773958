// Package complete computes completions at a place of a program, even while the text around it
// is broken.
//
// Package partial finds out what kind of word is at the cursor, and checks the program with a
// placeholder in its place. The result is the types around the cursor and the type expected
// there. This package turns types, schemas and names into items: complete.go dispatches on the
// kind of word, and each kind has a file.
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
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/probe"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/cursor"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file answers a request. It defines items, their order, and the text that they insert.

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

// Kind is what an item stands for.
type Kind uint8

// The kinds of items.
const (
	KindKeyword   Kind = iota + 1 // a word of the language: a block keyword, in, options
	KindAttribute                 // an attribute, or a key of an object
	KindOption                    // a resource option
	KindVariable                  // a name in scope
	KindMember                    // a member of a value
	KindFunction                  // a function or method
	KindToken                     // the token of a resource or function
	KindType                      // a word of a type expression
	KindValue                     // one of the few values of a type
	KindSnippet                   // several things at once
	KindFolder                    // a directory
	KindHook                      // a hook point, or the kind of a hook
	KindPackage                   // a package: the first part of a token
	KindModule                    // a module: the middle part of a token
	KindFile                      // a file that a function reads
)

// Item is one completion.
type Item struct {
	Label  string
	Kind   Kind
	Detail string // a type or a few words on one line
	Doc    string // Markdown
	// Insert is the new text. If Snippet is set, it is a snippet of the Language Server
	// Protocol, and Plain is the text for clients without snippets.
	Insert  string
	Snippet bool
	Plain   string
	// Replace is the span to replace, as offsets in the file. It is on the line of the cursor
	// and contains the cursor.
	Replace syntax.Span
	// Whole means that editors must replace the part behind the cursor too, such as a closing quote. By
	// default users can choose to keep it.
	Whole bool
	// Sort is the sort key of the item; Filter is the text to match against the typed text.
	Sort, Filter string
	Deprecated   bool
	// Likely says of a value in scope that both its type and its name fit the place.
	Likely bool
	// Next is what the client should ask for at once.
	Next Next
	// Also holds edits elsewhere in the file, such as the declaration of a package.
	Also []change.Edit
}

// Next is what leads on from an accepted item.
type Next uint8

// What leads on.
const (
	NextNothing   Next = iota
	NextItems          // completion of the incomplete text, or of the value that the placeholder stands for
	NextSignature      // the signature of the call
)

// List is the result of a request.
type List struct {
	Items []Item
	// Incomplete means that a longer word may match more items, so the client must request
	// completion again.
	Incomplete bool
	// Loading means that items are missing, because the schema that they come from is still being loaded.
	Loading bool
}

// rank is the first part of the sort key.
type rank byte

// The ranks, best first.
const (
	rankBest   rank = iota // named by the place itself
	rankFit                // of the right type, or required
	rankUsual              // convertible or unknown, or optional
	rankInside             // sometimes convertible, or with members that may fit
	rankOther              // not fitting, or rarely useful
	rankLast               // deprecated or hidden
)

// middle is the weight of an item that nothing is known about.
const middle = 1000

// sortText sorts by rank, then by name.
func sortText(r rank, name string) string { return sorted(r, middle, name) }

// sorted sorts by rank, then by a weight from 0 (first) to 9999, then by name.
func sorted(r rank, weight int, name string) string {
	weight = max(0, min(weight, 9999))
	return string([]byte{'0' + byte(r), digit(weight / 1000), digit(weight / 100), digit(weight / 10), digit(weight), ' '}) + strings.ToLower(name)
}

func digit(n int) byte { return '0' + byte(n%10) }

// snippetText escapes literal text in a snippet.
var snippetText = strings.NewReplacer(`\`, `\\`, `$`, `\$`, `}`, `\}`).Replace

// addQuoted adds an item whose text is the content of a string.
func (c *completer) addQuoted(item Item) { c.add(c.quotedContent(item)) }

// quotedContent makes an item insert a string. Inside quotes it replaces their content and
// closes them if necessary; elsewhere it adds quotes.
func (c *completer) quotedContent(item Item) Item {
	item.Filter = cmp.Or(item.Insert, item.Label)
	item.Insert = Quoted(c.Cursor, item.Filter)
	item.Plain = item.Insert
	return item
}

// Quoted writes a text as a string, without the quotes that a cursor already has around it.
func Quoted(at *cursor.Cursor, text string) string {
	quoted := printer.Text(text)
	switch {
	case at.Form != cursor.FormQuoted:
		return quoted
	case at.Closed():
		return quoted[1 : len(quoted)-1]
	}
	return quoted[1:]
}

// assignment makes an item insert `name = value`, or only the name if "=" follows already.
func (c *completer) assignment(item Item, name, separator string, t typesys.Type) Item {
	item.Insert, item.Plain = name, name
	if follows := c.Cursor.FollowedBy(); c.Cursor.Assigned() || follows == ':' && c.Cursor.Form != cursor.FormEntry {
		return item
	}
	f := c.filling()
	f.value(t, "", 0)
	item.Insert, item.Plain, item.Next = snippetText(name+separator)+f.text.String(), name+separator, f.next
	if f.stops == 0 {
		item.Plain += f.plain.String()
	}
	return item
}
