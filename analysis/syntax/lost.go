package syntax

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/split"
)

// Lost names: what broken text would declare. In
//
//	a = 1 b = 2
//
// only a is declared, but a use of b is not a second error.

// LostNames returns the names that texts with syntax errors seem to declare.
func (f *File) LostNames() []string {
	var names []string
	for _, it := range f.marked(markLossy) {
		names = append(names, it.LostNames()...)
	}
	return names
}

// LostNames returns the names besides its own that the text of the item seems to declare at
// its syntax errors.
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

// lostName returns the name that the text at an offset would declare if it began a line.
func (it *Item) lostName(at int) string {
	h := keywords().Head(it.Text, at)
	word := h.Name
	switch {
	case h.Known:
		if n := language.BlockOf(language.KindOf(word)).NameLabel(); n >= 0 {
			if labels := h.Labels(it.Text); n < len(labels) {
				return strings.Trim(it.Text[labels[n].Start:labels[n].End], `"`)
			}
		}
	case it.Kind != KindLocal && it.Kind != KindStray:
	case h.Shape == split.AttrHead, strings.HasPrefix(it.Text[lex.SkipBlank(it.Text, h.Word.End):], ":"):
		return word
	}
	return ""
}
