package syntax

import (
	"iter"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
)

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
