package syntax

// Shared items: what two versions of a file have in common at both ends. Chunks that they
// share are compared as a whole.

// SharedWith returns how many items at the beginning and at the end of the file are those of
// another version. No item counts for both.
func (f *File) SharedWith(old *File) (first, last int) {
	first = f.sharedFirst(old)
	return first, f.sharedLast(old, min(f.Count(), old.Count())-first)
}

func (f *File) sharedFirst(old *File) int {
	n, p, q := 0, 0, 0 // items so far, and the chunks that the next are in
	for p < len(f.chunks) && q < len(old.chunks) {
		a, b := f.chunks[p], old.chunks[q]
		switch {
		case a.chunk == b.chunk && a.first == b.first:
			n = a.behind()
		case a.items[n-a.first].Item != b.items[n-b.first].Item:
			return n
		default:
			n++
		}
		if n == a.behind() {
			p++
		}
		if n == b.behind() {
			q++
		}
	}
	return n
}

// sharedLast counts up to a number of items.
func (f *File) sharedLast(old *File, most int) int {
	n, p, q := 0, len(f.chunks)-1, len(old.chunks)-1
	for n < most {
		a, b := f.chunks[p], old.chunks[q]
		i, k := f.Count()-1-n-a.first, old.Count()-1-n-b.first // in the chunks
		switch {
		case a.chunk == b.chunk && i == k && i < most-n:
			n += i + 1
			i, k = 0, 0
		case a.items[i].Item != b.items[k].Item:
			return n
		default:
			n++
		}
		if i == 0 {
			p--
		}
		if k == 0 {
			q--
		}
	}
	return n
}

// Movement says where places of an earlier version of a file are now. Items begin at the beginnings of lines, so a
// place in an item that both versions have keeps its distance from the first line of the item, and its column.
type Movement struct {
	head, foot int // both versions have the items before the one offset of the earlier version, and those from the other on
	bytes      int // by which the text from foot on has moved
	lines      int
}

// MovedSince compares the file with an earlier version.
func (f *File) MovedSince(old *File) Movement {
	first, last := f.SharedWith(old)
	m := Movement{head: old.Len(), foot: old.Len() + 1}
	if first < old.Count() {
		m.head = old.Item(first).Base
	}
	if last > 0 {
		at, was := f.Item(f.Count()-last), old.Item(old.Count()-last)
		m.foot, m.bytes, m.lines = was.Base, at.Base-was.Base, at.Line-was.Line
	}
	return m
}

// Of returns where a span of the earlier version is now, and how many lines further down. It returns false for a span
// that is not in an item that both versions have at their beginning or end.
func (m Movement) Of(s Span) (now Span, lines int, ok bool) {
	switch {
	case s.Start < m.head && s.End <= m.head:
		return s, 0, true
	case s.Start >= m.foot:
		return s.Shift(m.bytes), m.lines, true
	}
	return s, 0, false
}
