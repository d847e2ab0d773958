package lists

import (
	"fmt"
	"iter"
	"slices"
)

// Rows is a list that shares rows of elements with the lists that it was made from, so that a change costs no more
// than what it concerns. It is immutable. The zero value is empty.
type Rows[T any] struct {
	rows [][]T // none is empty
	len  int
}

const mostInRow, leastInRow = 64, 16

// Len returns the number of elements.
func (r Rows[T]) Len() int { return r.len }

// From visits the elements with their indexes, from an index on.
func (r Rows[T]) From(first int) iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		at := 0
		for _, row := range r.rows {
			for i := max(first-at, 0); i < len(row); i++ {
				if !yield(at+i, row[i]) {
					return
				}
			}
			at += len(row)
		}
	}
}

// At returns an element.
func (r Rows[T]) At(i int) T {
	for _, one := range r.From(i) {
		return one
	}
	panic(fmt.Sprint("lists: no element ", i))
}

// Between returns a copy of the elements from one index to another.
func (r Rows[T]) Between(first, behind int) []T {
	all := make([]T, 0, behind-first)
	for i, one := range r.From(first) {
		if i == behind {
			break
		}
		all = append(all, one)
	}
	return all
}

// With returns the list with other elements in place of those from one index to another.
func (r Rows[T]) With(first, behind int, now []T) Rows[T] {
	p, start := 0, 0 // the first row that is not as it was, and its first element
	for p < len(r.rows) && start+len(r.rows[p]) <= first {
		start, p = start+len(r.rows[p]), p+1
	}
	q, end := p, start // the first row behind
	for q < len(r.rows) && end < behind {
		end, q = end+len(r.rows[q]), q+1
	}
	if p > 0 && first-start+len(now)+end-behind < leastInRow {
		p--
		start -= len(r.rows[p])
	}
	was := slices.Concat(r.rows[p:q]...)
	now = slices.Concat(was[:first-start], now, was[behind-start:])
	rows := append(make([][]T, 0, len(r.rows)+len(now)/mostInRow+1), r.rows[:p]...)
	for row := range slices.Chunk(now, mostInRow) {
		rows = append(rows, slices.Clone(row)) // in memory of its own, which goes when the row goes
	}
	return Rows[T]{append(rows, r.rows[q:]...), r.len - len(was) + len(now)}
}

// Common returns how many elements two lists have in common at the beginning, and how many at the end, as the
// function [Common] does. It does not look into rows that they share.
func (r Rows[T]) Common(as Rows[T], same func(a, b T) bool) (first, last int) {
	most := min(r.len, as.len)
	first = r.common(as, most, same, func(_, i int) int { return i })
	return first, r.common(as, most-first, same, func(n, i int) int { return n - 1 - i })
}

// common counts common elements up to a number of them, in the order of the i-th of n that a function tells.
func (r Rows[T]) common(as Rows[T], most int, same func(a, b T) bool, nth func(n, i int) int) int {
	n, p, q, i, k := 0, 0, 0, 0, 0 // the rows, and the elements in them
	for n < most {
		a, b := r.rows[nth(len(r.rows), p)], as.rows[nth(len(as.rows), q)]
		switch {
		case i == 0 && k == 0 && len(a) == len(b) && &a[0] == &b[0] && n+len(a) <= most:
			n, i, k = n+len(a), len(a), len(b)
		case same(a[nth(len(a), i)], b[nth(len(b), k)]):
			n, i, k = n+1, i+1, k+1
		default:
			return n
		}
		if i == len(a) {
			p, i = p+1, 0
		}
		if k == len(b) {
			q, k = q+1, 0
		}
	}
	return n
}
