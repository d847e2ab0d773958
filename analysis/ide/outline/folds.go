package outline

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file finds the parts of a file that an editor can fold: brackets, heredocs, consecutive comments, and regions between comments that start
// with `region` and `endregion`. It reads tokens and no syntax trees, so broken text folds too, and the result depends on nothing but the text.

// FoldKind is what a fold hides.
type FoldKind uint8

// The kinds of folds.
const (
	PlainFold FoldKind = iota
	CommentFold
	RegionFold
)

// Fold is a part of a file that can be folded.
type Fold struct {
	// Span is the hidden text. It starts at the end of the visible part of the first line.
	Span syntax.Span
	// First and Last are the first and last line of the span.
	First, Last int
	// Closed means that the text after the span on its last line closes it and should stay
	// visible.
	Closed bool
	Kind   FoldKind
	// Text summarizes the hidden text, or is empty.
	Text string
}

// Folds returns the folds of a file, by place, longer ones first. Each spans several lines, and
// of folds on the same lines only the longest is returned. The only error is the context's.
func Folds(ctx context.Context, p *analysis.Program, path string) ([]Fold, error) {
	file, ok := p.File(path)
	if !ok {
		return nil, ctx.Err()
	}
	f := &foldFinder{file: file, brackets: make([]Fold, 0, 2*file.Count())}
	for _, it := range file.All() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		f.item(it)
	}
	f.endComments()
	if len(f.others) == 0 {
		return f.brackets, nil
	}
	return f.joined(), nil
}

// joined returns all folds in order. Brackets are sorted and distinct already, and the others
// are few.
func (f *foldFinder) joined() []Fold {
	lists.SortStable(f.others, byPlace)
	lines := map[[2]int]bool{} // of the other folds, and whether one spans them
	for _, o := range f.others {
		lines[[2]int{o.First, o.Last}] = false
	}
	all := make([]Fold, 0, len(f.brackets)+len(f.others))
	add := func(fold Fold) {
		at := [2]int{fold.First, fold.Last}
		if taken, shared := lines[at]; !taken {
			all = append(all, fold)
			if shared {
				lines[at] = true
			}
		}
	}
	others := f.others
	for _, b := range f.brackets {
		for len(others) > 0 && byPlace(others[0], b) < 0 {
			add(others[0])
			others = others[1:]
		}
		add(b)
	}
	for _, o := range others {
		add(o)
	}
	return all
}

func byPlace(a, b Fold) int {
	return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(b.Span.End, a.Span.End))
}

// Outermost returns at most n folds, those with the least nesting, by place.
func Outermost(folds []Fold, n int) []Fold {
	if len(folds) <= n {
		return folds
	}
	depth := make([]int, len(folds))
	var count []int // folds by depth
	var open []int  // ends of the enclosing folds
	for i, f := range folds {
		for len(open) > 0 && open[len(open)-1] <= f.Span.Start {
			open = open[:len(open)-1]
		}
		if depth[i] = len(open); depth[i] == len(count) {
			count = append(count, 0)
		}
		count[depth[i]]++
		open = append(open, f.Span.End)
	}
	deepest := 0 // the depth of the last kept folds
	left := n
	for left >= count[deepest] {
		left -= count[deepest]
		deepest++
	}
	chosen := make([]Fold, 0, n)
	for i, f := range folds {
		if depth[i] == deepest && left > 0 {
			left--
		} else if depth[i] >= deepest {
			continue
		}
		chosen = append(chosen, f)
	}
	return chosen
}

// foldFinder collects the folds of one file.
type foldFinder struct {
	file     *syntax.File
	brackets []Fold      // of brackets and heredocs
	others   []Fold      // of comments and regions
	run      syntax.Span // consecutive comments on lines of their own
	regions  []region    // open regions
}

// region is an open region: the end of its first line and its name.
type region struct {
	start int
	name  string
}

func (f *foldFinder) item(it syntax.Placed) {
	l := it.Layout()
	for _, e := range l.Enclosed {
		fold := Fold{Span: e.Span.Shift(it.Base), First: it.Line + int(e.First), Last: it.Line + int(e.Last), Closed: true}
		if e.Kind == '<' {
			fold.Text = fmt.Sprintf("%d lines", e.Last-e.First-1)
			if e.Last-e.First == 2 {
				fold.Text = "1 line"
			}
		}
		f.brackets = append(f.brackets, fold)
	}
	for _, c := range l.Comments {
		f.comment(c.Shift(it.Base))
	}
}

// add keeps a fold that hides at least one line ending.
func (f *foldFinder) add(fold Fold) {
	fold.First, fold.Last = f.file.Line(fold.Span.Start), f.file.Line(fold.Span.End)
	if fold.First < fold.Last {
		f.others = append(f.others, fold)
	}
}

// comment adds a comment to the comments directly above it.
func (f *foldFinder) comment(span syntax.Span) {
	line := f.file.Line(span.Start)
	if strings.TrimSpace(f.file.Slice(syntax.Span{Start: f.file.LineStart(line), End: span.Start})) != "" {
		f.endComments() // it follows code, so only the comment itself folds
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

// endComments folds consecutive comments, except for their first line.
func (f *foldFinder) endComments() {
	if f.run.Len() > 0 {
		f.add(Fold{Span: syntax.Span{Start: f.file.LineEnd(f.file.Line(f.run.Start)), End: f.run.End}, Kind: CommentFold})
	}
	f.run = syntax.Span{}
}

// marker handles a comment that starts or ends a region.
func (f *foldFinder) marker(span syntax.Span) bool {
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
			f.add(Fold{Span: syntax.Span{Start: begun.start, End: span.End}, Kind: RegionFold, Text: begun.name})
		}
		return true
	}
	return false
}
