package folding

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// Kind says what a fold hides.
type Kind uint8

// The kinds of folds.
const (
	Plain Kind = iota
	Comment
	Region
)

// Fold is a part of a file that can be folded away.
type Fold struct {
	// Span is what is hidden. It begins at the end of what stays visible of the first
	// line.
	Span syntax.Span
	// Closed says that what follows the span on its last line closes it and should stay
	// visible.
	Closed bool
	Kind   Kind
	// Text says in a few words what is hidden; empty where dots say as much.
	Text string
}

// In are the folds of a file, by place; of two that begin at one place the longer one
// is first. Each has more than one line, and of those on the same lines there is one,
// the longest. The error is that of the context.
func In(ctx context.Context, p *analysis.Program, path string) ([]Fold, error) {
	file, ok := p.File(path)
	if !ok {
		return nil, ctx.Err()
	}
	f := &finder{file: file}
	for _, it := range file.All() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		f.item(it)
	}
	f.endComments()
	slices.SortStableFunc(f.folds, func(a, b Fold) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(b.Span.End, a.Span.End))
	})
	seen := map[[2]int]bool{}
	return slices.DeleteFunc(f.folds, func(fold Fold) bool {
		lines := [2]int{file.Line(fold.Span.Start), file.Line(fold.Span.End)}
		again := seen[lines]
		seen[lines] = true
		return again
	}), nil
}

// Outermost are at most n folds: those that the fewest others contain, by place.
func Outermost(folds []Fold, n int) []Fold {
	if len(folds) <= n {
		return folds
	}
	depth := make([]int, len(folds))
	byDepth := make([]int, len(folds))
	var open []int // ends of the folds around
	for i, f := range folds {
		for len(open) > 0 && open[len(open)-1] <= f.Span.Start {
			open = open[:len(open)-1]
		}
		depth[i], byDepth[i] = len(open), i
		open = append(open, f.Span.End)
	}
	slices.SortStableFunc(byDepth, func(a, b int) int { return cmp.Compare(depth[a], depth[b]) })
	kept := byDepth[:n]
	slices.Sort(kept)
	chosen := make([]Fold, n)
	for i, k := range kept {
		chosen[i] = folds[k]
	}
	return chosen
}

// finder collects the folds of one file.
type finder struct {
	file    *syntax.File
	reader  syntax.Brackets
	folds   []Fold
	run     syntax.Span // of comments on lines of their own that follow each other
	regions []region    // those that are open
}

// region is a region that has begun: where its first line ends, and its name.
type region struct {
	start int
	name  string
}

func (f *finder) item(it syntax.Placed) {
	if !strings.ContainsAny(it.Text, "\n\r") && !strings.ContainsAny(it.Text, "#/") {
		return
	}
	brackets, comments := f.reader.Read(it.Text)
	for _, b := range brackets {
		if strings.Contains(it.Text[b.Open.Start:b.Close.Start], "\n") {
			f.bracket(b, it.Base)
		}
	}
	for _, c := range comments {
		f.comment(c.Shift(it.Base))
	}
}

func (f *finder) bracket(b syntax.Bracket, base int) {
	inside := b.Inside().Shift(base)
	fold := Fold{Span: inside, Closed: true}
	if b.Kind == '<' {
		first, last := f.file.Line(inside.Start-1), f.file.Line(b.Close.Start+base)
		fold.Span.Start = f.file.LineEnd(first)
		fold.Text = fmt.Sprintf("%d lines", last-first-1)
		if last-first == 2 {
			fold.Text = "1 line"
		}
	}
	f.add(fold)
}

// add keeps a fold that hides at least a line end.
func (f *finder) add(fold Fold) {
	if f.file.Line(fold.Span.Start) < f.file.Line(fold.Span.End) {
		f.folds = append(f.folds, fold)
	}
}

// comment adds a comment to those that stand above it.
func (f *finder) comment(span syntax.Span) {
	line := f.file.Line(span.Start)
	if strings.TrimSpace(f.file.Slice(syntax.Span{Start: f.file.LineStart(line), End: span.Start})) != "" {
		f.endComments() // it follows code: only itself can be folded
		f.run = span
		f.endComments()
		return
	}
	if f.marker(span) {
		return
	}
	if f.run.Len() > 0 && f.file.Line(f.run.End)+1 == line {
		f.run.End = span.End
		return
	}
	f.endComments()
	f.run = span
}

// endComments folds the comments that follow each other: all but the first line.
func (f *finder) endComments() {
	if f.run.Len() > 0 {
		f.add(Fold{Span: syntax.Span{Start: f.file.LineEnd(f.file.Line(f.run.Start)), End: f.run.End}, Kind: Comment})
	}
	f.run = syntax.Span{}
}

// marker takes a comment that begins or ends a region.
func (f *finder) marker(span syntax.Span) bool {
	text := strings.TrimSpace(strings.TrimLeft(f.file.Slice(span), "#/ \t"))
	word, name, _ := strings.Cut(text, " ")
	switch strings.TrimSuffix(word, ":") {
	case "region":
		f.endComments()
		f.regions = append(f.regions, region{span.End, strings.TrimSpace(name)})
		return true
	case "endregion":
		f.endComments()
		if n := len(f.regions); n > 0 {
			begun := f.regions[n-1]
			f.regions = f.regions[:n-1]
			f.add(Fold{Span: syntax.Span{Start: begun.start, End: span.End}, Kind: Region, Text: begun.name})
		}
		return true
	}
	return false
}
