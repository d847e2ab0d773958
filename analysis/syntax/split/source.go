package split

import (
	"sort"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
)

// source is a text to split, which all passes over it share: its lexer, and an
// index of where its heredocs may end.
type source struct {
	keywords Keywords
	margin   margin
	text     string
	lexer    *lex.Lexer
	behind   bool  // the text does not begin where its file does
	rest     *Rest // nil if the text ends where its file does

	indexed bool
	ends    map[string][]int // marker to starts of the lines that consist of it
	opens   map[string][]int // marker to starts of the lines that end in its introducer
	heads   []int            // starts of the lines that begin with a head at the margin
}

func newSource(p Part, k Keywords, m margin) *source {
	return &source{text: p.Text, behind: p.Behind, rest: p.Rest, keywords: k, margin: m, lexer: &lex.Lexer{Text: p.Text}}
}

// endOf returns the start of the line that ends a heredoc whose text goes on at an
// offset, or -1 if it never ends. A later heredoc with the same marker, opened
// under a head at the margin, owns the marker line that follows it:
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
func (src *source) endOf(marker string, from int) int {
	src.index()
	ends := src.ends[marker]
	i := sort.SearchInts(ends, from)
	if i == len(ends) {
		src.rest.findMarker(src, marker, len(src.heads) > 0 && src.heads[len(src.heads)-1] >= from)
		return -1
	}
	opens := src.opens[marker]
	last := sort.SearchInts(opens, ends[i]) - 1
	first := sort.SearchInts(src.heads, from)
	if last >= 0 && first < len(src.heads) && src.heads[first] <= opens[last] {
		return -1
	}
	return ends[i]
}

// index indexes the lines when the first heredoc is met. A line without a line end
// neither opens nor ends a heredoc.
func (src *source) index() {
	if src.indexed {
		return
	}
	src.indexed, src.ends, src.opens = true, map[string][]int{}, map[string][]int{}
	for start := 0; start < len(src.text); {
		n := strings.IndexByte(src.text[start:], '\n')
		if n < 0 {
			return
		}
		src.indexLine(start, start+n)
		start += n + 1
	}
}

func (src *source) indexLine(start, end int) {
	line := src.text[start:end]
	word := strings.TrimSpace(line)
	if word == "" {
		return
	}
	if lex.IdentifierEnd(word, 0) == len(word) {
		src.ends[word] = append(src.ends[word], start)
		return
	}
	if at := strings.LastIndex(line, "<<"); at >= 0 {
		if t := src.lexer.Code(start + at); t.Kind == lex.OpenHeredoc {
			marker := lex.Marker(src.text[t.Start:t.End])
			src.opens[marker] = append(src.opens[marker], start)
		}
	}
	indent := len(line) - len(strings.TrimLeft(line, " \t"))
	if indent > src.margin.column {
		return
	}
	head := src.keywords.Head(src.text, start+indent)
	if head.Known || src.margin.anyBlock && head.Shape != NoHead {
		src.heads = append(src.heads, start)
	}
}
