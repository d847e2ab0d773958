// Package format formats PCL text: indentation, spacing, alignment of equals signs, blank
// lines and line endings.
//
// hclwrite computes the layout, which HCL users know. This package decides what to format,
// keeps the rest byte for byte, and turns the result into small edits.
//
// There is one layout: two spaces per level, one line ending at the end of the file, no
// trailing spaces. Editor settings do not change it, since every team member would get another
// layout. The first line decides the line ending of the file.
//
// Invariant: formatting changes white space only. The tokens of a text stay the same, and so
// do comments except for trailing spaces. A piece of text that would violate this is left
// alone.
//
// Invariant: formatting twice changes nothing more.
//
// Invariant: formatting some items gives what formatting everything gives, for them.
//
// Invariant: an item with syntax errors keeps every byte.
//
// **Why** check the result instead of trusting the formatter: the worst a formatter can do is
// break a program on save, and the check costs only one more pass of the lexer.
package format

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// Text returns the formatted text of a file.
func Text(file *syntax.File) string { return change.Applied(file, inFile(file, Edits(file))).Text() }

// LaidOut returns edits that do to a file what its own ones of some edits do, and keep its formatted items formatted, as [Keep] does.
func LaidOut(file *syntax.File, edits []change.Edit) []change.Edit {
	var own []Edit
	for _, e := range edits {
		if e.Path == file.Path {
			own = append(own, Edit{Span: e.Span, Text: e.Text})
		}
	}
	lists.SortStable(own, func(a, b Edit) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return inFile(file, Keep(file, change.Applied(file, edits), own))
}

func inFile(file *syntax.File, edits []Edit) []change.Edit {
	return lists.Map(edits, func(e Edit) change.Edit { return change.Edit{Path: file.Path, Span: e.Span, Text: e.Text} })
}

// Edit replaces a span of a text. Except for those of [Typed], edits start and end at the
// start of a line or at the end of the file.
type Edit struct {
	Span syntax.Span
	Text string
}

// Edits formats a file. The edits are sorted and do not overlap. There are none if the file is
// formatted.
func Edits(f *syntax.File) []Edit {
	return slices.Concat(lists.Map(Steps(f, syntax.Span{End: f.Len()}), func(step Step) []Edit { return step() })...)
}

// Step computes the edits of a small part of a file, often none. Steps are independent, so they may run at once.
type Step func() []Edit

// Steps returns, in order, the steps to those of the [Edits] of a file that change items
// touched by a span. An item is formatted as a whole and aligned with its neighbors, which
// stay as they are. The cost depends only on the items near the spans.
func Steps(f *syntax.File, spans ...syntax.Span) []Step {
	touched := touchedItems(f, spans)
	if len(f.Errors) > 0 || len(touched) == 0 {
		return nil // unknown encoding, or nothing to do
	}
	ending := lineEnding(f)
	var steps []Step
	for len(touched) > 0 {
		r := runAround(f, touched[0].first)
		var wanted []syntax.Span
		for len(touched) > 0 && touched[0].first < r.end {
			here := run{touched[0].first, min(touched[0].end, r.end)}
			wanted = append(wanted, here.span(f))
			if touched[0].first = here.end; here.end == touched[0].end {
				touched = touched[1:]
			}
		}
		if !r.broken(f) {
			steps = append(steps, func() []Edit {
				return merge(slices.DeleteFunc(r.edits(f, ending), func(e Edit) bool { return !within(e.Span, wanted) }))
			})
		}
	}
	return steps
}

func within(s syntax.Span, wanted []syntax.Span) bool {
	return slices.ContainsFunc(wanted, func(w syntax.Span) bool { return w.Start <= s.Start && s.End <= w.End })
}

// touchedItems returns the items that spans touch, in order and each once. A span that ends
// where an item starts does not touch it, unless the span is empty.
func touchedItems(f *syntax.File, spans []syntax.Span) []run {
	var all []run
	for _, s := range spans {
		if s.End < s.Start || f.Count() == 0 {
			continue
		}
		last := s.End
		if last > s.Start {
			last--
		}
		all = append(all, run{f.IndexAt(s.Start), min(f.IndexAt(last)+1, f.Count())})
	}
	lists.SortStable(all, func(a, b run) int { return a.first - b.first })
	apart := all[:0]
	for _, r := range all {
		if n := len(apart); n > 0 && r.first <= apart[n-1].end {
			apart[n-1].end = max(apart[n-1].end, r.end)
		} else if r.first < r.end {
			apart = append(apart, r)
		}
	}
	return apart
}

// run is a range of items that are formatted together, because neighbors are aligned.
type run struct{ first, end int } // indexes of items, half-open

func (r run) span(f *syntax.File) syntax.Span {
	return syntax.Span{Start: f.Item(r.first).Base, End: f.Item(r.end - 1).Span().End}
}

// broken reports whether the run is an item that cannot be formatted.
func (r run) broken(f *syntax.File) bool { return isBroken(f.Item(r.first)) }

func isBroken(it syntax.Placed) bool { return len(it.Errors) > 0 || it.Kind == syntax.KindStray }

// runAround returns the items that are formatted together with an item, as far as alignment
// reaches.
func runAround(f *syntax.File, i int) run {
	r := run{i, i + 1}
	for r.first > 0 && joined(f.Item(r.first-1), f.Item(r.first)) {
		r.first--
	}
	for r.end < f.Count() && joined(f.Item(r.end-1), f.Item(r.end)) {
		r.end++
	}
	return r
}

// joined reports whether the layout of two neighbors may depend on each other. A blank line or
// a lone closing bracket separates them.
func joined(before, after syntax.Placed) bool {
	if isBroken(before) || isBroken(after) {
		return false
	}
	first, _, _ := strings.Cut(after.Text, "\n")
	lines := strings.TrimRight(before.Text, " \t\r\n")
	last := strings.TrimSpace(lines[strings.LastIndexByte(lines, '\n')+1:])
	return strings.TrimSpace(first) != "" && last != "}"
}

// edits formats a run, with one edit per line.
func (r run) edits(f *syntax.File, ending string) []Edit {
	span := r.span(f)
	old := f.Slice(span)
	p := piece{text: old, ending: ending, starts: span.Start == 0, ends: r.end == f.Count()}
	if text, ok := p.layOut(); ok {
		base := span.Start
		if rest, marked := strings.CutPrefix(old, byteOrderMark); marked { // the first line starts after it
			old, text, base = rest, strings.TrimPrefix(text, byteOrderMark), base+len(byteOrderMark)
		}
		return difference(old, text, base)
	}
	if r.end-r.first == 1 {
		return nil
	}
	middle := (r.first + r.end) / 2
	return append(run{r.first, middle}.edits(f, ending), run{middle, r.end}.edits(f, ending)...)
}

// lineEnding returns the line ending of the file's first line.
func lineEnding(f *syntax.File) string {
	return printer.LineEnd(f.Slice(syntax.Span{Start: f.LineStart(0), End: f.LineStart(1)}))
}
