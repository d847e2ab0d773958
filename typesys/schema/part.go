package schema

import (
	"io"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/typesys/lazy"
)

// This file implements scanning a schema in parts, several of which can be
// scanned at the same time.
//
// What a byte of JSON means depends on all bytes before it. So a part begins
// where it looks as if a member of a table began, and its scan takes that for
// granted:
//
//	…"type":"object"},"aws:s3/Rule:Rule":{"properties":…
//	                  ^
//
// A scan goes on until it comes to the beginning of a later part as to that of a
// member. Then the guess was right, and what the later scan has found is what
// this one would find, faults included: between two members a scan knows nothing
// but the table it is in. If the guess was wrong, because the place is in a
// string or deep inside a member, no scan ever comes to it like that. The scan of
// the part before has gone through it then, and what the wrong one has found
// counts for nothing.
//
// A wrong scan must not go through the whole text. So all but the first one end
// some parts further on at the latest; if that was one that counts, it is
// repeated without end.

const (
	// partsPerWorker is more than one because parts take different times.
	partsPerWorker = 4
	// leastPart is how long a part is at least, on average.
	leastPart = 1 << 20
	// guessWithin is how far a guess may be from where a part should begin.
	guessWithin = 1 << 15
	// partsAhead is how many other parts a scan may go through.
	partsAhead = 2
)

// part is a part of a schema.
type part struct {
	text        io.ReaderAt
	start, size int64       // where it begins, and the size of the schema
	later       []int64     // where other parts begin
	found       *scanResult // nil before it was scanned, and if that was in vain
}

// cut cuts a schema of the given size into parts: at most n, and fewer if it is
// small or its members are not seen. It reads little of the text.
func cut(r io.ReaderAt, size int64, n int) []*part {
	n = int(min(int64(n), size/leastPart))
	var starts []int64
	for i := 1; i < n; i++ {
		if at, ok := guess(r, size/int64(n)*int64(i)); ok {
			starts = append(starts, at)
		}
	}
	return cutAt(r, size, starts)
}

// cutAt cuts a schema at its beginning and some other places, which are in order.
func cutAt(r io.ReaderAt, size int64, starts []int64) []*part {
	starts = append([]int64{0}, starts...)
	parts := make([]*part, len(starts))
	for i, start := range starts {
		parts[i] = &part{text: r, start: start, size: size, later: starts[i+1:]}
	}
	return parts
}

// memberStart is what it looks like between two members of a table: their names
// are tokens, and those of other things have no colons.
var memberStart = lazy.Regexp(`\}\s*,\s*("[^"\\:]+:[^"\\]+"\s*:\s*\{)`)

// guess is the first place from an offset on where a member seems to begin.
func guess(r io.ReaderAt, offset int64) (int64, bool) {
	text := make([]byte, guessWithin)
	n, _ := r.ReadAt(text, offset)
	at := memberStart.Get().FindSubmatchIndex(text[:n])
	if at == nil {
		return 0, false
	}
	return offset + int64(at[2]), true
}

// scan finds the members of the part, unless it is in vain.
func (p *part) scan() {
	if p.start == 0 || len(p.later) <= partsAhead {
		p.found = p.scanTo(p.size)
	} else if c := p.scanTo(p.later[partsAhead]); c.err == errReached {
		p.found = c
	}
}

// scanTo scans from the part on, and sees nothing from an offset on.
func (p *part) scanTo(limit int64) *scanResult {
	c := &scanResult{stops: p.later, in: noTable}
	src := io.NewSectionReader(p.text, p.start, limit-p.start)
	s := &scanner{src: src, window: make([]byte, min(windowSize, limit-p.start+1)), base: p.start, mark: -1}
	if p.start == 0 {
		s.skipMark()
		c.err = c.whole(s)
	} else {
		c.in = sameTable
		c.err = c.rest(s)
	}
	return c
}

// join is what was found in the parts that count. What was not scanned and should
// have been is scanned now.
func join(parts []*part) (*scanResult, error) {
	all, at := &scanResult{}, int64(0)
	for {
		i := slices.IndexFunc(parts, func(p *part) bool { return p.start == at })
		found := parts[i].found
		if found == nil {
			found = parts[i].scanTo(parts[i].size)
		}
		switch all.adopt(found); found.err {
		case nil:
			if all.head.name == "" {
				return nil, errNoName
			}
			return all, nil
		case errReached:
			at = found.end
		default:
			return nil, found.err
		}
	}
}
