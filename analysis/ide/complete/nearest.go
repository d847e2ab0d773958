package complete

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file selects names in a large program. Nobody reads ten thousand names, and looking up
// all their types takes longer than typing the next letter.

const (
	// allNames is how many names a program may have so that all are offered.
	allNames = 600
	// nearNames is how many names are offered because they are declared near the cursor.
	nearNames = 250
	// mostNamed is how many names are offered for each other reason.
	mostNamed = 200
)

// nearest reports which declarations to offer: all if there are few, else those near the n-th,
// those that match the typed text, and those that share a word with the place.
func (c *completer) nearest(objects []*analysis.Object, n int, s expectation) func(i int) bool {
	if len(objects) <= allNames {
		return func(int) bool { return true }
	}
	c.incomplete = true
	typed := c.File.Slice(syntax.Span{Start: c.Word().Start, End: c.Offset})
	named, begun := 0, 0
	return func(i int) bool {
		name := objects[i].Name
		switch {
		case n-nearNames/2 <= i && i <= n+nearNames/2:
			return typed == "" || inOrder(typed, name)
		case typed != "":
			if begun < mostNamed && inOrder(typed, name) {
				begun++
				return true
			}
		case named < mostNamed && saysAny(name, s.words):
			named++
			return true
		}
		return false
	}
}

// saysAny reports whether a name contains one of the words, ignoring case.
func saysAny(name string, words []string) bool {
	for _, word := range words {
		for i := 0; len(word) > 2 && i+len(word) <= len(name); i++ {
			if strings.EqualFold(name[i:i+len(word)], word) {
				return true
			}
		}
	}
	return false
}
