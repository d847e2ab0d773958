package complete

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file counts the words that the program uses near the cursor. A word that was used
// before is likely to be used again.
//
// It reads text, not syntax trees, so it is fast in every program and does not mind broken
// text.

// maxRead is how many bytes are read.
const maxRead = 64 << 10

// vocabulary counts words by how they are used.
type vocabulary struct {
	called  map[string]int    // before a parenthesis
	members map[string]int    // after a dot
	named   map[string]int    // before an equals sign, or before the brace of a block
	follows map[[2]string]int // two of them in a row; the first may be the token of the block
	ends    map[string]int    // before the brace that closes a block or object
	texts   map[string]int    // the whole content of a string

	last   string // the last of named or, at the start of a block, its token
	before string // the last one before the cursor
}

// readVocabulary counts the words of a file around a span, then those of the other files.
func readVocabulary(p *analysis.Program, file *syntax.File, word syntax.Span) *vocabulary {
	v := &vocabulary{called: map[string]int{}, members: map[string]int{}, named: map[string]int{}, follows: map[[2]string]int{}, ends: map[string]int{}, texts: map[string]int{}}
	before := syntax.Span{Start: max(0, word.Start-maxRead/2), End: word.Start}
	after := syntax.Span{Start: word.End, End: min(file.Len(), word.End+maxRead/2)}
	v.read(file.Slice(before))
	v.before, v.last = v.last, ""
	v.read(file.Slice(after))
	left := maxRead - before.Len() - after.Len()
	for _, f := range p.Files {
		if f.Path == file.Path || left <= 0 {
			continue
		}
		part := syntax.Span{End: min(f.Len(), left)}
		v.read(f.Slice(part))
		left -= part.End
	}
	return v
}

// read counts the words of a text.
func (v *vocabulary) read(text string) {
	for at := 0; at < len(text); {
		switch b := text[at]; {
		case b == '"':
			at = v.readString(text, at+1)
		case b == '}':
			v.ends[v.last]++
			v.last = ""
			at++
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

// readString counts a string without templates and returns the offset after it. It enters a
// string with templates.
func (v *vocabulary) readString(text string, at int) int {
	end := strings.IndexAny(text[at:], "\"\n$\\")
	if end < 0 || text[at+end] != '"' {
		return at
	}
	v.texts[text[at:at+end]]++
	if strings.HasPrefix(text[at+end+1:], " {") {
		v.last = text[at : at+end]
	}
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
		v.follows[[2]string{v.last, word}]++
		v.last = word
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
