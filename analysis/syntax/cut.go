package syntax

// Cutting items in a row into chunks.

// part is items in a row, at places relative to a place in the file.
type part struct {
	items      []Placed
	marks      []mark
	base, line int
}

// moved returns the part at another place.
func (p part) moved(bytes, lines int) part {
	p.base += bytes
	p.line += lines
	return p
}

func countItems(parts []part) int {
	n := 0
	for _, p := range parts {
		n += len(p.items)
	}
	return n
}

// cutEvenly makes as few chunks as possible, of about equal size, of the items of parts.
// The first item has an index in the file. It consumes the parts.
func cutEvenly(parts []part, first int) []placedChunk {
	left := countItems(parts)
	var chunks []placedChunk
	for n := (left + mostInChunk - 1) / mostInChunk; n > 0; n-- {
		c := newChunk(&parts, left/n)
		c.first = first
		first += len(c.items)
		left -= len(c.items)
		chunks = append(chunks, c)
	}
	return chunks
}

// newChunk takes the first n items from parts.
func newChunk(parts *[]part, n int) placedChunk {
	c := placedChunk{chunk: &chunk{items: make([]Placed, 0, n), marks: make([]mark, 0, n)}}
	for len(c.items) < n {
		p := &(*parts)[0]
		if len(p.items) == 0 {
			*parts = (*parts)[1:]
			continue
		}
		if len(c.items) == 0 {
			c.base, c.line = p.base+p.items[0].Base, p.line+p.items[0].Line
		}
		k := min(n-len(c.items), len(p.items))
		c.take(*p, k)
		p.items, p.marks = p.items[k:], p.marks[k:]
	}
	last := c.items[n-1]
	c.length, c.lineEnds = last.Base+len(last.Text), last.Line+last.lineEnds
	return c
}

// take appends the first n items of a part.
func (c placedChunk) take(p part, n int) {
	for i, it := range p.items[:n] {
		c.items = append(c.items, Placed{Item: it.Item, Base: p.base + it.Base - c.base, Line: p.line + it.Line - c.line})
		c.marks = append(c.marks, p.marks[i])
		c.some |= p.marks[i]
	}
}
