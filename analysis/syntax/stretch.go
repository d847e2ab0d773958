package syntax

import (
	"math"
	"slices"
	"strings"
)

// Stretches: a file is split in one stretch after the other, and how a stretch is
// split depends on the text from its beginning on and on nothing before it. So
// after an edit the stretches in front of it are kept, and from the first stretch
// on that begins where one began before the edit, those behind it too.
//
// A stretch is one item, if the strict pass comes to the next head outside all
// brackets without an anomaly. If it meets one, the stretch goes on to the first
// cut of the other passes on the line of the anomaly or behind it:
//
//	a = 1            one stretch
//	resource b "t" { another: the anomaly is the head of d inside a brace
//	  x = {
//	c = 1            an item of the same stretch, as the third pass finds
//	resource d "t" { the next stretch
//
// Why not to the first cut: what the strict pass has scanned before the anomaly
// would be scanned again from there, and again, in hostile text.

// stretch is what was found of one stretch.
type stretch struct {
	cuts []int // where its items begin; the first is where the stretch does
	end  int
	far  bool // what decided on it includes text behind the head of the next stretch
}

// splitFile cuts the text of a file.
func splitFile(text string) pieces {
	p := pieces{end: len(text)}
	eachStretch(&heredocs{text: text}, func(s stretch) bool {
		p.spans = append(p.spans, s.spans()...)
		return true
	})
	return p
}

func (s stretch) spans() []Span {
	spans := make([]Span, len(s.cuts))
	for i, cut := range s.cuts {
		spans[i] = Span{cut, s.end}
		if i > 0 {
			spans[i-1].End = cut
		}
	}
	return spans
}

// eachStretch splits the text of an index. It goes on as long as yield, which gets
// the stretches in order, is true; each of them before anything behind the head of
// the next is looked at, but for the ends of heredocs and comments.
func eachStretch(h *heredocs, yield func(stretch) bool) {
	s := newSplitter(h, strictPass)
	start, done := 0, false
	s.onCut = func(head int) bool {
		done = !yield(stretch{cuts: []int{start}, end: s.trivia, far: s.reach > head})
		start, s.reach, s.cuts = s.trivia, 0, s.cuts[:0]
		if strings.HasPrefix(s.text[head:], "/*") {
			s.reach = math.MaxInt // that it is no comment decided on both stretches
		}
		return done
	}
	for start < len(s.text) {
		for !s.anomaly && !s.halted && s.pos < len(s.text) {
			s.step()
		}
		switch {
		case done:
			return
		case !s.anomaly && s.frames.depth() == 0:
			yield(newStretch(start, s.cutsAtEnd(len(s.text)), len(s.text)))
			return
		}
		broken := recoverStretch(h, start, s)
		if !yield(broken) {
			return
		}
		start = broken.end
		s.restart(start)
	}
}

func newStretch(start int, cuts []int, end int) stretch {
	return stretch{cuts: append([]int{start}, slices.DeleteFunc(cuts, func(cut int) bool { return cut <= start || cut >= end })...), end: end}
}

// recoverStretch splits a stretch in which the strict pass has met an anomaly.
func recoverStretch(h *heredocs, start int, strict *splitter) stretch {
	broken := len(h.text)
	if strict.anomaly {
		broken = strict.lineStart
	}
	heads := newSplitter(h, headsPass)
	next := heads.recoverTo(start, broken)
	last := heads
	if len(heads.unclosed) > 0 {
		last = newSplitter(h, localsPass)
		last.unclosed = heads.unclosed
		next = last.recoverTo(start, next)
	}
	end, cuts := last.trivia, last.cuts
	if !last.halted {
		end = len(h.text)
		cuts = last.cutsAtEnd(end)
	}
	s := newStretch(start, cuts, end)
	s.far = max(strict.reach, heads.reach, last.reach) > next
	return s
}

// recoverTo scans to the first cut for a head at or behind an offset. It returns
// where that stands, or the end of the text.
func (s *splitter) recoverTo(start, offset int) int {
	next := len(s.text)
	s.onCut = func(head int) bool {
		if head < offset {
			return false
		}
		next = head
		return true
	}
	if start > 0 {
		s.restart(start)
	}
	s.run()
	return next
}

// restart begins a stretch.
func (s *splitter) restart(at int) {
	s.pos, s.lineStart, s.trivia = at, at, at
	s.fresh, s.begun, s.anomaly, s.reach, s.cuts = true, false, false, 0, s.cuts[:0]
	s.frames.truncate(0)
}
