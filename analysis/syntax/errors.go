package syntax

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/parse"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/split"
)

// Errors of a file: those of its items at their places in the file, and those that only
// the whole file has.

// fileErrors returns the errors of the file as a whole. One wrong byte stands for all,
// because the encoding of the file causes them. A byte order mark is wrong in each item but
// the first.
func (f *File) fileErrors() []Error {
	var errs []Error
	for _, it := range f.marked(markInvalid) {
		bad := it.Base + lex.InvalidByte(it.Text)
		errs = append(errs, Error{
			Span:    Span{Start: bad, End: bad + 1},
			Code:    codes.SyntaxEncoding,
			Message: "The file is not valid UTF-8 at this byte; save it as UTF-8.",
		})
		break
	}
	for _, it := range f.marked(markByteOrder) {
		if it.Base > 0 {
			errs = append(errs, Error{
				Span:    Span{Start: it.Base, End: it.Base + len(lex.ByteOrderMark)},
				Code:    codes.SyntaxCharacter,
				Message: "A byte order mark may stand at the beginning of the file only; remove it.",
			})
		}
	}
	return errs
}

// ErrorsOf returns the errors of one item of a file with spans in the file's text. An error
// at the end of an item moves to the end of the item's last line. In the last item it stays
// at the end of the file.
func (f *File) ErrorsOf(it Placed) []Error {
	if f.remains[it.Base] {
		return nil
	}
	errs := make([]Error, 0, len(it.Errors))
	for _, e := range it.Errors {
		if e.Span.Len() == 0 && e.Span.Start == len(it.Text) && it.Span().End < f.Len() {
			end := len(strings.TrimRight(it.Text, " \t\r\n"))
			e.Span = Span{Start: end, End: min(end+1, len(it.Text))}
		}
		errs = append(errs, e.Shift(it.Base))
	}
	return errs
}

// FirstError returns the offset of a syntax error of the file; false if there is none.
func (f *File) FirstError() (offset int, ok bool) {
	for _, e := range f.Errors {
		return e.Span.Start, true
	}
	for _, it := range f.Broken() {
		for _, e := range f.ErrorsOf(it) {
			return e.Span.Start, true
		}
	}
	return 0, false
}

// Remains: stray text that belongs to a broken item before it. In
//
//	greeting = "Hello
//	  world"
//
// the string ends with its line. That is the one error to report, and the second line is the
// rest of the string. A body after a header without a brace is another example.

// findRemains returns the offsets of the stray items that belong to a broken item.
func (f *File) findRemains() map[int]bool {
	if f.some&markStray == 0 {
		return nil
	}
	remains := map[int]bool{}
	last, next := -1, 0 // the last item that is neither blank nor remains, and the first item behind the last stray one
	for i, it := range f.marked(markStray) {
		for k := i - 1; k >= next; k-- {
			if f.marksOf(k)&markBlank == 0 {
				last = k
				break
			}
		}
		if last >= 0 && f.Item(last).leaves(it.Text) {
			remains[it.Base] = true
		} else {
			last = i
		}
		next = i + 1
	}
	return remains
}

// leaves reports whether stray text behind the item belongs to it.
func (it *Item) leaves(text string) bool {
	if parse.BreaksString(it.Errors) {
		return true
	}
	lostBody := it.Keyword != "" && it.Block() == nil && len(it.Errors) > 0
	return lostBody && text[lex.SkipTrivia(text)] == '{'
}

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
