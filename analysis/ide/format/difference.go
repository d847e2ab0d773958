package format

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file computes the edits between two layouts of one text.
//
// A layout moves no word to another line. So the non-blank lines correspond one to one, and
// only such a line or the blank lines before it can differ:
//
// 	a=1            a = 1        line 1 differs
// 	                            the second of two blank lines is gone
//
// 	b = 2          b = 2        equal

// difference returns the edits from old to changed. The texts start at an offset of the file.
// Each edit changes one line, or the blank lines between two.
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
		if from != to {
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

// merge joins adjacent edits. The text of each is copied once: all lines of an item may have changed.
func merge(edits []Edit) []Edit {
	merged := edits[:0]
	var texts []string
	for i, e := range edits {
		texts = append(texts, e.Text)
		if i+1 < len(edits) && edits[i+1].Span.Start == e.Span.End {
			continue
		}
		start := edits[i+1-len(texts)].Span.Start
		merged = append(merged, Edit{syntax.Span{Start: start, End: e.Span.End}, strings.Join(texts, "")})
		texts = texts[:0]
	}
	return merged
}

// gaps splits an edit into edits of the white space between two words.
func (e Edit) gaps(old string) []Edit {
	var edits []Edit
	at, changed := e.Span.Start, e.Text
	for old != "" || changed != "" {
		from, to := blanks(old), blanks(changed)
		same := 0
		switch {
		case from != to:
			edits = append(edits, Edit{syntax.Span{Start: at, End: at + len(from)}, to})
		case from == "" && (old == "" || changed == "" || old[0] != changed[0]):
			return []Edit{e}
		case from == "":
			same = 1
		}
		at += len(from) + same
		old, changed = old[len(from)+same:], changed[len(to)+same:]
	}
	return edits
}

// blanks returns the white space at the start of a text.
func blanks(text string) string { return text[:len(text)-len(strings.TrimLeft(text, " \t\r\n"))] }

// line is a non-blank line and the blank lines before it. The last line of a text may be
// empty.
type line struct{ blank, text string }

func split(text string) []line {
	var lines []line
	start, at := 0, 0 // of the blank lines, and of the line behind them
	for l := range strings.SplitAfterSeq(text, "\n") {
		if strings.TrimSpace(l) != "" {
			lines = append(lines, line{text[start:at], l})
			start = at + len(l)
		}
		at += len(l)
	}
	return append(lines, line{blank: text[start:]})
}
