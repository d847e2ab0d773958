package complete

import (
	"cmp"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/cursor"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file defines items, their order, and the text that they insert.

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
