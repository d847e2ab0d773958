package syntax

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/split"
)

// Lost names: what broken text would declare if it could be read. Of
//
//	a = 1 b = 2
//
// only a is declared; that b is not is no second mistake.

// LostNames returns the names that text with a syntax error seems to declare.
func (f *File) LostNames() []string {
	var names []string
	for _, it := range f.marked(markLossy) {
		names = append(names, it.LostNames()...)
	}
	return names
}

// LostNames returns the names that the text of the item seems to declare besides
// its own, where it has a syntax error.
func (it *Item) LostNames() []string {
	var names []string
	for _, e := range it.Errors {
		if !losesName(e.Code) {
			continue
		}
		if name := it.lostName(e.Span.Start); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// losesName reports whether an error is at text that may declare something.
func losesName(code codes.Code) bool {
	return code == codes.SyntaxNewline || code == codes.SyntaxBodyItem
}

// lostName returns the name that the text at an offset of the item would declare
// at the start of a line.
func (it *Item) lostName(at int) string {
	h := keywords.Head(it.Text, at)
	word := h.Name
	switch {
	case h.Known:
		meant := Item{Kind: KindOf(word)}
		if n := meant.nameLabel(); n >= 0 && n < len(h.Labels) {
			label := h.Labels[n]
			return strings.Trim(it.Text[label.Start:label.End], `"`)
		}
	case it.Kind != KindLocal && it.Kind != KindStray:
	case h.Shape == split.AttrHead, strings.HasPrefix(it.Text[lex.SkipBlank(it.Text, h.Word.End):], ":"):
		return word
	}
	return ""
}
