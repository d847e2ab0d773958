package syntax

import (
	"iter"
	"strconv"
	"strings"
)

// The rest of a text: when a part of a file is split, the end of a heredoc or of a
// comment may be behind that part.

// rest is the text that follows a part: the end of the item that the part ends in,
// and items. In a nil rest nothing is found.
type rest struct {
	tail  string
	items iter.Seq2[int, Placed]
	found int             // the index of the last text that the part must have as well to be split; -1 for none
	asked map[string]bool // what was looked for already: markers, and the end of a comment
}

// each visits the texts of the rest, that of the tail being the first, until yield is false.
func (r *rest) each(yield func(i int, text string) bool) {
	if !yield(0, validUTF8(r.tail)) {
		return
	}
	i := 0
	for _, it := range r.items {
		if i++; !yield(i, validUTF8(it.Text)) {
			return
		}
	}
}

// first reports whether something is looked for the first time.
func (r *rest) first(what string) bool {
	if r == nil || r.asked[what] {
		return false
	}
	if r.asked == nil {
		r.asked = map[string]bool{}
	}
	r.asked[what] = true
	return true
}

// need notes that the part must go on to the end of a text of the rest.
func (r *rest) need(i int) { r.found = max(r.found, i) }

// findCommentEnd looks for the end of a comment.
func (r *rest) findCommentEnd() {
	if !r.first("*/") {
		return
	}
	r.each(func(i int, text string) bool {
		if !strings.Contains(text, "*/") {
			return true
		}
		r.need(i)
		return false
	})
}

// findMarker looks for the end of a heredoc behind whose start the part has a head
// at the margin, or has none. An end that belongs to another heredoc, as
// [heredocs.endOf] says, is none.
func (r *rest) findMarker(marker string, head bool) {
	if !r.first(marker + strconv.FormatBool(head)) {
		return
	}
	r.each(func(i int, text string) bool {
		if !strings.Contains(text, marker) {
			return true
		}
		h := &heredocs{text: text}
		h.build()
		ends, opens := h.ends[marker], h.opens[marker]
		if len(ends) == 0 {
			return true
		}
		owned := len(opens) > 0 && opens[0] < ends[0] && (head || len(h.heads) > 0 && h.heads[0] <= opens[0])
		if !owned {
			r.need(i)
		}
		return false
	})
}
