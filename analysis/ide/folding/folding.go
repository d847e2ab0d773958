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
	// First and Last are the lines that the span begins and ends on.
	First, Last int
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
	f := &finder{file: file, brackets: make([]Fold, 0, 2*file.Count())}
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

// joined are all folds in order. Brackets are in order already, one for the same lines, and
// the others are few.
func (f *finder) joined() []Fold {
	slices.SortStableFunc(f.others, byPlace)
	lines := map[[2]int]bool{} // of the others, and whether there is a fold of them
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

// Outermost are at most n folds: those that the fewest others contain, by place.
func Outermost(folds []Fold, n int) []Fold {
	if len(folds) <= n {
		return folds
	}
	depth := make([]int, len(folds))
	var count []int // of folds by depth
	var open []int  // ends of the folds around
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
	deepest := 0 // of those that are kept; of its depth the first ones are
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

// finder collects the folds of one file.
type finder struct {
	file     *syntax.File
	reader   syntax.Brackets
	brackets []Fold      // of brackets and heredocs
	others   []Fold      // of comments and regions
	run      syntax.Span // of comments on lines of their own that follow each other
	regions  []region    // those that are open
}

// region is a region that has begun: where its first line ends, and its name.
type region struct {
	start int
	name  string
}

func (f *finder) item(it syntax.Placed) {
	l := it.Layout(&f.reader)
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

// add keeps a fold that hides at least a line end.
func (f *finder) add(fold Fold) {
	fold.First, fold.Last = f.file.Line(fold.Span.Start), f.file.Line(fold.Span.End)
	if fold.First < fold.Last {
		f.others = append(f.others, fold)
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
