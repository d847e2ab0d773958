// This file encodes semantic tokens as the protocol does: five numbers for each token, relative to the token before it.

package lsp

import (
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/semantic"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// numbersOfToken is how many numbers encode a token.
const numbersOfToken = 5

// itemTokens holds the tokens of one item. The line of the first token is relative to the item. Items begin at the start of a line, so the numbers do
// not depend on the place of the item.
type itemTokens struct {
	data     []uint32
	lastLine int    // of the last token, relative to that of the item
	sum      uint64 // of data
}

// documentTokens holds the tokens of a document. It is immutable.
type documentTokens struct {
	id       string // equal for equal tokens, and different otherwise with near certainty
	items    []semantic.Placed[*itemTokens]
	segments []segment
}

// segment is an item with tokens. gap is the distance in lines from the last token before it.
type segment struct {
	*itemTokens
	gap uint32
}

// contents identifies the tokens of a segment, so that segments of different items can be compared.
type contents struct {
	sum    uint64
	gap    uint32
	length int
}

func (s segment) contents() contents { return contents{s.sum, s.gap, len(s.data)} }

func (s segment) same(as segment) bool { return s == as || s.contents() == as.contents() }

func newDocumentTokens(items []semantic.Placed[*itemTokens]) *documentTokens {
	c := &documentTokens{items: items, segments: segmentsOf(items)}
	c.id = idOf(c.segments)
	return c
}

func segmentsOf(items []semantic.Placed[*itemTokens]) []segment {
	all := make([]segment, 0, len(items))
	last := 0
	for _, it := range items {
		if item := it.Made; len(item.data) > 0 {
			all = append(all, segment{item, uint32(it.Line + int(item.data[0]) - last)})
			last = it.Line + item.lastLine
		}
	}
	return all
}

// idOf computes an id from the sums of the items, which is cheap for a long document. The hash is not safe against collisions made on purpose, which
// would only affect their author.
func idOf(segments []segment) string {
	const prime = 0x100000001b3
	a, b := uint64(len(segments)), uint64(prime)
	for _, s := range segments {
		a = (bits.RotateLeft64(a, 29)^uint64(s.gap))*prime ^ s.sum
		b = (bits.RotateLeft64(b, 31)^s.sum)*prime + uint64(s.gap)
	}
	return strconv.FormatUint(a, 36) + "-" + strconv.FormatUint(b, 36)
}

// numbers returns the tokens of consecutive segments.
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

// encode encodes the tokens of an item.
func (c client) encode(it *syntax.Item, tokens []semantic.Token) *itemTokens {
	mapper := syntax.NewMapper(it.Text)
	item := &itemTokens{}
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
	item.sum = binary.LittleEndian.Uint64(sum[:8])
	return item
}

// width returns the length of a part of a line in an encoding, like a [syntax.Mapper].
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
