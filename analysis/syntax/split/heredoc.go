package split

import (
	"math"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
)

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
