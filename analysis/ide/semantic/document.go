package semantic

import (
	"context"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file paints whole files row by row, so that an edit costs the rows that it concerns and
// not the length of the file.

// Document is the result for a whole file: a T for each item and an R for each row of items. It is immutable.
type Document[T, R any] struct {
	Rows  []PlacedRow[T, R]
	byRow map[syntax.RowKey]*Row[T, R]
	seen  *analysis.Seen
	ahead map[*syntax.Item]*Painted[T] // without rows
}

// PlacedRow is the result for a row, at its place.
type PlacedRow[T, R any] struct {
	Line int
	*Row[T, R]
}

// Row is the result for a row of items. It does not depend on where the row is.
type Row[T, R any] struct {
	Made  R
	items []*Painted[T]
}

// Whole paints a file as [In] does, and combines the results for the items of each row. Places of
// items are relative to the row. It reuses what it can of the result for an earlier version
// of the file, which may be nil. The only error is the context's.
func Whole[T, R any](ctx context.Context, p *analysis.Program, path string, before *Document[T, R], made func(*syntax.Item, []Token) T, combined func([]Placed[T]) R) (*Document[T, R], error) {
	file, ok := p.File(path)
	if !ok {
		return &Document[T, R]{}, ctx.Err()
	}
	if before == nil {
		before = new(Document[T, R])
	}
	d := &Document[T, R]{byRow: make(map[syntax.RowKey]*Row[T, R], len(before.byRow)+1)}
	seen, concerned, known := p.SeenSince(ctx, path, before.seen)
	d.seen = seen
	var again []syntax.Row // the rows with items that may be out of date
	for r := range file.Rows() {
		row, behind := before.byRow[r.Key()], r.First()+r.Count()
		valid := known && row != nil
		for ; len(concerned) > 0 && concerned[0] < behind; concerned = concerned[1:] {
			valid = false
		}
		if !valid {
			again = append(again, r)
		}
		d.byRow[r.Key()] = row
	}
	if err := d.renew(ctx, p, path, again, before, made, combined); err != nil {
		return nil, err
	}
	d.Rows = make([]PlacedRow[T, R], 0, len(d.byRow))
	for r := range file.Rows() {
		_, line := r.Start()
		d.Rows = append(d.Rows, PlacedRow[T, R]{line, d.byRow[r.Key()]})
	}
	return d, nil
}

// renew makes the results for some rows.
func (d *Document[T, R]) renew(ctx context.Context, p *analysis.Program, path string, rows []syntax.Row, before *Document[T, R], made func(*syntax.Item, []Token) T, combined func([]Placed[T]) R) error {
	var items []int
	var painted []*Painted[T] // of these items
	var left map[*syntax.Item]*Painted[T]
	for _, r := range rows {
		old := d.byRow[r.Key()]
		if old == nil && left == nil {
			left = d.left(before)
		}
		for i := range r.Count() {
			items = append(items, r.First()+i)
			if old != nil {
				painted = append(painted, old.items[i])
			} else {
				painted = append(painted, left[r.Item(i).Item])
			}
		}
	}
	if err := repaint(ctx, p, path, items, func(n int) **Painted[T] { return &painted[n] }, made); err != nil {
		return err
	}
	for _, r := range rows {
		now := painted[:r.Count()]
		painted = painted[r.Count():]
		if old := d.byRow[r.Key()]; old != nil && slices.Equal(old.items, now) {
			continue
		}
		placed := make([]Placed[T], len(now))
		for i, it := range now {
			placed[i] = Placed[T]{r.Item(i).Base, r.Item(i).Line, it}
		}
		d.byRow[r.Key()] = &Row[T, R]{combined(placed), slices.Clone(now)}
	}
	return nil
}

// left returns the results of an earlier version for the items in rows that the document does not have.
func (d *Document[T, R]) left(before *Document[T, R]) map[*syntax.Item]*Painted[T] {
	if before.ahead != nil {
		return before.ahead
	}
	left := map[*syntax.Item]*Painted[T]{}
	for key, row := range before.byRow {
		if _, stays := d.byRow[key]; stays {
			continue
		}
		for _, it := range row.items {
			left[it.Sight.Item] = it
		}
	}
	return left
}
