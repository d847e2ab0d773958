package split

import (
	"iter"
	"strconv"
	"strings"
)

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
