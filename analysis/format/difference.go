package format

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file finds the edits between two layouts of one text.
//
// A layout moves no word from one line to another. So the lines that are not blank
// correspond one to one, and all that can differ is such a line itself and the
// blank lines before it:
//
//	a=1            a = 1        line 1 differs
//	                            the second of two blank lines is gone
//
//	b = 2          b = 2        equal

// difference are the edits that make old to new, both at an offset of the file.
func difference(old, changed string, base int) []Edit {
	if old == changed {
		return nil
	}
	as, bs := split(old), split(changed)
	if len(as) != len(bs) {
		return []Edit{{syntax.Span{Start: base, End: base + len(old)}, changed}}
	}
	var edits []Edit
	at := base
	replace := func(from, to string) {
		last := len(edits) - 1
		switch {
		case from == to:
		case last >= 0 && edits[last].Span.End == at:
			edits[last].Span.End += len(from)
			edits[last].Text += to
		default:
			edits = append(edits, Edit{syntax.Span{Start: at, End: at + len(from)}, to})
		}
		at += len(from)
	}
	for i := range as {
		replace(as[i].blank, bs[i].blank)
		replace(as[i].text, bs[i].text)
	}
	return edits
}

// line is a line that is not blank, with the blank lines before it. The last of a
// text may be empty.
type line struct{ blank, text string }

func split(text string) []line {
	var lines []line
	var next line
	for _, l := range strings.SplitAfter(text, "\n") {
		if strings.TrimSpace(l) == "" {
			next.blank += l
			continue
		}
		next.text = l
		lines = append(lines, next)
		next = line{}
	}
	return append(lines, next)
}
