package semantic

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file paints files item by item, so that unchanged items are not painted again.

// Placed is the result for an item, at its place.
type Placed[T any] struct {
	Base, Line int // as in [syntax.Placed]
	*Painted[T]
}

// Painted is the result for the tokens of an item, with what it was computed from.
type Painted[T any] struct {
	Sight *analysis.Sight
	Made  T
}

// In paints the items of a file that a span touches and converts their tokens with a function
// of the caller, which may run several times at once and must not keep the tokens. It reuses
// results of an earlier version of the file, which may be nil. The only error is the context's.
func In[T any](ctx context.Context, p *analysis.Program, path string, within syntax.Span, before *Document[T], made func(*syntax.Item, []Token) T) ([]Placed[T], error) {
	file, ok := p.File(path)
	if !ok {
		return nil, ctx.Err()
	}
	if before == nil {
		before = &Document[T]{}
	}
	known, _ := before.takeOver(file)
	items := file.Touching(within)
	all := make([]Placed[T], len(items))
	for n, i := range items {
		it := file.Item(i)
		all[n] = Placed[T]{Base: it.Base, Line: it.Line}
	}
	if len(items) > 0 { // which are in a row
		for n, painted := range known.Between(items[0], items[0]+len(items)) {
			all[n].Painted = painted
		}
	}
	err := repaint(ctx, p, path, items, func(n int) **Painted[T] { return &all[n].Painted }, made)
	return all, err
}

// repaint paints those of some items of a file, given by their indexes, for which there is no valid result.
func repaint[T any](ctx context.Context, p *analysis.Program, path string, items []int, at func(n int) **Painted[T], made func(*syntax.Item, []Token) T) error {
	return analysis.Sights(ctx, p, path, items, func(n int) *analysis.Sight {
		if known := *at(n); known != nil {
			return known.Sight
		}
		return nil
	}, func(n int, s *analysis.Sight) {
		paint(s, func(tokens []Token) { *at(n) = &Painted[T]{s, made(s.Item, tokens)} })
	})
}

// paint shows the tokens of an item to a function that must not keep them.
func paint(s *analysis.Sight, show func([]Token)) {
	p := painters.Get().(*painter)
	defer painters.Put(p)
	p.begin(s.Item.Text)
	p.words()
	if s.Info != nil {
		n := &namer{painter: p, sight: s}
		n.tree()
		n.names()
	}
	show(p.tokens())
}
