package format

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclwrite"
)

// This file formats one piece of text.

const byteOrderMark = "\ufeff"

// piece is a text of whole items.
type piece struct {
	text         string
	ending       string // the line ending of the file
	starts, ends bool   // the piece starts or ends the file
}

// maxPasses limits how often a text is formatted until it no longer changes.
const maxPasses = 4

// layOut formats the text. It fails if that would change the meaning.
func (p piece) layOut() (result string, ok bool) {
	defer func() {
		if recover() != nil { // hclwrite is not ours, and an unformatted piece does no harm
			result, ok = "", false
		}
	}()
	mark := ""
	text, found := strings.CutPrefix(p.text, byteOrderMark)
	if found {
		mark = byteOrderMark
	}
	text, ending, ok := p.unified(text)
	if !ok || growsTooMuch(text) {
		return "", false
	}
	settled, ok := p.settle(text)
	if !ok || settled != text && !sameTokens(text, settled) {
		return "", false
	}
	return mark + strings.ReplaceAll(settled, "\n", ending), true
}

// maxGrowth is how many times as long as a text the text is that is aligned, at most.
const maxGrowth = 256

// growsTooMuch reports whether many lines may be aligned with a line that is so long that the text would multiply.
func growsTooMuch(text string) bool {
	lines, longest := 0, 0
	for line := range strings.Lines(text) {
		lines, longest = lines+1, max(longest, len(line))
	}
	return lines > maxGrowth && lines*longest > maxGrowth*len(text)
}

// settle formats a text until it no longer changes. It fails if that does not happen.
func (p piece) settle(text string) (string, bool) {
	for range maxPasses {
		next := p.trim(string(hclwrite.Format([]byte(text))))
		if next == text {
			return text, true
		}
		text = next
	}
	return "", false
}

// unified converts a text to one kind of line ending and returns the ending for the result. In
// a heredoc line endings are content, so a text with heredocs keeps its own, and fails if it
// has both kinds.
func (p piece) unified(text string) (unified, ending string, ok bool) {
	if p.ending == "\n" && !strings.Contains(text, "\r") {
		return text, p.ending, true
	}
	unified = strings.ReplaceAll(text, "\r\n", "\n")
	if strings.Contains(unified, "\r") {
		return "", "", false
	}
	windows, lines := strings.Count(text, "\r\n"), strings.Count(text, "\n")
	switch {
	case !hasMultiline(unified):
		return unified, p.ending, true
	case windows == lines && lines > 0:
		return unified, "\r\n", true
	case windows == 0:
		return unified, "\n", true
	}
	return "", "", false
}
