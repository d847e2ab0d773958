package probe

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/cursor"
)

// Place is an offset of a file, and what is being written there.
type Place struct {
	File   *syntax.File
	Offset int // in the file
	// Item is the item around the offset; an empty one where there is none.
	Item   syntax.Placed
	Cursor *cursor.Cursor
}

// At reads the text in front of an offset of a file.
func At(file *syntax.File, offset int) *Place {
	p := &Place{File: file, Offset: offset}
	found := false
	if p.Item, found = file.ItemAt(offset); !found {
		p.Item = syntax.Placed{Item: syntax.ParseItem("")}
	}
	if p.Item.Inputs != nil {
		p.Cursor = cursor.ReadBody(p.Item.Text, offset, p.Item.Keyword, p.Item.Labels[0].Value, p.Item.Labels[1].Value)
	} else {
		p.Cursor = cursor.Read(p.Item.Text, offset-p.Item.Base)
	}
	return p
}

// Word is the span in the file of the word at the cursor.
func (p *Place) Word() syntax.Span { return p.Cursor.Word.Shift(p.Item.Base) }
