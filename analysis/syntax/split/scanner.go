package split

import (
	"math"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
)

// The scanner: it steps over the tokens of a text, keeps the frames and collects
// cuts.

// margin says what a head is during recovery. The zero value is that of a file.
type margin struct {
	column   int  // recovery accepts heads at this column or left of it
	anyBlock bool // blocks of every type are heads, not only those with a keyword
	inBody   bool // the text is a body, and the brace that closes it ends the scan
}

type pass uint8

const (
	strictPass pass = iota
	headsPass
	localsPass
)

type scanner struct {
	*source
	pass      pass
	pos       int
	lineStart int
	fresh     bool // the line has had nothing but blanks and comments so far
	trivia    int  // where the blank and comment lines directly above this line begin
	frames    frames
	cuts      []int
	begun     bool // the current piece has more than trivia
	stray     bool // the current piece began without a head
	head      Head // the head that began the current piece
	column    int  // of that head in its line
	flush     int  // offset of the last line inside brackets that began at the margin
	inside    int  // offset of the last line that began inside brackets
	unclosed  map[int]bool
	anomaly   bool
	end       int // offset of the closing brace of the body; -1 while unknown

	reach  int               // how far ahead the ends of heredocs and comments were looked up
	onCut  func(at int) bool // gets the offset of the head at each cut; returns true to end the scan
	halted bool              // onCut has ended the scan
}

func newScanner(src *source, p pass) *scanner {
	s := &scanner{source: src, pass: p, fresh: true, end: -1, flush: -1, unclosed: map[int]bool{}}
	if !src.behind && strings.HasPrefix(src.text, lex.ByteOrderMark) {
		s.pos, s.lineStart = len(lex.ByteOrderMark), len(lex.ByteOrderMark)
	}
	return s
}

func (s *scanner) run() {
	s.scan()
	if s.end < 0 && (s.margin.inBody || s.frames.depth() > 0) {
		s.anomaly = true
	}
	s.abandonFrames()
}

func (s *scanner) scan() {
	for s.end < 0 && !s.halted && s.pos < len(s.text) {
		s.step()
	}
}

// step steps over one token.
func (s *scanner) step() {
	switch s.frames.top().kind {
	case lex.OpenQuote:
		s.quoted()
	case lex.OpenHeredoc:
		s.heredocLine()
	default:
		s.code()
	}
}

// cut cuts before the blank and comment lines above a head.
func (s *scanner) cut(head int) {
	s.cuts = append(s.cuts, s.trivia)
	s.halted = s.onCut != nil && s.onCut(head)
}

// cutsAtEnd returns the cuts of a text that the scan has read to its end. Trivia at
// the end is a piece of its own.
func (s *scanner) cutsAtEnd(end int) []int {
	if s.begun && s.fresh && s.trivia < end {
		return append(s.cuts, s.trivia)
	}
	return s.cuts
}

// code steps over one token outside strings.
func (s *scanner) code() {
	if !s.fresh {
		s.pos = s.nextSpecial(s.pos)
	}
	t := s.lexer.Code(s.pos)
	switch t.Kind {
	case lex.EOF, lex.Return:
		s.pos = t.End
		return
	case lex.Newline:
		s.newline(t.End)
		return
	case lex.Comment:
		s.pos = t.End
		if nl := strings.LastIndexByte(s.text[t.Start:t.End], '\n'); nl >= 0 {
			s.lineStart = t.Start + nl + 1
		}
		return
	case '/':
		if strings.HasPrefix(s.text[t.Start:], "/*") { // never closed
			s.reach = math.MaxInt
			s.rest.findCommentEnd()
		}
	}
	s.pos = t.Start
	if s.fresh {
		s.lineBegins()
	}
	if s.end < 0 && !s.halted && s.pos == t.Start {
		s.token(t)
	}
}

func (s *scanner) newline(end int) {
	s.pos, s.lineStart = end, end
	if !s.fresh {
		s.fresh = true
		s.trivia = end
	}
}

// lineEnd returns the offset of the next line feed, or of the end of the text.
func (s *scanner) lineEnd() int {
	if n := strings.IndexByte(s.text[s.pos:], '\n'); n >= 0 {
		return s.pos + n
	}
	return len(s.text)
}

func (s *scanner) token(t lex.Token) {
	switch t.Kind {
	case lex.OpenQuote, '(', '[', '{':
		s.frames.push(t.Kind, t.Start)
	case ')':
		s.closeRoundOrSquare('(', '[')
	case ']':
		s.closeRoundOrSquare('[', '(')
	case '}':
		s.closeBrace()
	case lex.OpenHeredoc:
		if s.frames.depth() >= maxFrames {
			t.End = t.Start + 1
			break
		}
		s.openHeredoc(t)
		return
	}
	s.pos = t.End
}

// special are the bytes that begin tokens which mean something behind the first of a line: line
// ends, brackets, strings, heredocs and comments.
var special = func() (is [256]bool) {
	for _, b := range "\r\n()[]{}\"<#/" {
		is[b] = true
	}
	return is
}()

// nextSpecial skips names, numbers, operators and blanks, which are most of a line.
func (s *scanner) nextSpecial(at int) int {
	for at < len(s.text) && !special[s.text[at]] {
		at++
	}
	return at
}

// closeRoundOrSquare closes a bracket. If one bracket of the other sort is open
// inside it, it closes that one too. It ignores a closer without an opener.
func (s *scanner) closeRoundOrSquare(opener, other lex.Kind) {
	depth := s.frames.depth()
	switch top := s.frames.top().kind; {
	case s.frames.over > 0 || top == opener:
		s.frames.pop()
	case top == other && depth > 1 && s.frames.at(depth-2).kind == opener:
		s.anomaly = true
		s.frames.truncate(depth - 2)
	default:
		s.anomaly = true
	}
}

// closeBrace closes the innermost brace or template, with the round and square
// brackets left open inside it.
func (s *scanner) closeBrace() {
	if s.frames.over > 0 {
		s.frames.pop()
		return
	}
	target := s.frames.top().closer
	if target >= 0 && s.closesBlockInstead(target) {
		s.anomaly = true
		target = s.frames.at(target).block
	}
	if target < 0 {
		if s.margin.inBody {
			s.finish()
		}
		s.anomaly = s.anomaly || s.frames.depth() > 0
		return
	}
	if target < s.frames.depth()-1 {
		s.anomaly = true
	}
	s.frames.truncate(target)
}

// quoted steps over one token of a quoted string. The string ends at a line end. If
// it was a label that swallowed the brace of its header, the scanner opens that
// brace.
func (s *scanner) quoted() {
	t := s.lexer.Quoted(s.pos)
	s.pos = t.End
	switch t.Kind {
	case lex.CloseQuote:
		s.frames.pop()
	case lex.Interpolation, lex.Directive:
		s.frames.push(lex.Interpolation, t.Start)
	case lex.StringNewline:
		s.pos = t.Start // code reads it again
		s.anomaly = true
		s.frames.pop()
		if s.head.Shape == BlockHead && s.head.Broken == s.pos && s.head.Brace >= 0 {
			s.frames.push('{', s.head.Brace)
		}
	}
}

func (s *scanner) finish() {
	s.anomaly = s.anomaly || s.frames.depth() > 0
	s.abandonFrames()
	s.end = s.pos
}

// abandonFrames forgets the open brackets and notes that they are never closed.
func (s *scanner) abandonFrames() {
	for i := range s.frames.depth() {
		if f := s.frames.at(i); f.kind == '{' {
			s.unclosed[f.open] = true
		}
	}
	s.frames.truncate(0)
}

// Frames: the brackets, strings, heredocs and templates that are open at a point
// of a text.

// maxFrames limits the stack. Frames beyond it are counted but not remembered. An
// item nested that deep has no tree anyway.
const maxFrames = 4096

// frame is one open bracket. The indices of other frames are -1 for none, and may
// be the index of the frame itself.
type frame struct {
	kind   lex.Kind // of the opener; lex.Interpolation also for "%{"
	open   int      // offset of the opener
	closer int      // innermost frame that "}" closes
	block  int      // innermost "{"
	outer  int      // outermost "{"
	doc    int      // innermost heredoc
	marker string   // of a heredoc
	until  int      // start of the line that ends a heredoc; -1 if it never ends
}

var noFrame = frame{closer: -1, block: -1, outer: -1, doc: -1}

// frames is a stack of open brackets. The zero value is empty.
type frames struct {
	stack []frame
	over  int // frames beyond the limit
}

func (f *frames) depth() int { return len(f.stack) }

func (f *frames) at(i int) *frame { return &f.stack[i] }

// top returns the innermost frame. Its kind is lex.EOF if nothing is open.
func (f *frames) top() *frame {
	if len(f.stack) == 0 {
		none := noFrame
		return &none
	}
	return &f.stack[len(f.stack)-1]
}

func (f *frames) push(kind lex.Kind, open int) {
	if len(f.stack) >= maxFrames {
		f.over++
		return
	}
	next := *f.top()
	index := len(f.stack)
	next.kind, next.open, next.marker, next.until = kind, open, "", -1
	switch kind {
	case '{':
		next.closer, next.block = index, index
		if next.outer < 0 {
			next.outer = index
		}
	case lex.Interpolation:
		next.closer = index
	case lex.OpenHeredoc:
		next.doc = index
	}
	f.stack = append(f.stack, next)
}

// truncate closes all frames from an index on.
func (f *frames) truncate(index int) {
	f.stack = f.stack[:index]
	f.over = 0
}

// pop closes the innermost frame.
func (f *frames) pop() {
	if f.over > 0 {
		f.over--
		return
	}
	if len(f.stack) > 0 {
		f.stack = f.stack[:len(f.stack)-1]
	}
}

// quoted reports whether a frame is a template in a quoted string.
func (f *frames) quoted(index int) bool {
	return f.at(index).kind == lex.Interpolation && f.at(index-1).kind == lex.OpenQuote
}
