package format

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file decides which parts of a file are laid out together.

// Edit replaces a span of a text. An edit begins and ends at the start of a line
// or the end of the file.
type Edit struct {
	Span syntax.Span
	Text string
}

// Edits lay out a file. They are in order and do not overlap; there are none when
// nothing is to change.
func Edits(f *syntax.File) []Edit {
	if len(f.Errors) > 0 {
		return nil // no text in an encoding that we can read
	}
	ending := lineEnding(f.Text())
	var edits []Edit
	for _, r := range runs(f) {
		edits = append(edits, r.edits(f, ending)...)
	}
	return edits
}

// Apply is a text with edits applied.
func Apply(text string, edits []Edit) string {
	var out strings.Builder
	at := 0
	for _, e := range edits {
		out.WriteString(text[at:e.Span.Start])
		out.WriteString(e.Text)
		at = e.Span.End
	}
	out.WriteString(text[at:])
	return out.String()
}

// run is a stretch of items without errors. They are laid out together, because
// the equals signs of neighbouring locals are aligned.
type run struct{ first, end int } // indexes of items, half-open

func runs(f *syntax.File) []run {
	var all []run
	for i, it := range f.All() {
		if len(it.Errors) > 0 || it.Kind == syntax.KindStray {
			continue
		}
		if last := len(all) - 1; last >= 0 && all[last].end == i {
			all[last].end++
		} else {
			all = append(all, run{i, i + 1})
		}
	}
	return all
}

func (r run) edits(f *syntax.File, ending string) []Edit {
	base := f.Item(r.first).Base
	last := f.Item(r.end - 1)
	old := f.Slice(syntax.Span{Start: base, End: last.Span().End})
	p := piece{text: old, ending: ending, starts: base == 0, ends: r.end == f.Count()}
	if text, ok := p.layOut(); ok {
		return difference(old, text, base)
	}
	if r.end-r.first == 1 {
		return nil
	}
	middle := (r.first + r.end) / 2
	return append(run{r.first, middle}.edits(f, ending), run{middle, r.end}.edits(f, ending)...)
}

// lineEnding is the line end that a text uses: that of its first line.
func lineEnding(text string) string {
	if n := strings.IndexByte(text, '\n'); n > 0 && text[n-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}
