package probe

import (
	"iter"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// Mending: edits around the cursor that make the text parse with something in place of
// the word.

// candidates visits the items that the text can be mended to, the smallest change
// first: only the word replaced; the end of its expression added; the rest of the line
// dropped, with and without closing the brackets of this line or of this entry; all
// text behind the cursor dropped.
func (p *Place) candidates(word syntax.Span, text string) iter.Seq[syntax.Placed] {
	before, after := p.Item.Text[:word.Start-p.Item.Base], p.Item.Text[word.End-p.Item.Base:]
	line := syntax.Span{Start: word.Start, End: p.File.Len()} // the rest of the line
	if n := strings.IndexByte(after, '\n'); n >= 0 {
		line.End = word.End + n
	}
	tail := p.Cursor.Tail()
	variants := []syntax.Edit{{Span: word, Text: text}}
	if tail != "" {
		variants = append(variants, syntax.Edit{Span: word, Text: text + tail})
	}
	variants = append(variants,
		syntax.Edit{Span: line, Text: text + tail},
		syntax.Edit{Span: line, Text: text + tail + p.Cursor.CloseLine()},
		syntax.Edit{Span: line, Text: text + tail + p.Cursor.CloseEntry()},
	)
	return func(yield func(syntax.Placed) bool) {
		for _, v := range variants {
			if it, ok := p.File.Edited(v).ItemAt(word.Start); ok && !yield(it) {
				return
			}
		}
		it := p.Item.With(before + text + tail + p.Cursor.CloseAll())
		yield(syntax.Placed{Item: it, Base: p.Item.Base, Line: p.Item.Line})
	}
}

// isolated is a probe of the entry around the cursor without its siblings, first with
// and then without the arguments before it. It is the last resort where the text in
// front of the cursor is broken too. It returns nil if even that doesn't parse.
func (p *Place) isolated(text string) *Probe {
	for _, nullArguments := range []bool{false, true} {
		it := p.Item.With(p.Cursor.Isolated(nullArguments) + text + p.Cursor.Tail() + p.Cursor.CloseAll() + "\n")
		if path := findPlaceholder(it); path != nil {
			return &Probe{Item: syntax.Placed{Item: it, Base: p.Item.Base, Line: p.Item.Line}, Path: path}
		}
	}
	return nil
}
