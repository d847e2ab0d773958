package checked

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file is about items that are the rest of a block whose header is lost:
//
//	config "tags" "map(string)" {}
//
//	  tags = tags
//	  options {
//	    range = 2
//	  }
//	}
//
// The brace that closes nothing is reported, unless the block above has a syntax
// error, from which it follows. What stands above it, indented, is no declaration
// that its author knows of.

// orphanedItems are the items of a file that are such a rest, by where they begin. Of
// those that are nothing but closing brackets it says whether they follow from an
// error.
func orphanedItems(f *syntax.File) (orphaned, follow map[int]bool) {
	orphaned, follow = map[int]bool{}, map[int]bool{}
	var run []int
	broken := false // the last item that is no such rest has a syntax error
	for _, it := range f.All() {
		switch {
		case it.Kind == syntax.KindBlank:
		case closingBrackets(it.Item) != "":
			follow[it.Base] = broken
			if closingBrackets(it.Item)[0] != '}' {
				continue
			}
			for _, base := range run {
				orphaned[base] = true
			}
			run = nil
		case it.Kind == syntax.KindStray, isIndented(it.Item):
			run = append(run, it.Base)
		default:
			run, broken = nil, len(it.Errors) > 0
		}
	}
	return orphaned, follow
}

// closingBrackets is the text of an item that is nothing but closing brackets, without what
// stands before them; empty for others.
func closingBrackets(it *syntax.Item) string {
	if it.Kind != syntax.KindStray || len(it.Errors) == 0 {
		return ""
	}
	text := it.Text[it.Errors[0].Span.Start:]
	if strings.Trim(text, "}]), \t\r\n") != "" {
		return ""
	}
	return text
}

// isIndented reports whether an item that may have been inside a block is written
// as if it were.
func isIndented(it *syntax.Item) bool {
	if it.Kind != syntax.KindLocal && it.Kind != syntax.KindUnknown {
		return false
	}
	head := it.NameSpan.Start
	if it.Kind == syntax.KindUnknown {
		head = it.KeywordSpan.Start
	}
	return head > 0 && (it.Text[head-1] == ' ' || it.Text[head-1] == '\t')
}
