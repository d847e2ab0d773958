package syntax

import (
	"sort"
	"strings"
)

// Heredocs: where they begin, where they end, and whether the end that is found
// is really theirs.

// openHeredoc opens a heredoc if its introducer stands here.
func (s *splitter) openHeredoc() bool {
	marker, next := heredocIntroducer(s.text, s.pos)
	if marker == "" || s.frames.depth() >= maxFrames {
		return false
	}
	open := s.pos
	s.pos, s.lineStart, s.trivia = next, next, next
	s.frames.push(heredocFrame, open)
	f := s.frames.top()
	f.marker = marker
	f.until = s.heredocs.endOf(s, marker, next)
	if f.until < 0 {
		s.anomaly = true
	}
	return true
}

// heredocIntroducer reads "<<X" or "<<-X" with the line end that must follow.
// It returns the marker and where the next line begins.
func heredocIntroducer(text string, pos int) (string, int) {
	rest, found := strings.CutPrefix(text[pos:], "<<")
	if !found {
		return "", 0
	}
	rest = strings.TrimPrefix(rest, "-")
	end := IdentifierEnd(rest, 0)
	marker, rest := rest[:end], rest[end:]
	rest = strings.TrimPrefix(rest, "\r")
	if !strings.HasPrefix(rest, "\n") {
		return "", 0
	}
	return marker, len(text) - len(rest) + 1
}

// heredocLine steps over the text of a heredoc up to the end of the line, the
// next template, or the marker.
func (s *splitter) heredocLine() {
	f := s.frames.top()
	if s.pos == s.lineStart && s.heredocStarts(f) {
		return
	}
	for s.pos < len(s.text) {
		switch c := s.text[s.pos]; c {
		case '\n':
			s.pos++
			s.lineStart, s.trivia = s.pos, s.pos
			return
		case '$', '%':
			if s.template(c) {
				return
			}
		default:
			s.pos++
		}
	}
}

// heredocStarts handles the start of a line in a heredoc. It reports whether the
// line ends the heredoc or, in one that never ends, begins a new piece.
func (s *splitter) heredocStarts(f *frame) bool {
	if f.until >= 0 && f.until < s.pos {
		f.until = s.heredocs.endOf(s, f.marker, s.pos)
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

// endsHeredoc handles, during recovery, a line of nothing but the marker inside
// an open template of a heredoc: the template was never closed.
func (s *splitter) endsHeredoc() bool {
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

// heredocs is an index of the lines of a text, built when the first heredoc is
// met.
type heredocs struct {
	built bool
	ends  map[string][]int // marker to starts of the lines that consist of it
	opens map[string][]int // marker to starts of the lines that end in its introducer
	heads []int            // starts of the lines that begin with a head at the margin
}

// endOf returns the start of the line that ends a heredoc whose text goes on at
// an offset, or -1 if it never ends. A later heredoc with the same marker,
// opened under a head at the margin, owns the marker line that follows it:
//
//	resource a "t" {
//	  x = <<EOT
//	}
//	resource b "t" {
//	  x = <<EOT
//	  EOT
//	}
//
// Here the first heredoc never ends.
func (h *heredocs) endOf(s *splitter, marker string, from int) int {
	if !h.built {
		h.build(s)
	}
	ends := h.ends[marker]
	i := sort.SearchInts(ends, from)
	if i == len(ends) {
		return -1
	}
	opens := h.opens[marker]
	last := sort.SearchInts(opens, ends[i]) - 1
	first := sort.SearchInts(h.heads, from)
	if last >= 0 && first < len(h.heads) && h.heads[first] <= opens[last] {
		return -1
	}
	return ends[i]
}

func (h *heredocs) build(s *splitter) {
	h.built, h.ends, h.opens = true, map[string][]int{}, map[string][]int{}
	for start := 0; start < len(s.text); {
		n := strings.IndexByte(s.text[start:], '\n')
		if n < 0 {
			return // a line without its end neither opens nor ends a heredoc
		}
		h.addLine(s, start, start+n)
		start += n + 1
	}
}

func (h *heredocs) addLine(s *splitter, start, end int) {
	line := s.text[start:end]
	word := strings.TrimSpace(line)
	if word == "" {
		return
	}
	if IdentifierEnd(word, 0) == len(word) {
		h.ends[word] = append(h.ends[word], start)
		return
	}
	if at := strings.LastIndex(line, "<<"); at >= 0 {
		if marker, _ := heredocIntroducer(s.text, start+at); marker != "" {
			h.opens[marker] = append(h.opens[marker], start)
		}
	}
	indent := len(line) - len(strings.TrimLeft(line, " \t"))
	if indent > s.margin.column {
		return
	}
	head := readHead(s.text, start+indent)
	if head.isKnownBlock(s.text) || s.margin.anyBlock && head.shape != noHead {
		h.heads = append(h.heads, start)
	}
}
