package syntax

import (
	"math"
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
	f.until = s.heredocEnd(marker, next)
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

// heredocEnd returns where a heredoc ends whose text goes on at an offset, or -1.
func (s *splitter) heredocEnd(marker string, from int) int {
	end := s.heredocs.endOf(marker, from)
	if end < 0 {
		s.reach = math.MaxInt
	}
	s.reach = max(s.reach, end)
	return end
}

// heredocs is an index of the ends of heredocs and comments in a text, built when
// the first of them is met.
type heredocs struct {
	text   string
	margin margin
	behind bool  // the text does not begin where its file does
	rest   *rest // what follows the text; nil if nothing does

	built bool
	ends  map[string][]int // marker to starts of the lines that consist of it
	opens map[string][]int // marker to starts of the lines that end in its introducer
	heads []int            // starts of the lines that begin with a head at the margin

	commentsBuilt bool
	commentEnd    int // offset of the last "*/"; -1 without
}

// lastCommentEnd returns the offset of the last "*/" of the text, or -1.
func (h *heredocs) lastCommentEnd() int {
	if !h.commentsBuilt {
		h.commentsBuilt, h.commentEnd = true, strings.LastIndex(h.text, "*/")
	}
	return h.commentEnd
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
func (h *heredocs) endOf(marker string, from int) int {
	h.build()
	ends := h.ends[marker]
	i := sort.SearchInts(ends, from)
	if i == len(ends) {
		h.rest.findMarker(marker, len(h.heads) > 0 && h.heads[len(h.heads)-1] >= from)
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

func (h *heredocs) build() {
	if h.built {
		return
	}
	h.built, h.ends, h.opens = true, map[string][]int{}, map[string][]int{}
	for start := 0; start < len(h.text); {
		n := strings.IndexByte(h.text[start:], '\n')
		if n < 0 {
			return // a line without its end neither opens nor ends a heredoc
		}
		h.addLine(start, start+n)
		start += n + 1
	}
}

func (h *heredocs) addLine(start, end int) {
	line := h.text[start:end]
	word := strings.TrimSpace(line)
	if word == "" {
		return
	}
	if IdentifierEnd(word, 0) == len(word) {
		h.ends[word] = append(h.ends[word], start)
		return
	}
	if at := strings.LastIndex(line, "<<"); at >= 0 {
		if marker, _ := heredocIntroducer(h.text, start+at); marker != "" {
			h.opens[marker] = append(h.opens[marker], start)
		}
	}
	indent := len(line) - len(strings.TrimLeft(line, " \t"))
	if indent > h.margin.column {
		return
	}
	head := readHead(h.text, start+indent)
	if head.isKnownBlock(h.text) || h.margin.anyBlock && head.shape != noHead {
		h.heads = append(h.heads, start)
	}
}
