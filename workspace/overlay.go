package workspace

import "github.com/pcl-lsp/pcl-lsp/analysis/syntax"

// This file holds the texts of open documents.

// overlay is the text of an open document. A long one is parsed when it is first needed, by
// whoever needs it, so that opening it delays no other document.
type overlay struct {
	file    func() *syntax.File
	version int
	blocks  *blockMemory // nil if the document is not Markdown
}

// soon is the length of texts that are parsed when they are opened, which takes less than ten
// milliseconds.
const soon = 64 << 10

// with is the document with another text.
func (o overlay) with(f *syntax.File, version int) overlay {
	return overlay{func() *syntax.File { return f }, version, o.blocks}
}

// unparsed is the limit of documents that are not PCL: no text is within it.
var unparsed = syntax.Limit{Bytes: -1}

// newPage is a Markdown document that is opened.
func newPage(path, text string, version int) overlay {
	return overlay{blocks: &blockMemory{}}.with(syntax.ParseWithin(unparsed, syntax.OneByOne, path, text, nil), version)
}

// sameText reports whether two files have the same text, without joining it.
func sameText(a, b *syntax.File) bool {
	if a == nil || a == b {
		return a == b
	}
	if a.Len() != b.Len() || a.Count() != b.Count() {
		return false
	}
	first, last := a.SharedWith(b)
	for i := first; i < a.Count()-last; i++ {
		if a.Item(i).Text != b.Item(i).Text {
			return false
		}
	}
	return true
}
