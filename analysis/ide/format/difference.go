package format

import (
	"slices"
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

// Keep returns edits that do the same as those between two versions of a file, and keep formatted text formatted: where the items around an edit were
// formatted, they are formatted afterwards. Other text stays as the edits make it. The given edits must be sorted and must not overlap; so are the returned
// ones. The cost depends only on the items near the edits.
func Keep(before, after *syntax.File, edits []Edit) []Edit {
	if len(before.Errors) > 0 || len(after.Errors) > 0 {
		return edits
	}
	k := keeper{before, after, edits, 0}
	var kept []Edit
	for len(k.edits) > 0 {
		kept = append(kept, k.next()...)
	}
	return kept
}

// keeper works through edits, first to last.
type keeper struct {
	before, after *syntax.File
	edits         []Edit
	shift         int // how far the edits before these move the text
}

// next returns what becomes of the edits in the next run of items.
func (k *keeper) next() []Edit {
	r := runAround(k.after, k.after.IndexAt(k.edits[0].Span.Start+k.shift))
	after := r.span(k.after)
	before := syntax.Span{Start: after.Start - k.shift}
	n, shift := 0, k.shift
	for n < len(k.edits) && (n == 0 || k.edits[n].Span.Start+shift < after.End) {
		shift += len(k.edits[n].Text) - k.edits[n].Span.Len()
		n++
	}
	before.End = after.End - shift
	edits := k.edits[:n]
	k.edits, k.shift = k.edits[n:], shift
	if edits[0].Span.Start < before.Start || edits[n-1].Span.End > before.End || r.broken(k.after) {
		return edits
	}
	for _, step := range Steps(k.before, before) {
		if len(step()) > 0 {
			return edits // the layout is somebody's own
		}
	}
	text := k.after.Slice(after)
	laidOut := applied(text, after.Start, r.edits(k.after, lineEnding(k.after)))
	if laidOut == text {
		return edits
	}
	return difference(k.before.Slice(before), laidOut, before.Start)
}

// applied returns a text, which starts at an offset, after sorted edits.
func applied(text string, start int, edits []Edit) string {
	for _, e := range slices.Backward(edits) {
		text = text[:e.Span.Start-start] + e.Text + text[e.Span.End-start:]
	}
	return text
}
