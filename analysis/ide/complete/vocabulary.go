package complete

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file counts the words that the program uses near the cursor: what has been
// used is likely to be used again.
//
// It reads text and not trees, so that it costs the same in every program, and
// does not mind that the text is broken.

// maxRead is how many bytes of text are read.
const maxRead = 64 << 10

// vocabulary is how often words are used, by the form of the word.
type vocabulary struct {
	called  map[string]int // in front of a parenthesis
	members map[string]int // behind a dot
	named   map[string]int // in front of an equals sign, or a brace as blocks have it
	texts   map[string]int // the whole content of a string
}

// used is the vocabulary around the cursor, read when it is first asked for.
func (c *completer) used() *vocabulary {
	if c.words != nil {
		return c.words
	}
	c.words = &vocabulary{map[string]int{}, map[string]int{}, map[string]int{}, map[string]int{}}
	word := c.Word()
	before := syntax.Span{Start: max(0, word.Start-maxRead/2), End: word.Start}
	after := syntax.Span{Start: word.End, End: min(c.File.Len(), word.End+maxRead/2)}
	c.words.read(c.File.Slice(before))
	c.words.read(c.File.Slice(after))
	left := maxRead - before.Len() - after.Len()
	for _, f := range c.p.Files {
		if f.Path == c.File.Path || left <= 0 {
			continue
		}
		part := syntax.Span{End: min(f.Len(), left)}
		c.words.read(f.Slice(part))
		left -= part.End
	}
	return c.words
}

// read counts the words of a text.
func (v *vocabulary) read(text string) {
	for at := 0; at < len(text); {
		switch b := text[at]; {
		case b == '"':
			at = v.readString(text, at+1)
		case b == '#':
			at = lineEnd(text, at)
		case isLetter(b):
			end := at + 1
			for end < len(text) && (isLetter(text[end]) || '0' <= text[end] && text[end] <= '9') {
				end++
			}
			v.count(text, at, end)
			at = end
		default:
			at++
		}
	}
}

// readString counts a string without templates, and steps over it; into one with
// templates it steps.
func (v *vocabulary) readString(text string, at int) int {
	end := strings.IndexAny(text[at:], "\"\n$\\")
	if end < 0 || text[at+end] != '"' {
		return at
	}
	v.texts[text[at:at+end]]++
	return at + end + 1
}

func (v *vocabulary) count(text string, at, end int) {
	word := text[at:end]
	if at > 0 && text[at-1] == '.' {
		v.members[word]++
		return
	}
	for ; end < len(text) && (text[end] == ' ' || text[end] == '\t'); end++ {
	}
	if end == len(text) {
		return
	}
	switch text[end] {
	case '(':
		v.called[word]++
	case '=', '{':
		v.named[word]++
	}
}

func isLetter(b byte) bool {
	return 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || b == '_' || b >= 0x80
}

func lineEnd(text string, at int) int {
	if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(text)
}
