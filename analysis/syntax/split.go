package syntax

import "strings"

// Splitting: cutting a text at heads before anything is parsed. Top-level text
// is cut into items, the body of a broken block into entries, by one scanner.
//
// Up to three passes are made, each linear. The strict pass cuts where a line
// begins outside all brackets. If it meets an anomaly (a string cut by its line
// end, brackets that do not match or stay open, a head inside brackets), a
// second pass cuts before every block head at the margin, whatever is open, and
// notes the braces that are never closed. A third pass knows them and cuts
// before attributes at the margin as well. In
//
//	resource a "t" {
//	  x = "${foo
//	b = 1
//	resource c "t" {}
//
// the strict pass finds one item; the second pass cuts before "resource c" and
// notes that the brace of a stays open; so the third cuts before "b" too.
//
// A file is split in stretches, one after the other; see stretch.go.

// margin says what a head is during recovery. The zero value is that of a file.
type margin struct {
	column   int  // recovery believes in heads at this column or left of it
	anyBlock bool // blocks of every type are heads, not those of PCL kinds only
	inBody   bool // the text is a body: the brace that closes it ends the scan
}

// pieces is a text cut in pieces. The pieces tile text[:end].
type pieces struct {
	spans  []Span
	end    int  // offset of the closing brace of a body, or the end of the text
	closed bool // whether the closing brace of a body was found
}

// split cuts a text.
func split(text string, m margin) pieces {
	if !m.inBody {
		return splitFile(text)
	}
	h := &heredocs{text: text, margin: m}
	s := newSplitter(h, strictPass)
	s.run()
	if s.anomaly {
		heads := newSplitter(h, headsPass)
		heads.run()
		s = newSplitter(h, localsPass)
		s.unclosed = heads.unclosed
		s.run()
	}
	p := pieces{end: len(s.text), closed: s.end >= 0}
	if p.closed {
		p.end = s.end
	}
	start := 0
	for _, cut := range append(s.cutsAtEnd(p.end), p.end) {
		if cut > start {
			p.spans = append(p.spans, Span{start, cut})
		}
		start = cut
	}
	return p
}

type pass uint8

const (
	strictPass pass = iota
	headsPass
	localsPass
)

// splitter scans a text and collects cuts.
type splitter struct {
	text      string
	margin    margin
	pass      pass
	pos       int
	lineStart int
	fresh     bool // the line has had nothing but blanks and comments so far
	trivia    int  // where the blank and comment lines directly above this line begin
	frames    frames
	heredocs  *heredocs
	cuts      []int
	begun     bool // the current piece has had something that is no trivia
	stray     bool // the current piece began with no head
	head      head // the head that began the current piece
	column    int  // where that head stands in its line
	flush     int  // offset of the last line inside brackets that began at the margin
	inside    int  // offset of the last line that began inside brackets
	unclosed  map[int]bool
	anomaly   bool
	end       int // where the closing brace of the body is; -1 while unknown

	reach  int               // how far behind the scan was looked for the ends of heredocs and comments
	onCut  func(at int) bool // told where the head stands for which a cut was made; true ends the scan
	halted bool              // onCut has ended the scan
}

func newSplitter(h *heredocs, p pass) *splitter {
	s := &splitter{text: h.text, margin: h.margin, pass: p, fresh: true, end: -1, flush: -1}
	s.heredocs = h
	s.unclosed = map[int]bool{}
	if !h.behind && strings.HasPrefix(s.text, byteOrderMark) {
		s.pos, s.lineStart = len(byteOrderMark), len(byteOrderMark)
	}
	return s
}

func (s *splitter) run() {
	s.scan()
	if s.end < 0 && (s.margin.inBody || s.frames.depth() > 0) {
		s.anomaly = true
	}
	s.abandonFrames()
}

// innermostOpen returns the kind and the offset of the innermost bracket that a
// text opens and does not close; the kind is 0 if there is none.
func innermostOpen(text string) (byte, int) {
	s := newSplitter(&heredocs{text: text}, strictPass)
	s.scan()
	top := s.frames.top()
	return top.kind, top.open
}

func (s *splitter) scan() {
	for s.end < 0 && !s.halted && s.pos < len(s.text) {
		s.step()
	}
}

func (s *splitter) step() {
	switch s.frames.top().kind {
	case quoteFrame:
		s.quoted()
	case heredocFrame:
		s.heredocLine()
	default:
		s.code()
	}
}

// cut cuts before the blank and comment lines above a head.
func (s *splitter) cut(head int) {
	s.cuts = append(s.cuts, s.trivia)
	s.halted = s.onCut != nil && s.onCut(head)
}

// cutsAtEnd returns the cuts of a text whose end the scan has reached. Trivia at
// the end is a piece of its own.
func (s *splitter) cutsAtEnd(end int) []int {
	if s.begun && s.fresh && s.trivia < end {
		return append(s.cuts, s.trivia)
	}
	return s.cuts
}

// lineBegins looks at the first significant byte of a line.
func (s *splitter) lineBegins() {
	if s.frames.depth() == 0 {
		s.begin()
		s.fresh = false
		return
	}
	s.fresh = false
	if s.endsHeredoc() || s.endsBody() {
		return
	}
	s.recover(s.pos)
}

// begin decides, outside all brackets, whether a line begins a piece.
func (s *splitter) begin() {
	if s.margin.inBody && s.text[s.pos] == '}' {
		return // the token ends the scan
	}
	h := readHead(s.text, s.pos)
	if s.begun && s.stray && h.shape == noHead {
		return
	}
	if s.begun {
		s.cut(s.pos)
	}
	s.start(h, s.pos)
}

// start notes the head that begins a piece.
func (s *splitter) start(h head, at int) {
	s.begun, s.stray, s.head = true, h.shape == noHead, h
	s.column, s.flush, s.inside = at-s.lineStart, -1, -1
}

// recover decides, inside brackets, whether a line whose text begins at an
// offset shows that they were never closed. If so it cuts before the line.
func (s *splitter) recover(at int) bool {
	if at-s.lineStart > s.margin.column {
		s.inside = at
		return false
	}
	h := readHead(s.text, at)
	if !s.believes(h) {
		s.inside = at
		if !strings.ContainsRune("})]", rune(s.text[at])) {
			s.flush = at
		}
		return false
	}
	s.anomaly = true
	if s.pass == strictPass {
		return false
	}
	s.abandonFrames()
	s.cut(at)
	s.start(h, at)
	return true
}

func (s *splitter) believes(h head) bool {
	switch h.shape {
	case blockHead:
		return s.margin.anyBlock || h.isKnownBlock(s.text)
	case attrHead:
		return s.attrEnds()
	default:
		return false
	}
}

// attrEnds decides whether "name =" at the margin begins a piece although
// brackets are open. In round and square brackets and in templates no attribute
// can stand, so there it does. In braces it may be an entry of the body: it
// begins a piece only if the brace is never closed and the body is not written
// without indentation. That it is shows in an earlier line at the margin, or in
// this line if it follows the brace directly.
func (s *splitter) attrEnds() bool {
	top := s.frames.top()
	if top.block < 0 {
		return true
	}
	if s.pass != localsPass {
		return false
	}
	innermost, outermost := s.frames.at(top.block), s.frames.at(top.outer)
	return s.unclosed[innermost.open] && s.flush < outermost.open && !s.follows(outermost.open)
}

// follows reports whether this line is the first inside a brace that ends its
// own line, with no blank line or comment between, in text without indentation.
func (s *splitter) follows(brace int) bool {
	if s.margin.column > 0 || s.inside > brace || s.trivia < s.lineStart {
		return false
	}
	return strings.TrimSpace(s.text[brace+1:s.lineStart]) == ""
}

// endsBody handles a "}" that begins a line left of a body's entries: during
// recovery it closes the body whatever is open.
func (s *splitter) endsBody() bool {
	if !s.margin.inBody || s.pass == strictPass || s.text[s.pos] != '}' {
		return false
	}
	if s.pos-s.lineStart >= min(s.margin.column, s.column) {
		return false
	}
	s.finish()
	return true
}

func (s *splitter) finish() {
	s.anomaly = s.anomaly || s.frames.depth() > 0
	s.abandonFrames()
	s.end = s.pos
}

// abandonFrames forgets the open brackets and notes that they are never closed.
func (s *splitter) abandonFrames() {
	for i := range s.frames.depth() {
		if f := s.frames.at(i); f.kind == '{' {
			s.unclosed[f.open] = true
		}
	}
	s.frames.truncate(0)
}
