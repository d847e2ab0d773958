package split

import (
	"math"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
)

// Recovery: where a line begins a piece, and which bracket a "}" closes.

// lineBegins looks at the first token of a line.
func (s *scanner) lineBegins() {
	s.fresh = false
	if s.frames.depth() == 0 {
		s.begin()
		return
	}
	if s.endsHeredoc() || s.endsBody() {
		return
	}
	s.recover(s.pos)
}

// begin decides, outside all brackets, whether a line begins a piece.
func (s *scanner) begin() {
	if s.margin.inBody && s.text[s.pos] == '}' {
		return // the token ends the scan
	}
	h := s.keywords.Head(s.text, s.pos)
	if s.begun && s.stray && h.Shape == NoHead {
		return
	}
	if s.begun {
		s.cut(s.pos)
	}
	s.start(h, s.pos)
}

// start notes the head that begins a piece.
func (s *scanner) start(h Head, at int) {
	s.begun, s.stray, s.head = true, h.Shape == NoHead, h
	s.column, s.flush, s.inside = at-s.lineStart, -1, -1
}

// recover decides, inside brackets, whether a line whose text begins at an offset
// shows that they were never closed. If so, it cuts before the line.
func (s *scanner) recover(at int) bool {
	if at-s.lineStart > s.margin.column {
		s.inside = at
		return false
	}
	h := s.keywords.Head(s.text, at)
	if !s.accepts(h) {
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

func (s *scanner) accepts(h Head) bool {
	switch h.Shape {
	case BlockHead:
		return s.margin.anyBlock || h.Known
	case AttrHead:
		return s.attrEnds()
	default:
		return false
	}
}

// attrEnds decides whether "name =" at the margin begins a piece although brackets
// are open. In round and square brackets and in templates there can be no
// attribute, so there it does. In braces it may be an entry of the body. It begins
// a piece only if the brace is never closed and the body is indented. The body is
// not indented if an earlier line stands at the margin, or if this line follows the
// brace directly.
func (s *scanner) attrEnds() bool {
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

// follows reports whether this line is the first inside a brace that ends its own
// line, with no blank line or comment between, in text without indentation.
func (s *scanner) follows(brace int) bool {
	if s.margin.column > 0 || s.inside > brace || s.trivia < s.lineStart {
		return false
	}
	return strings.TrimSpace(s.text[brace+1:s.lineStart]) == ""
}

// endsBody handles a "}" that begins a line left of a body's entries. During
// recovery it closes the body, even inside brackets.
func (s *scanner) endsBody() bool {
	if !s.margin.inBody || s.pass == strictPass || s.text[s.pos] != '}' {
		return false
	}
	if s.pos-s.lineStart >= min(s.margin.column, s.column) {
		return false
	}
	s.finish()
	return true
}

// endsHeredoc handles, during recovery, a line that is only the marker inside an
// open template of a heredoc. The template was never closed.
func (s *scanner) endsHeredoc() bool {
	top := s.frames.top()
	if s.pass == strictPass || top.doc < 0 {
		return false
	}
	if strings.TrimSpace(s.text[s.lineStart:s.lineEnd()]) != s.frames.at(top.doc).marker {
		return false
	}
	s.frames.truncate(top.doc)
	s.pos = s.lineEnd()
	return true
}

// closesBlockInstead reports whether a "}" that would end a template in a quoted
// string must close the braces around the string. It must if the line ends behind
// it, because the string cannot contain the line end. But if the template begins on
// this line and the braces around the string don't, the "}" closes the template,
// and the quote of the string is missing.
func (s *scanner) closesBlockInstead(target int) bool {
	f := s.frames.at(target)
	if !s.frames.quoted(target) || f.doc > f.block || s.pos > 0 && s.text[s.pos-1] == '~' {
		return false
	}
	if f.open >= s.lineStart && s.bracedBefore(f.block) {
		return false
	}
	rest := strings.TrimLeft(s.text[s.pos+1:], " \t\r")
	return rest == "" || rest[0] == '\n' || rest[0] == '#' || strings.HasPrefix(rest, "//")
}

// bracedBefore reports whether the braces around this line begin on an earlier one.
func (s *scanner) bracedBefore(block int) bool {
	if block >= 0 {
		return s.frames.at(block).open < s.lineStart
	}
	return !s.margin.inBody || s.lineStart > 0 // the brace of a body stands before the text
}

// Heredocs: where they begin and end, and whether the end that is found is theirs.

func (s *scanner) openHeredoc(t lex.Token) {
	s.pos, s.lineStart, s.trivia = t.End, t.End, t.End
	s.frames.push(lex.OpenHeredoc, t.Start)
	f := s.frames.top()
	f.marker = lex.Marker(s.text[t.Start:t.End])
	f.until = s.heredocEnd(f.marker, t.End)
	if f.until < 0 {
		s.anomaly = true
	}
}

// heredocLine steps over the text of a heredoc up to the end of the line, or over
// the opener of a template.
func (s *scanner) heredocLine() {
	if s.pos == s.lineStart && s.heredocStarts(s.frames.top()) {
		return
	}
	t := s.lexer.Heredoc(s.pos, "")
	s.pos = t.End
	switch {
	case t.Kind != lex.Text:
		s.frames.push(lex.Interpolation, t.Start)
	case s.text[t.End-1] == '\n':
		s.lineStart, s.trivia = s.pos, s.pos
	}
}

// heredocStarts handles the start of a line in a heredoc. It reports whether the
// line ends the heredoc or, in one that never ends, begins a new piece.
func (s *scanner) heredocStarts(f *frame) bool {
	if f.until >= 0 && f.until < s.pos {
		f.until = s.heredocEnd(f.marker, s.pos)
	}
	if f.until == s.pos {
		s.frames.pop()
		s.pos, s.fresh = s.lineEnd(), false
		return true
	}
	if f.until >= 0 {
		return false
	}
	s.anomaly = true
	end := s.lineEnd()
	at := end - len(strings.TrimLeft(s.text[s.pos:end], " \t\r"))
	if at == end || !s.recover(at) {
		return false
	}
	s.pos, s.fresh = at, false
	return true
}

// heredocEnd returns where a heredoc ends whose text goes on at an offset, or -1.
func (s *scanner) heredocEnd(marker string, from int) int {
	end := s.endOf(marker, from)
	if end < 0 {
		s.reach = math.MaxInt
	}
	s.reach = max(s.reach, end)
	return end
}
