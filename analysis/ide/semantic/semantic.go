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
// results of an earlier version of the file for items about which nothing changed. The only
// error is the context's.
func In[T any](ctx context.Context, p *analysis.Program, path string, within syntax.Span, before []Placed[T], made func(*syntax.Item, []Token) T) ([]Placed[T], error) {
	all := make([]Placed[T], 0, len(before))
	w := &walk[T]{before: before}
	err := p.Sights(ctx, path, within, func(it syntax.Placed) *analysis.Sight {
		known := w.painted(it.Item)
		all = append(all, Placed[T]{it.Base, it.Line, known})
		if known == nil {
			return nil
		}
		return known.Sight
	}, func(i int, s *analysis.Sight) {
		paint(s, func(tokens []Token) { all[i].Painted = &Painted[T]{s, made(s.Item, tokens)} })
	})
	return all, err
}

// walk follows an earlier result alongside the items of a file. Most items keep their order.
type walk[T any] struct {
	before []Placed[T]
	next   int
	others map[*syntax.Item]*Painted[T] // computed when an item is out of order
}

// nearby is how many removed items are skipped before the walk gives up on order.
const nearby = 8

// painted returns what was known about an item, or nil.
func (w *walk[T]) painted(it *syntax.Item) *Painted[T] {
	for i := w.next; i < min(w.next+nearby, len(w.before)); i++ {
		if w.before[i].Sight.Item == it {
			w.next = i + 1
			return w.before[i].Painted
		}
	}
	if w.others == nil {
		w.others = make(map[*syntax.Item]*Painted[T], len(w.before))
		for _, b := range w.before {
			w.others[b.Sight.Item] = b.Painted
		}
	}
	return w.others[it]
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
