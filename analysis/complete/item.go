package complete

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

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
}

// List is what could be written at a place.
type List struct{ Items []Item }

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

// sortText is the text that sorts by rank and then by name.
func sortText(r rank, name string) string { return string('0'+r) + " " + strings.ToLower(name) }

// finish sorts the items and drops all but the best of those that look the same.
func finish(items []Item) *List {
	slices.SortStableFunc(items, func(a, b Item) int {
		return cmp.Or(cmp.Compare(a.Sort, b.Sort), cmp.Compare(a.Label, b.Label))
	})
	type look struct {
		label string
		kind  Kind
	}
	seen := map[look]bool{}
	kept := items[:0]
	for _, item := range items {
		if at := (look{item.Label, item.Kind}); !seen[at] {
			seen[at] = true
			kept = append(kept, item)
		}
	}
	return &List{Items: kept}
}

// docLimit bounds the documentation of one item.
const docLimit = 400

// summary is the first paragraph of a description.
func summary(description string) string {
	text := strings.TrimSpace(strings.ReplaceAll(description, "\r\n", "\n"))
	text, _, _ = strings.Cut(text, "\n\n")
	text, _, _ = strings.Cut(text, "{{%")
	text = strings.TrimSpace(text)
	if utf8.RuneCountInString(text) <= docLimit {
		return text
	}
	short := string([]rune(text)[:docLimit-1])
	if cut := strings.LastIndexAny(short, " \n"); cut > docLimit/2 {
		short = short[:cut]
	}
	return short + "…"
}

// withDeprecation puts the reason why something is deprecated before what it is.
func withDeprecation(doc, reason string) string {
	if reason == "" {
		return doc
	}
	return strings.TrimSpace("**Deprecated**: " + summary(reason) + "\n\n" + doc)
}

// snippetText escapes a text that stands in a snippet.
var snippetText = strings.NewReplacer(`\`, `\\`, `$`, `\$`, `}`, `\}`).Replace
