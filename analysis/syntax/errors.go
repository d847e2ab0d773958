package syntax

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
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
