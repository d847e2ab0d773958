package syntax

import (
	"fmt"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
)

// Large files: texts above a limit. They are not parsed, so opening one takes time and memory
// for its text and for nothing else. The text is cut into pieces that count as blank items, so
// that the file answers questions about places, and an edit costs what the piece around it
// costs. Whether a file is large depends on its text alone: an edit that shortens it makes it
// an ordinary file again.

// mostInPiece is the length after which a piece ends with the next line.
const mostInPiece = 64 << 10

// Unparsed returns a large file, whatever its length is. If there is a message, it is a
// finding in the file.
func Unparsed(path, text, message string) *File {
	b := fileBuilder{path: path}
	b.cut(text)
	f := b.file()
	f.large = true
	f.text.Store(&text)
	if message != "" {
		f.Errors = []Error{{Code: codes.FileSize, Message: message}}
	}
	return f
}

// Limit is the limit for the text of the file and its later versions.
func (f *File) Limit() Limit { return f.limit }

// IsLarge reports whether the file was not parsed because it is too long. It has a text and
// no items but blank ones.
func (f *File) IsLarge() bool { return f.large }

// cut adds the pieces of a text.
func (b *fileBuilder) cut(text string) {
	for len(text) > 0 {
		piece := text[:pieceEnd(text)]
		b.add(&Item{Kind: KindBlank, Text: piece, lineEnds: countLineEnds(piece), marks: markBlank | markStretch}, 0)
		text = text[len(piece):]
	}
}

// pieceEnd returns the length of the first piece of a text. It ends with a line, so that no
// line end is cut in two.
func pieceEnd(text string) int {
	if len(text) <= mostInPiece {
		return len(text)
	}
	if n := strings.IndexByte(text[mostInPiece:], '\n'); n >= 0 {
		return mostInPiece + n + 1
	}
	return len(text)
}

// editedPieces returns a large file after an edit. The file is parsed if its text is now
// within the limit.
func (f *File) editedPieces(e Edit) *File {
	first := f.IndexAt(e.Span.Start)
	last := min(f.IndexAt(e.Span.End)+1, f.Count()-1) // one more, as what is left of a piece may not end with a line
	within := Span{Start: f.Item(first).Base, End: f.Item(last).Span().End}
	b := fileBuilder{path: f.Path}
	for i, it := range f.All() {
		switch {
		case i == first:
			b.cut(f.after(e, within))
		case i < first || i > last:
			b.add(it.Item, 0)
		}
	}
	now := b.file()
	if f.limit.Allows(now.Len(), now.LineCount()) {
		return f.Replaced(now.Text())
	}
	now.large, now.limit, now.given, now.Errors = true, f.limit, f.given, f.Errors
	return now
}

// Limit is how long a text may be. The zero value is no limit.
type Limit struct{ Bytes, Lines int }

// LimitOf is the limit for files of this many mebibytes. Lines are limited too, because a text
// of short lines needs many times more memory than one of long lines.
func LimitOf(mebibytes int) Limit {
	return Limit{Bytes: mebibytes << 20, Lines: mebibytes * linesInMebibyte}
}

const linesInMebibyte = 25_000

// Times is a limit that is larger by a factor.
func (l Limit) Times(n int) Limit { return Limit{Bytes: n * l.Bytes, Lines: n * l.Lines} }

// Allows reports whether a text of this length is within the limit.
func (l Limit) Allows(bytes, lines int) bool {
	return l == Limit{} || bytes <= l.Bytes && lines <= l.Lines
}

// Exceeded is the message about a text of some length that the limit does not allow.
func (l Limit) Exceeded(bytes int) string {
	most := fmt.Sprintf("%d,%03d lines", l.Lines/1000, l.Lines%1000)
	if bytes > l.Bytes {
		most = fmt.Sprintf("%d MiB", l.Bytes>>20)
	}
	return "This file has more than " + most + " and is not checked; to check it, raise the setting `limits.fileSize`, or the option `--max-file-size` of a command."
}

// CountLines returns how many lines a text has. Its last line counts even if it is empty.
func CountLines(text string) int { return countLineEnds(text) + 1 }
