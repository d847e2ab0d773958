package complete

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file chooses among the names of a large program: nobody reads ten thousand, and
// to look up the type of each takes longer than to type the next letter.

const (
	// allNames is up to how many names a program may have so that all are offered.
	allNames = 600
	// nearNames is how many are offered because they are declared near the cursor.
	nearNames = 250
	// mostNamed is how many are offered for each other reason.
	mostNamed = 200
)

// nearest reports which of the declarations are to be offered: all of them if they are
// not many; else those near the n-th, those that have what has been typed, and those
// that have a word of what is sought.
func (c *completer) nearest(objects []*analysis.Object, n int, s sought) func(i int) bool {
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

// saysAny reports whether a name has one of the words, in letters of any case.
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
