package partial

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file scans quoted strings, templates and heredocs.

// quoted steps over one byte or template of a quoted string. A line end ends the
// string: no string has one.
func (s *scanner) quoted() {
	switch c := s.text[s.pos]; c {
	case '\\':
		s.pos++
		if s.pos < len(s.text) && s.text[s.pos] != '\n' {
			s.pos++
		}
	case '\n':
		s.endString(s.pos)
	case '"':
		s.pos++
		s.endString(s.pos - 1)
	case '$', '%':
		s.template(c)
	default:
		s.pos++
	}
}

func (s *scanner) endString(content int) {
	f := *s.top()
	s.frames = s.frames[:len(s.frames)-1]
	text := s.text[f.Open+1 : content]
	s.top().Entry = append(s.top().Entry, Token{Kind: StringToken, Text: text, At: f.Open, End: s.pos})
}

// template steps over a marker that may begin a template in a string.
func (s *scanner) template(c byte) {
	rest := s.text[s.pos:]
	double := string([]byte{c, c, '{'})
	switch {
	case strings.HasPrefix(rest, double):
		s.pos += len(double)
	case strings.HasPrefix(rest, double[1:]):
		s.top().dynamic = true
		s.push(TemplateFrame, 2).directive = c == '%'
	default:
		s.pos++
	}
}

// heredocStart reads "<<X" or "<<-X" with its line end.
func heredocStart(text string) (marker string, width int) {
	rest, found := strings.CutPrefix(text, "<<")
	if !found {
		return "", 0
	}
	rest = strings.TrimPrefix(rest, "-")
	end := syntax.IdentifierEnd(rest, 0)
	marker, rest = rest[:end], strings.TrimPrefix(rest[end:], "\r")
	if marker == "" || !strings.HasPrefix(rest, "\n") {
		return "", 0
	}
	return marker, len(text) - len(rest) + 1
}

// heredocLine steps over the text of a heredoc up to the end of the line or the
// next template.
func (s *scanner) heredocLine() {
	f := s.top()
	if s.pos == 0 || s.text[s.pos-1] == '\n' {
		line, _, more := strings.Cut(s.text[s.pos:], "\n")
		if more && strings.TrimSpace(line) == f.marker {
			s.pos += len(line)
			s.endHeredoc()
			return
		}
	}
	for s.pos < len(s.text) {
		switch c := s.text[s.pos]; c {
		case '\n':
			s.pos++
			return
		case '$', '%':
			s.template(c)
			return
		default:
			s.pos++
		}
	}
}

func (s *scanner) endHeredoc() {
	opened := s.top().Open
	s.frames = s.frames[:len(s.frames)-1]
	s.top().Entry = append(s.top().Entry, Token{Kind: StringToken, At: opened, End: s.pos})
}
