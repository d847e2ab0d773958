package syntax

import (
	"iter"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
)

// Files: items in a row. They answer questions about their text without joining it.

// Placed is an item at its place: Base is the offset of its text in the file, and Line the
// line there.
type Placed struct {
	*Item
	Base, Line int
}

// Span returns the range of the whole item in the file.
func (p Placed) Span() Span { return Span{Start: p.Base, End: p.Base + len(p.Text)} }

// moved returns the item at another place.
func (p Placed) moved(bytes, lines int) Placed {
	return Placed{Item: p.Item, Base: p.Base + bytes, Line: p.Line + lines}
}

// File is the text of one file cut into items. It is immutable.
//
// Invariant: a file maps places as the [Mapper] of its text does.
type File struct {
	Path   string
	Errors []Error // of the file as a whole, with spans in its text

	chunks  []placedChunk // the texts of their items, joined, are the text of the file
	remains map[int]bool  // bases of the stray items that belong to a broken item
	some    mark          // marks of any item
	work    work
	text    atomic.Pointer[string] // nil until first used
	limit   Limit                  // for the text of this and later versions
	large   bool                   // see [File.IsLarge]
	given   *Inputs                // of a large file of inputs, what was given from outside; otherwise nil
}

// Text returns the text of the file. The first call joins it, which is slow for a long file;
// see [File.Slice].
func (f *File) Text() string {
	if known := f.text.Load(); known != nil {
		return *known
	}
	text := f.join(Span{Start: 0, End: f.Len()})
	f.text.Store(&text)
	return text
}

// Len returns the length of the text.
func (f *File) Len() int {
	if len(f.chunks) == 0 {
		return 0
	}
	last := f.chunks[len(f.chunks)-1]
	return last.base + last.length
}

// Slice returns a part of the text. It clamps the span to the text.
func (f *File) Slice(s Span) string {
	s.Start, s.End = max(s.Start, 0), min(s.End, f.Len())
	if s.Start >= s.End {
		return ""
	}
	if known := f.text.Load(); known != nil {
		return (*known)[s.Start:s.End]
	}
	return f.join(s)
}

// join joins the texts of the items in a span of the text.
func (f *File) join(s Span) string {
	if s.Len() == 0 {
		return ""
	}
	first := f.IndexAt(s.Start)
	if it := f.Item(first); s.End <= it.Span().End {
		return it.Text[s.Start-it.Base : s.End-it.Base]
	}
	var b strings.Builder
	b.Grow(s.Len())
	for piece := range f.Pieces(s) {
		b.WriteString(piece)
	}
	return b.String()
}

// Pieces returns the parts of items that a span of the text consists of. It allocates no text.
func (f *File) Pieces(s Span) iter.Seq[string] {
	return func(yield func(string) bool) {
		if s.Len() <= 0 {
			return
		}
		for _, it := range f.From(f.IndexAt(s.Start)) {
			if it.Base >= s.End || !yield(it.Text[max(s.Start-it.Base, 0):min(s.End-it.Base, len(it.Text))]) {
				return
			}
		}
	}
}

// ItemAt returns the item that contains an offset, and false if the file has no
// items. The end of the file belongs to the last item.
func (f *File) ItemAt(offset int) (Placed, bool) {
	i := f.IndexAt(offset)
	if i < 0 {
		return Placed{}, false
	}
	return f.Item(i), true
}

// noItem is what a file without items has at every place.
var noItem = &Item{}

// at returns the item that contains an offset, as ItemAt does.
func (f *File) at(offset int) Placed {
	if it, ok := f.ItemAt(offset); ok {
		return it
	}
	return Placed{Item: noItem}
}

// on returns the item on a line.
func (f *File) on(line int) Placed {
	if i := f.indexOn(line); i >= 0 {
		return f.Item(i)
	}
	return Placed{Item: noItem}
}

// LineCount is [Mapper.LineCount] for the text.
func (f *File) LineCount() int {
	if len(f.chunks) == 0 {
		return 1
	}
	last := f.chunks[len(f.chunks)-1]
	return last.line + last.lineEnds + 1
}

// LineStart is [Mapper.LineStart] for the text.
func (f *File) LineStart(line int) int {
	it := f.on(line)
	return it.Base + it.mapped().LineStart(line-it.Line)
}

// LineEnd is [Mapper.LineEnd] for the text.
func (f *File) LineEnd(line int) int {
	it := f.on(line)
	return it.Base + it.mapped().LineEnd(line-it.Line)
}

// LineText is [Mapper.LineText] for the text.
func (f *File) LineText(line int) string {
	it := f.on(line)
	return it.mapped().LineText(line - it.Line)
}

// Line is [Mapper.Line] for the text.
func (f *File) Line(offset int) int {
	it := f.at(offset)
	return it.Line + it.mapped().Line(offset-it.Base)
}

// Position is [Mapper.Position] for the text.
func (f *File) Position(offset int, enc Encoding) (line, char int) {
	it := f.at(offset)
	line, char = it.mapped().Position(offset-it.Base, enc)
	return it.Line + line, char
}

// Offset is [Mapper.Offset] for the text.
func (f *File) Offset(line, char int, enc Encoding) int {
	it := f.on(line)
	return it.Base + it.mapped().Offset(line-it.Line, char, enc)
}

// Marks: facts about items that are needed for all items of a file after each edit. They take
// two bytes for each item, and each chunk has the marks of its items too.

// mark is a set of facts about an item.
type mark uint16

const (
	markStray       mark = 1 << iota // it is of [KindStray]
	markBlank                        // it is of [KindBlank]
	markLossy                        // it has an error at text that may declare something
	markInvalid                      // it has a byte that is not UTF-8
	markByteOrder                    // it begins with a byte order mark
	markBroken                       // it has an error, or is of [KindStray] or [KindUnknown]
	markStretch                      // a stretch begins with it
	markFar                          // and that stretch depends on text behind the head of the next
	markSuppression                  // it may have a comment that suppresses findings
	markPulumi                       // it is of [KindPulumi]
	markTypical                      // it is a block that only PCL has
)

// ownMarks returns the marks that depend on the item alone.
func (it *Item) ownMarks() mark {
	var m mark
	switch it.Kind {
	case KindStray:
		m |= markStray
	case KindBlank:
		m |= markBlank
	case KindPulumi:
		m |= markPulumi
	}
	if it.isTypical() {
		m |= markTypical
	}
	if len(it.Errors) > 0 || it.Kind == KindStray || it.Kind == KindUnknown {
		m |= markBroken
	}
	if slices.ContainsFunc(it.Errors, func(e Error) bool { return losesName(e.Code) }) {
		m |= markLossy
	}
	if lex.InvalidByte(it.Text) >= 0 {
		m |= markInvalid
	}
	if strings.HasPrefix(it.Text, lex.ByteOrderMark) {
		m |= markByteOrder
	}
	if strings.Contains(it.Text, suppressionPrefix) {
		m |= markSuppression
	}
	return m
}

// isTypical reports whether an item is a block that only PCL has. One that looks the same in other languages
// must parse, as package resources of Puppet begin like package blocks.
func (it *Item) isTypical() bool {
	switch b := language.BlockOf(it.Kind); {
	case b.Keyword == "" || it.Block() == nil:
		return false
	case b.Generic:
		return len(it.Errors) == 0
	}
	return len(it.Labels) > 0
}

// HasTypical reports whether the file has a block that only PCL has.
func (f *File) HasTypical() bool { return f.some&markTypical != 0 }

// Broken visits the items that have an error or are of [KindStray] or [KindUnknown], with their
// indexes. It is fast if there are none.
func (f *File) Broken() iter.Seq2[int, Placed] { return f.marked(markBroken) }

// PulumiBlocks visits the items of [KindPulumi], with their indexes. It is fast if there are none.
func (f *File) PulumiBlocks() iter.Seq2[int, Placed] { return f.marked(markPulumi) }

// marked visits the items with a mark, with their indexes.
func (f *File) marked(m mark) iter.Seq2[int, Placed] {
	return func(yield func(int, Placed) bool) {
		if f.some&m == 0 {
			return
		}
		for _, c := range f.chunks {
			if c.some&m == 0 {
				continue
			}
			for i, has := range c.marks {
				if has&m != 0 && !yield(c.first+i, c.item(i)) {
					return
				}
			}
		}
	}
}

// marksOf returns the marks of an item.
func (f *File) marksOf(i int) mark {
	c := f.chunks[f.chunkOf(i)]
	return c.marks[i-c.first]
}

// stretchAt returns the index of the item that begins the stretch of an item.
func (f *File) stretchAt(i int) int {
	for _, c := range slices.Backward(f.chunks[:f.chunkOf(i)+1]) {
		for i = min(i, c.behind()-1); i >= c.first; i-- {
			if c.marks[i-c.first]&markStretch != 0 {
				return i
			}
		}
	}
	return 0
}

// stretchFrom returns the index of the first item at or behind an index that begins a
// stretch, or the number of items.
func (f *File) stretchFrom(i int) int {
	for _, c := range f.chunks[f.chunkOf(i):] {
		for i = max(i, c.first); i < c.behind(); i++ {
			if c.marks[i-c.first]&markStretch != 0 {
				return i
			}
		}
	}
	return f.Count()
}
