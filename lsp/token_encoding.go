// This file encodes semantic tokens as the protocol does: five numbers for each token, relative to the token before it.

package lsp

import (
	"encoding/binary"
	"hash/fnv"
	"slices"
	"unicode/utf8"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/semantic"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// numbersOfToken is how many numbers encode a token.
const numbersOfToken = 5

// itemTokens holds the tokens of one item. Lines are relative to the item. Items begin at the start of a line, so nothing depends on the place of the
// item.
type itemTokens struct {
	data      []byte // the numbers of all tokens as varints, which need a quarter of the memory, without the line of the first token
	count     uint32 // of numbers, with the line of the first token
	firstLine int
	lastLine  int
	sum       uint64 // of data
}

func numbers(of []segment) []uint32 {
	n := 0
	for _, s := range of {
		n += int(s.count)
	}
	all := make([]uint32, 0, n)
	for _, s := range of {
		if s.count == 0 {
			continue
		}
		all = append(all, s.gap)
		for data := s.of.data; len(data) > 0; {
			number, size := binary.Uvarint(data)
			all, data = append(all, uint32(number)), data[size:]
		}
	}
	return all
}

func (c client) encode(it *syntax.Item, tokens []semantic.Token) *itemTokens {
	item := &itemTokens{}
	data := make([]byte, 0, numbersOfToken*len(tokens)) // nearly all numbers take one byte
	line, from, at := 0, 0, 0                           // from is where the last token of the line began, or the line
	for _, t := range tokens {
		number := c.legend.types[t.Type]
		if number < 0 {
			continue
		}
		for ; at < t.Span.Start; at++ {
			if isLineEnd(it.Text, at) {
				line, from = line+1, at+1
			}
		}
		if item.count == 0 {
			item.firstLine = line
		} else {
			data = binary.AppendUvarint(data, uint64(line-item.lastLine))
		}
		for _, n := range []uint32{
			width(it.Text[from:t.Span.Start], c.encoding), width(it.Text[t.Span.Start:t.Span.End], c.encoding), uint32(number), c.legend.bits(t.Modifiers),
		} {
			data = binary.AppendUvarint(data, uint64(n))
		}
		from, item.lastLine = t.Span.Start, line
		item.count += numbersOfToken
	}
	item.data = slices.Clone(data) // without the room to grow
	sum := fnv.New64a()
	sum.Write(data)
	item.sum = sum.Sum64()
	return item
}

// isLineEnd reports whether a line ends with a byte, like a [syntax.Mapper].
func isLineEnd(text string, at int) bool {
	return text[at] == '\n' || text[at] == '\r' && (at+1 == len(text) || text[at+1] != '\n')
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
