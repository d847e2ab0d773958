package complete

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file defines what an answer consists of, and puts it in order.

// Kind says what an item stands for.
type Kind uint8

// The kinds of items.
const (
	KindKeyword   Kind = iota + 1 // a word of the language: block keywords, in, options
	KindAttribute                 // an attribute of a body or a key of an object
	KindOption                    // a resource option
	KindVariable                  // a name that an expression can use
	KindMember                    // a step into a value
	KindFunction                  // a function or method
	KindToken                     // the token of a resource or function
	KindType                      // a word of type expressions
	KindValue                     // a value that the place asks for
	KindSnippet                   // more than one thing at once
	KindFolder                    // the source directory of a component
	KindHook                      // a point of hooks, or the kind of a hook
	KindPackage                   // a package, the first part of tokens
	KindModule                    // a module, the middle part of tokens
	KindFile                      // a file that a function reads
)

// Item is one thing that could be written.
type Item struct {
	Label  string
	Kind   Kind
	Detail string // a type or a few words, on one line
	Doc    string // markdown
	// Insert is what replaces the span; with Snippet it has the placeholders of
	// the Language Server Protocol, and Plain is what to insert without them.
	Insert  string
	Snippet bool
	Plain   string
	// Replace is what is replaced: absolute in the file, on the line of the
	// cursor, and containing the cursor.
	Replace syntax.Span
	// Sort orders the items of a list by how well they fit, Filter is the text to
	// compare with what has been typed.
	Sort, Filter string
	Deprecated   bool
	// Again says that this was the first part of something, and that what continues
	// it can be asked for at once.
	Again bool
	// Also are edits elsewhere in the file that come with the item.
	Also []change.Edit
}

// List is what could be written at a place.
type List struct {
	Items []Item
	// Incomplete says that there is more for a longer word, so that the question has to
	// be asked again when it is there.
	Incomplete bool
}

// rank orders items before their names do.
type rank byte

// The ranks, the best first.
const (
	rankBest   rank = iota // what the place asks for by name
	rankFit                // what has the right type; what is required
	rankUsual              // what converts to it or may have it; what is optional
	rankInside             // what converts sometimes; what has members that may fit
	rankOther              // what does not fit, or is seldom meant
	rankLast               // what is deprecated or hidden
)

// middle is the weight of what there is nothing to say of.
const middle = 50

// sortText is the text that sorts by rank and then by name.
func sortText(r rank, name string) string { return sorted(r, middle, name) }

// sorted is the text that sorts by rank, then by a weight from 0 to 99, the least
// first, and then by name.
func sorted(r rank, weight int, name string) string {
	weight = max(0, min(weight, 99))
	return string([]byte{'0' + byte(r), '0' + byte(weight/10), '0' + byte(weight%10), ' '}) + strings.ToLower(name)
}

// maxItems is how many items a list has at most: more than anybody reads, and few
// enough to send at every letter.
const maxItems = 1000

// finish sorts the items and drops all but the best of those that look the same. Of
// too many those are kept that have what has been typed.
func (c *completer) finish() *List {
	slices.SortStableFunc(c.items, func(a, b Item) int {
		return cmp.Or(cmp.Compare(a.Sort, b.Sort), cmp.Compare(a.Label, b.Label))
	})
	type look struct {
		label string
		kind  Kind
	}
	list := &List{Incomplete: c.incomplete}
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

// inOrder reports whether a text has the letters of a word in their order.
func inOrder(word, text string) bool {
	for _, r := range text {
		if word == "" {
			return true
		}
		next, size := utf8.DecodeRuneInString(word)
		if unicode.ToLower(next) == unicode.ToLower(r) {
			word = word[size:]
		}
	}
	return word == ""
}

// docOf is the documentation of an item, if it is asked for: what it is, and before
// that why it is deprecated.
func (c *completer) docOf(description, deprecation string) string {
	if c.brief {
		return ""
	}
	return withDeprecation(markdown.Paragraph(description), deprecation)
}

// withDeprecation puts the reason why something is deprecated before what it is.
func withDeprecation(doc, reason string) string {
	if reason == "" {
		return doc
	}
	return strings.TrimSpace("**Deprecated**: " + markdown.Paragraph(reason) + "\n\n" + doc)
}

// snippetText escapes a text that stands in a snippet.
var snippetText = strings.NewReplacer(`\`, `\\`, `$`, `\$`, `}`, `\}`).Replace
