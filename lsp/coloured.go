// This file implements semantic tokens as the protocol writes them: five numbers for
// each, relative to the one before.

package lsp

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"unicode/utf8"

	"github.com/pcl-lsp/pcl-lsp/analysis/semantic"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// numbersOfToken is how many numbers a token takes.
const numbersOfToken = 5

// colouredItem are the tokens of one item. The line of the first is relative to that of
// the item; items begin with a line, so the rest is what it is wherever the item stands.
type colouredItem struct {
	data     []uint32
	lastLine int     // of the last token, relative to that of the item
	sum      [8]byte // of data
}

// colouring are the tokens of a document. It is immutable.
type colouring struct {
	id    string // equal if and only if the tokens are
	items []semantic.Placed[*colouredItem]
}

// segment is an item that has tokens, with the distance in lines from the last token
// before it.
type segment struct {
	*colouredItem
	gap uint32
}

func newColouring(items []semantic.Placed[*colouredItem]) *colouring {
	c := &colouring{items: items}
	sums := make([]byte, 0, 12*len(items))
	for _, s := range c.segments() {
		sums = binary.LittleEndian.AppendUint32(sums, s.gap)
		sums = append(sums, s.sum[:]...)
	}
	sum := sha256.Sum256(sums)
	c.id = hex.EncodeToString(sum[:12])
	return c
}

func (c *colouring) segments() []segment {
	all := make([]segment, 0, len(c.items))
	last := 0
	for _, it := range c.items {
		if item := it.Made; len(item.data) > 0 {
			all = append(all, segment{item, uint32(it.Line + int(item.data[0]) - last)})
			last = it.Line + item.lastLine
		}
	}
	return all
}

// numbers are the tokens of some items that follow each other.
func numbers(of []segment) []uint32 {
	n := 0
	for _, s := range of {
		n += len(s.data)
	}
	all := make([]uint32, 0, n)
	for _, s := range of {
		all = append(all, s.data...)
		all[len(all)-len(s.data)] = s.gap
	}
	return all
}

// colour writes the tokens of an item.
func (c client) colour(it *syntax.Item, tokens []semantic.Token) *colouredItem {
	mapper := syntax.NewMapper(it.Text)
	item := &colouredItem{}
	lastStart := 0
	for _, t := range tokens {
		number := c.legend.types[t.Type]
		if number < 0 {
			continue
		}
		line := mapper.Line(t.Span.Start)
		if line != item.lastLine || len(item.data) == 0 {
			lastStart = mapper.LineStart(line)
		}
		step := width(it.Text[lastStart:t.Span.Start], c.encoding)
		item.data = append(item.data, uint32(line-item.lastLine), step, width(it.Text[t.Span.Start:t.Span.End], c.encoding), uint32(number), c.legend.bits(t.Modifiers))
		lastStart, item.lastLine = t.Span.Start, line
	}
	item.data = slices.Clip(item.data)
	encoded := make([]byte, 0, 4*len(item.data))
	for _, n := range item.data {
		encoded = binary.LittleEndian.AppendUint32(encoded, n)
	}
	sum := sha256.Sum256(encoded)
	copy(item.sum[:], sum[:])
	return item
}

// width is how many units of an encoding a part of a line takes, as a [syntax.Mapper]
// counts them.
func width(text string, enc syntax.Encoding) uint32 {
	if enc == syntax.UTF8 {
		return uint32(len(text))
	}
	n := utf8.RuneCountInString(text)
	if enc == syntax.UTF16 {
		for _, r := range text {
			if r > 0xFFFF {
				n++
			}
		}
	}
	return uint32(n)
}
