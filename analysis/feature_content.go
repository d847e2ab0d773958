package analysis

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file says where items are, for those who show them.

// ContentSpan is an item in its file without the comments and blank lines around
// it; for an item that has no tree it begins at its first word.
func ContentSpan(it syntax.Placed) syntax.Span {
	if it.Block != nil || it.Attr != nil {
		return contentSpan(it)
	}
	start := it.NameSpan.Start
	if it.Keyword != "" {
		start = it.KeywordSpan.Start
	}
	end := len(strings.TrimRight(it.Text, " \t\r\n"))
	return syntax.Span{Start: it.Base + start, End: it.Base + max(start, end)}
}

// InFileOrder are the items of a file that hold something, as they stand in it.
func InFileOrder(f *syntax.File) []syntax.Placed {
	var items []syntax.Placed
	for _, it := range f.Items {
		if it.Kind != syntax.KindBlank {
			items = append(items, it)
		}
	}
	return items
}
