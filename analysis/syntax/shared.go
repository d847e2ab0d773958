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
