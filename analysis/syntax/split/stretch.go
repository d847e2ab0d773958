package split

import (
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
)

// Stretches: a file is split into one stretch after the other. How a stretch is
// split depends on the text from its beginning on and on nothing before it. So after
// an edit the stretches before it are kept, and also those behind it, from the first
// stretch that begins where one began before the edit.
//
// A stretch is one item if the strict pass reaches the next head outside all
// brackets without an anomaly. If it meets one, the stretch goes on to the first cut
// of the other passes on the line of the anomaly or behind it:
//
//	a = 1            one stretch
//	resource b "t" { another: the anomaly is the head of d inside a brace
//	  x = {
//	c = 1            an item of the same stretch, as the third pass finds
//	resource d "t" { the next stretch
//
// Why not to the first cut: in hostile text the lines between that cut and the
// anomaly would be scanned again from each cut.

// Stretch is the result for one stretch.
type Stretch struct {
	Start int
	Inner []int // where its items but the first begin; mostly none
	End   int
	Far   bool // the text behind the head of the next stretch influenced the result
}

// Spans visits the items of the stretch.
func (s Stretch) Spans() iter.Seq[lex.Span] {
	return func(yield func(lex.Span) bool) {
		start := s.Start
		for _, cut := range s.Inner {
			if !yield(lex.Span{Start: start, End: cut}) {
				return
			}
			start = cut
		}
		yield(lex.Span{Start: start, End: s.End})
	}
}

// Stretches splits a part of a file. It passes the stretches to yield in order, until
// yield returns false. It passes each on before it looks at anything behind the head
// of the next, except for the ends of heredocs and comments.
func (k Keywords) Stretches(p Part, yield func(Stretch) bool) {
	src := newSource(p, k, margin{})
	s := newScanner(src, strictPass)
	start, done := 0, false
	s.onCut = func(head int) bool {
		done = !yield(Stretch{Start: start, End: s.trivia, Far: s.reach > head})
		start, s.reach, s.cuts = s.trivia, 0, s.cuts[:0]
		if strings.HasPrefix(s.text[head:], "/*") {
			s.reach = math.MaxInt // both stretches depend on this not being a comment
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
		broken := recoverStretch(src, start, s)
		if !yield(broken) {
			return
		}
		start = broken.End
		s.restart(start)
	}
}

func newStretch(start int, cuts []int, end int) Stretch {
	inside := slices.DeleteFunc(cuts, func(cut int) bool { return cut <= start || cut >= end })
	return Stretch{Start: start, Inner: slices.Clone(inside), End: end}
}

// recoverStretch splits a stretch in which the strict pass has met an anomaly.
func recoverStretch(src *source, start int, strict *scanner) Stretch {
	broken := len(src.text)
	if strict.anomaly {
		broken = strict.lineStart
	}
	heads := newScanner(src, headsPass)
	next := heads.recoverTo(start, broken)
	last := heads
	if len(heads.unclosed) > 0 {
		last = newScanner(src, localsPass)
		last.unclosed = heads.unclosed
		next = last.recoverTo(start, next)
	}
	end, cuts := last.trivia, last.cuts
	if !last.halted {
		end = len(src.text)
		cuts = last.cutsAtEnd(end)
	}
	s := newStretch(start, cuts, end)
	s.Far = max(strict.reach, heads.reach, last.reach) > next
	return s
}

// recoverTo scans to the first cut for a head at or behind an offset. It returns the
// offset of that head, or the end of the text.
func (s *scanner) recoverTo(start, offset int) int {
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
func (s *scanner) restart(at int) {
	s.pos, s.lineStart, s.trivia = at, at, at
	s.fresh, s.begun, s.anomaly, s.reach, s.cuts = true, false, false, 0, s.cuts[:0]
	s.frames.truncate(0)
}
