package syntax

import (
	"math"
	"strings"
)

// The scanner under the splitter: it steps over code, quoted strings and
// heredocs, and keeps the frames.

const byteOrderMark = "\uFEFF"

// code steps over one token, comment or blank outside strings.
func (s *splitter) code() {
	rest := s.text[s.pos:]
	switch c := rest[0]; {
	case c == '\n':
		s.newline()
	case c == ' ' || c == '\t' || c == '\r':
		s.pos++
	case c == '#' || strings.HasPrefix(rest, "//"):
		s.pos = s.lineEnd()
	case strings.HasPrefix(rest, "/*") && s.comment():
	default:
		start := s.pos
		if s.fresh {
			s.lineBegins()
		}
		if s.end < 0 && !s.halted && s.pos == start {
			s.token(c)
		}
	}
}

// comment steps over a comment between "/*" and "*/" and reports whether it ends.
func (s *splitter) comment() bool {
	start := s.pos
	if s.pos+2 > s.heredocs.lastCommentEnd() {
		s.reach = math.MaxInt
		s.heredocs.rest.findCommentEnd()
		return false
	}
	s.pos += 2 + strings.Index(s.text[s.pos+2:], "*/") + 2
	if nl := strings.LastIndexByte(s.text[start:s.pos], '\n'); nl >= 0 {
		s.lineStart = start + nl + 1
	}
	return true
}

func (s *splitter) newline() {
	s.pos++
	s.lineStart = s.pos
	if !s.fresh {
		s.fresh = true
		s.trivia = s.pos
	}
}

// lineEnd returns the offset of the next line feed, or of the end of the text.
func (s *splitter) lineEnd() int {
	if n := strings.IndexByte(s.text[s.pos:], '\n'); n >= 0 {
		return s.pos + n
	}
	return len(s.text)
}

// token steps over one byte of code.
func (s *splitter) token(c byte) {
	switch c {
	case '"', '(', '[', '{':
		s.frames.push(c, s.pos)
	case ')':
		s.closeRoundOrSquare('(', '[')
	case ']':
		s.closeRoundOrSquare('[', '(')
	case '}':
		s.closeBrace()
	case '<':
		if s.openHeredoc() {
			return
		}
	}
	s.pos++
}

// closeRoundOrSquare closes a bracket; if one bracket of the other sort is open
// inside it, that one too. A closer without opener is ignored.
func (s *splitter) closeRoundOrSquare(opener, other byte) {
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
func (s *splitter) closeBrace() {
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

// closesBlockInstead reports whether a "}" that would end a template in a
// quoted string must close the braces around the string. If the line ends
// behind it the string would have to contain the line end, which no string can.
// But a template that begins on this line, in braces that do not, is closed by it:
// then it is the string's quote that is missing.
func (s *splitter) closesBlockInstead(target int) bool {
	f := s.frames.at(target)
	quoted := f.kind == templateFrame && s.frames.at(target-1).kind == quoteFrame
	if !quoted || f.doc > f.block || s.pos > 0 && s.text[s.pos-1] == '~' {
		return false
	}
	if f.open >= s.lineStart && s.bracedBefore(f.block) {
		return false
	}
	rest := strings.TrimLeft(s.text[s.pos+1:], " \t\r")
	return rest == "" || rest[0] == '\n' || rest[0] == '#' || strings.HasPrefix(rest, "//")
}

// bracedBefore reports whether the braces around this line begin on an earlier one.
func (s *splitter) bracedBefore(block int) bool {
	if block >= 0 {
		return s.frames.at(block).open < s.lineStart
	}
	return !s.margin.inBody || s.lineStart > 0 // the brace of a body stands before the text
}

// quoted steps over the literal part of a quoted string. At a line end the
// string is over; if it is a label that swallowed the brace of its header, the
// brace is open from there on.
func (s *splitter) quoted() {
	for s.pos < len(s.text) {
		switch c := s.text[s.pos]; c {
		case '"':
			s.frames.pop()
			s.pos++
			return
		case '\n':
			s.anomaly = true
			s.frames.pop()
			if s.head.shape == blockHead && s.head.broken == s.pos && s.head.brace >= 0 {
				s.frames.push('{', s.head.brace)
			}
			return
		case '\\':
			s.pos++
			if s.pos < len(s.text) && s.text[s.pos] != '\n' {
				s.pos++
			}
		case '$', '%':
			if s.template(c) {
				return
			}
		default:
			s.pos++
		}
	}
}

// template steps over "$" or "%" in a literal and reports whether it opened a
// template.
func (s *splitter) template(c byte) bool {
	rest := s.text[s.pos:]
	switch {
	case len(rest) > 1 && rest[1] == '{':
		s.frames.push(templateFrame, s.pos)
		s.pos += 2
		return true
	case len(rest) > 2 && rest[1] == c && rest[2] == '{':
		s.pos += 3
	default:
		s.pos++
	}
	return false
}
