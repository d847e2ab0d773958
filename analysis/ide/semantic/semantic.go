// Package semantic classifies each piece of a program's text for editors that color it:
// keywords, names by what they refer to, strings and templates, and names whose values are
// secret or may be unknown during a preview.
//
// It knows no protocol. Types and modifiers are named as in the Language Server Protocol where
// possible, because color themes know those names.
//
// Invariant: the tokens of an item are sorted, do not overlap, are not empty, and none goes
// over a line end.
//
// **Why** tokens end with their line: every client accepts that, so the cached tokens of an
// item do not depend on the client.
//
// **Why** a painter that draws fine strokes over coarse ones: a type is inside a string, a
// template inside another string, and a name inside each. Painting in order needs no rules
// about nesting and cannot produce overlapping tokens.
package semantic

import (
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file paints files item by item, so that an edit costs the items that it concerns: parts of a file, whole
// files, and items while they are checked.

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

// Document is the result for a whole file: a T for each item. It is immutable.
type Document[T any] struct {
	File  *syntax.File
	Items lists.Rows[*Painted[T]] // of the file, by index

	seen  *analysis.Seen
	ahead map[*syntax.Item]*Painted[T] // without the rest
}

// Whole paints a file as [In] does. It reuses what it can of the result for an earlier version of the file, which may
// be nil. The only error is the context's.
func Whole[T any](ctx context.Context, p *analysis.Program, path string, before *Document[T], made func(*syntax.Item, []Token) T) (*Document[T], error) {
	file, ok := p.File(path)
	if !ok {
		return &Document[T]{}, ctx.Err()
	}
	if before == nil {
		before = &Document[T]{}
	}
	d := &Document[T]{File: file}
	var fresh []int
	d.Items, fresh = before.takeOver(file)
	seen, again, known := p.SeenSince(ctx, path, before.seen)
	d.seen = seen
	again = append(again, fresh...)
	if !known {
		again = again[:0]
		for i := range d.Items.Len() {
			again = append(again, i)
		}
	}
	if len(again) == 0 {
		return d, ctx.Err()
	}
	slices.Sort(again)
	again = slices.Compact(again)
	first, behind := again[0], again[len(again)-1]+1
	part := d.Items.Between(first, behind)
	if err := repaint(ctx, p, path, again, func(n int) **Painted[T] { return &part[again[n]-first] }, made); err != nil {
		return nil, err
	}
	d.Items = d.Items.With(first, behind, part)
	return d, nil
}

// takeOver returns the results for the items of a later version of the file, by index; nil for those that are fresh.
func (d *Document[T]) takeOver(file *syntax.File) (items lists.Rows[*Painted[T]], fresh []int) {
	left, first, rest, behind := d.ahead, 0, 0, file.Count()
	if d.File != nil {
		var last int
		first, last = file.SharedWith(d.File)
		behind, rest = behind-last, d.Items.Len()-last
		left = make(map[*syntax.Item]*Painted[T], rest-first)
		for _, it := range d.Items.Between(first, rest) {
			left[it.Sight.Item] = it
		}
	}
	now := make([]*Painted[T], behind-first)
	for i, it := range file.From(first) {
		if i == behind {
			break
		}
		if now[i-first] = left[it.Item]; now[i-first] == nil {
			fresh = append(fresh, i)
		}
	}
	return d.Items.With(first, rest, now), fresh
}

// Ahead holds the results for items of a file before somebody asks for them. It is safe for concurrent use.
//
// Why: the types and taints that painting needs are forgotten soon after the check of an item, so the first
// painting of a long file would take as long as checking it again.
type Ahead[T any] struct {
	made func(*syntax.Item, []Token) T

	mu      sync.Mutex // guards painted
	painted map[*syntax.Item]*Painted[T]
}

// NewAhead returns results for no items yet. They are made as those of [Whole].
func NewAhead[T any](made func(*syntax.Item, []Token) T) *Ahead[T] {
	return &Ahead[T]{made: made, painted: map[*syntax.Item]*Painted[T]{}}
}

// See paints an item.
func (a *Ahead[T]) See(s *analysis.Sight) {
	paint(s, func(tokens []Token) {
		result := &Painted[T]{s, a.made(s.Item, tokens)}
		a.mu.Lock()
		defer a.mu.Unlock()
		a.painted[s.Item] = result
	})
}

// From returns the results so far for [Whole], as if they were of an earlier version of the file.
func From[T any](a *Ahead[T]) *Document[T] {
	a.mu.Lock()
	defer a.mu.Unlock()
	return &Document[T]{ahead: maps.Clone(a.painted)}
}
