// Package split cuts the text of a file into items, and the body of a broken block
// into entries, before anything is parsed.
//
// It knows tokens, heads (how the first line of an attribute or a block begins) and
// indentation. It doesn't know expressions or trees, and it is given the keywords
// of block kinds as data.
//
// Invariant: the pieces tile the text.
//
// Invariant: a text whose brackets, strings and heredocs balance is cut only
// between complete pieces. Only an anomaly turns on the heuristics of recovery: a
// string cut by its line end, brackets that don't match or stay open, or a head
// inside brackets.
//
// Invariant: how a file is split at an item doesn't depend on anything before the
// item, if the item begins a stretch (see [Stretch]).
//
// Invariant: splitting takes linear time, whatever the text.
//
// # How it recovers
//
// It makes up to three passes. The strict pass cuts where a line begins outside all
// brackets. If it meets an anomaly, a second pass cuts before every block head at
// the margin, even inside brackets, and notes the braces that are never closed. The
// third pass knows these braces and also cuts before attributes at the margin. In
//
//	resource a "t" {
//	  x = "${foo
//	b = 1
//	resource c "t" {}
//
// the strict pass finds one item. The second pass cuts before "resource c" and
// notes that the brace of a stays open. So the third pass also cuts before "b".
//
// **Why** a scanner with a stack of its own and not [lex.All]: recovery decides
// which bracket a "}" closes and where a string ends, and hclsyntax decides both
// differently. Only the tokens are shared.
package split

import (
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
)

// Keywords are the words that begin a block of a known kind at the top level.
type Keywords map[string]bool

// Pieces is a text cut into pieces, which tile text[:End].
type Pieces struct {
	Spans  []lex.Span
	End    int  // offset of the closing brace of a body, or the end of the text
	Closed bool // whether the closing brace of a body was found
}

// File cuts the text of a file.
func (k Keywords) File(text string) []lex.Span {
	var spans []lex.Span
	k.Stretches(Part{Text: text}, func(s Stretch) bool {
		spans = slices.AppendSeq(spans, s.Spans())
		return true
	})
	return spans
}

// Body cuts the text of a body, which begins behind the opening brace. Recovery
// looks for heads at a column or left of it.
func (k Keywords) Body(text string, column int) Pieces {
	src := newSource(Part{Text: text}, k, margin{column: column, anyBlock: true, inBody: true})
	s := newScanner(src, strictPass)
	s.run()
	if s.anomaly {
		heads := newScanner(src, headsPass)
		heads.run()
		s = newScanner(src, localsPass)
		s.unclosed = heads.unclosed
		s.run()
	}
	p := Pieces{End: len(text), Closed: s.end >= 0}
	if p.Closed {
		p.End = s.end
	}
	start := 0
	for _, cut := range append(s.cutsAtEnd(p.End), p.End) {
		if cut > start {
			p.Spans = append(p.Spans, lex.Span{Start: start, End: cut})
		}
		start = cut
	}
	return p
}

// InnermostOpen returns the kind and the offset of the innermost bracket that a
// text opens and doesn't close. The kind is lex.EOF if there is none, and
// lex.Interpolation for a template of either sort.
func InnermostOpen(text string) (lex.Kind, int) {
	s := newScanner(newSource(Part{Text: text}, nil, margin{}), strictPass)
	s.scan()
	top := s.frames.top()
	return top.kind, top.open
}

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

// Part is a text to split, or a part of one.
type Part struct {
	Text   string
	Behind bool  // the text does not begin where its file does
	Rest   *Rest // what follows the text; nil if nothing does
}

// Rest is the text that follows a part. The end of a heredoc or a comment may be
// there.
type Rest struct {
	// Texts is the end of the item that the part ends in, and the items behind it.
	Texts iter.Seq[string]
	// Found is the index of the last text that the part must also contain to be split
	// correctly; -1 if there is none.
	Found int

	asked map[string]bool // what was looked for: markers, and the end of a comment
}

// NewRest returns the rest with texts.
func NewRest(texts iter.Seq[string]) *Rest {
	return &Rest{Texts: texts, Found: -1, asked: map[string]bool{}}
}

// first reports whether something is looked for the first time.
func (r *Rest) first(what string) bool {
	if r == nil || r.asked[what] {
		return false
	}
	r.asked[what] = true
	return true
}

// find visits the texts until found is true for one. The part must go on to the end
// of that text if needed is true too.
func (r *Rest) find(found func(text string) (found, needed bool)) {
	i := 0
	for text := range r.Texts {
		if ok, needed := found(text); ok {
			if needed {
				r.Found = max(r.Found, i)
			}
			return
		}
		i++
	}
}

// findCommentEnd looks for the end of a comment.
func (r *Rest) findCommentEnd() {
	if r.first("*/") {
		r.find(func(text string) (found, needed bool) { return strings.Contains(text, "*/"), true })
	}
}

// findMarker looks for the end of a heredoc of a source. Head says whether the
// source has a head at the margin behind the start of the heredoc. An end that
// belongs to another heredoc, as [source.endOf] says, doesn't count.
func (r *Rest) findMarker(of *source, marker string, head bool) {
	if !r.first(marker + strconv.FormatBool(head)) {
		return
	}
	r.find(func(text string) (found, needed bool) {
		if !strings.Contains(text, marker) {
			return false, false
		}
		src := newSource(Part{Text: text}, of.keywords, margin{})
		src.index()
		ends, opens := src.ends[marker], src.opens[marker]
		if len(ends) == 0 {
			return false, false
		}
		owned := len(opens) > 0 && opens[0] < ends[0] && (head || len(src.heads) > 0 && src.heads[0] <= opens[0])
		return true, !owned
	})
}
