package change

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file tries edits before a feature offers them: it checks the edited items of a copy of the program, which costs as much as a keystroke.

// Tally counts the findings of items: all errors, those of syntax among them, and all findings by code.
type Tally struct {
	Errors int
	Syntax int // they hide other errors
	Of     map[codes.Code]Count
}

// Count is the number of findings with one code, and how many of them are errors.
type Count struct{ All, Errors int }

// Place is a place to check besides the edits.
type Place struct {
	Path string
	Span syntax.Span
}

// Trial is what trying edits found out.
type Trial struct {
	Was, Is Tally // the problems before and after
	// Known is false if a file does not belong to the program, or if the context has ended.
	Known bool
	// Read is the number of bytes in the items that were checked.
	Read int
}

// Try counts the problems before and after the edits, in the items that they touch and the
// items at the places.
func Try(ctx context.Context, p *analysis.Program, edits []Edit, about ...Place) (t Trial) {
	inFile := map[string][]Edit{}
	var files []*syntax.File
	for _, e := range edits {
		if _, ok := p.File(e.Path); !ok {
			return t
		}
		inFile[e.Path] = append(inFile[e.Path], e)
	}
	for _, path := range slices.Sorted(maps.Keys(inFile)) {
		old, _ := p.File(path)
		files = append(files, Applied(old, inFile[path]))
	}
	p = p.Lasting()
	places := map[string][]syntax.Span{}
	for _, file := range files {
		old, _ := p.File(file.Path)
		was, is := touched(inFile[file.Path], about, file.Path)
		places[file.Path] = is
		t.Read += t.Was.add(ctx, p, old, was)
	}
	after := p.With(files...) // it takes over what was asked for before
	for _, file := range files {
		t.Read += t.Is.add(ctx, after, file, places[file.Path])
	}
	t.Known = ctx.Err() == nil
	return t
}

// touched returns the changed places of a file and those that the trial is about, before and
// after the edits.
func touched(edits []Edit, about []Place, path string) (was, is []syntax.Span) {
	edits = slices.Clone(edits)
	lists.SortStable(edits, func(a, b Edit) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	ends, grown := make([]int, len(edits)), make([]int, len(edits)+1) // where edits end, and how much those before each one add
	for i, e := range edits {
		ends[i], grown[i+1] = e.Span.End, grown[i]+len(e.Text)-e.Span.Len()
		// The item before it too: without it, an item that is removed or added at the end of a file would have no neighbor to compare.
		was = append(was, syntax.Span{Start: e.Span.Start - 1, End: e.Span.End})
		is = append(is, syntax.Span{Start: e.Span.Start - 1 + grown[i], End: e.Span.End + grown[i+1]})
	}
	for _, place := range about {
		if place.Path != path {
			continue
		}
		was = append(was, place.Span)
		before, _ := slices.BinarySearch(ends, place.Span.Start+1)
		until, _ := slices.BinarySearchFunc(edits, place.Span.End, func(e Edit, at int) int { return cmp.Compare(e.Span.Start, at) })
		now := syntax.Span{Start: place.Span.Start + grown[before], End: place.Span.End + grown[until]}
		if before < len(edits) && edits[before].Span.Start < place.Span.Start { // it begins in an edit
			now.Start = edits[before].Span.Start + grown[before]
		}
		if until > 0 && ends[until-1] > place.Span.End {
			now.End = ends[until-1] + grown[until]
		}
		is = append(is, now)
	}
	return was, is
}

// add counts the findings of the items at some places, and returns how many bytes they have.
func (c *Tally) add(ctx context.Context, p *analysis.Program, file *syntax.File, at []syntax.Span) (read int) {
	if file.Count() == 0 {
		return 0
	}
	counted := map[int]bool{}
	for _, span := range at {
		from, to := max(file.IndexAt(max(span.Start, 0)), 0), file.IndexAt(min(span.End, file.Len()))
		for i := from; i <= to && ctx.Err() == nil; i++ {
			if !counted[i] {
				counted[i] = true
				read += c.item(ctx, p, file, file.Item(i))
			}
		}
	}
	return read
}

func (c *Tally) item(ctx context.Context, p *analysis.Program, file *syntax.File, it syntax.Placed) (read int) {
	for _, e := range file.ErrorsOf(it) {
		c.Syntax++
		c.count(codes.Error, e.Code, 1)
	}
	if info, err := p.Check(ctx, it); err == nil {
		for _, d := range info.Findings {
			c.count(d.Severity, d.Code, 1)
		}
		for kind, n := range info.Hidden {
			c.count(kind.Severity, kind.Code, n)
		}
	}
	return len(it.Text)
}

func (c *Tally) count(s codes.Severity, code codes.Code, more int) {
	if c.Of == nil {
		c.Of = map[codes.Code]Count{}
	}
	n := c.Of[code]
	n.All += more
	if s == codes.Error {
		n.Errors += more
		c.Errors += more
	}
	c.Of[code] = n
}
