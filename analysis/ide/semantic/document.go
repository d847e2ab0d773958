package semantic

import (
	"context"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file paints whole files, so that an edit costs the items that it concerns.

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
