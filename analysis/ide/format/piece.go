package format

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclwrite"
)

// This file lays out one piece of text.

const byteOrderMark = "\ufeff"

// piece is a text of whole items.
type piece struct {
	text         string
	ending       string // the line end of the file
	starts, ends bool   // the piece begins or ends the file
}

// maxPasses bounds how often a text is laid out until it stays the same.
const maxPasses = 4

// layOut is the text laid out; false if that cannot be done without a change to
// what it says.
func (p piece) layOut() (result string, ok bool) {
	defer func() {
		if recover() != nil { // the formatter is not ours, and one piece unformatted is no harm
			result, ok = "", false
		}
	}()
	if tooDeep(p.text) {
		return "", false
	}
	mark := ""
	text, found := strings.CutPrefix(p.text, byteOrderMark)
	if found {
		mark = byteOrderMark
	}
	text, ending, ok := p.unified(text)
	if !ok {
		return "", false
	}
	settled, ok := p.settle(text)
	if !ok || settled != text && !sameTokens(text, settled) {
		return "", false
	}
	return mark + strings.ReplaceAll(settled, "\n", ending), true
}

// settle lays a text out until that changes nothing more; false if it does not
// come to an end.
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

// unified is a text with one sort of line end, and the line end that it gets in
// the result. In a heredoc line ends are content: a text with heredocs keeps its
// own, and one with both sorts is left alone.
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
