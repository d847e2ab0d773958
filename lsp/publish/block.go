// This file implements blocks: the encodings of findings in a row. Successive reports of a file share those in which nothing has changed.

package publish

import (
	"bytes"
	"fmt"
	"strconv"

	"go.lsp.dev/protocol"
)

const (
	// mostInBlock is how many findings a block has at most. A keystroke copies about two blocks.
	mostInBlock = 8
	// leastInBlock is how many findings a block has that is shared. Smaller ones are joined with what follows, so that edits leave no crumbs.
	leastInBlock = 3
	// usualSize is the space for a finding whose size is unknown.
	usualSize = 320
	// spare is the space that package protocol wants for a finding before it encodes one.
	spare = 600
)

// block is the encodings of some findings in a row. It is immutable.
//
// Why not one text of all findings: a file may have thousands, of which a keystroke changes one. Copying the others is most of the memory that it takes.
type block struct {
	json  []byte // with a comma before each finding
	parts []part
}

// part is where a finding stands in the text of a block, and in the file.
type part struct {
	start, tail int // offsets of its comma, and of everything after its range
	at          protocol.Range
}

// from returns the text of the block that is the nth of a report. Nothing precedes the first finding.
func (b *block) from(n int) []byte {
	if n == 0 {
		return b.json[1:]
	}
	return b.json
}

// tailOf returns what follows the range of a finding.
func (b *block) tailOf(i int) []byte {
	if i+1 < len(b.parts) {
		return b.json[b.parts[i].tail:b.parts[i+1].start]
	}
	return b.json[b.parts[i].tail:]
}

// builder puts findings into blocks, in their order.
type builder struct {
	left   int // how many findings will probably follow
	blocks []*block
	json   []byte // of the next block
	parts  []part
}

// report returns the findings so far. The builder must not be used afterwards.
func (b *builder) report() *report {
	b.finish()
	return newReport(b.blocks)
}

// keep takes over a whole block.
func (b *builder) keep(whole *block) {
	b.finish()
	b.left -= len(whole.parts)
	b.blocks = append(b.blocks, whole)
}

// keeps reports whether a block can be taken over as it is, unless its findings have changed.
func (b *builder) keeps(whole *block) bool {
	return len(whole.parts) >= leastInBlock && (len(b.parts) == 0 || len(b.parts) >= leastInBlock)
}

// move takes over a finding at another place.
func (b *builder) move(from *block, i int, at protocol.Range) {
	b.begin(at, len(from.json)+spare)
	b.json = append(b.json, from.tailOf(i)...)
}

// add encodes a finding.
func (b *builder) add(d protocol.Diagnostic) error {
	b.begin(d.Range, min(b.left, mostInBlock)*usualSize+spare)
	last := b.parts[len(b.parts)-1]
	encoded, err := protocol.AppendMarshal(b.json, &d)
	if err != nil {
		return err
	}
	head, again := encoded[last.start+1:last.tail], encoded[last.tail:]
	if !bytes.HasPrefix(again, head) {
		return fmt.Errorf("unexpected encoding of a finding: %s", again)
	}
	b.json = append(encoded[:last.tail], again[len(head):]...)
	return nil
}

// begin begins a finding with its range, in a block with room for the rest.
func (b *builder) begin(at protocol.Range, room int) {
	if len(b.parts) == mostInBlock {
		b.finish()
	}
	if b.json == nil {
		b.json = make([]byte, 0, room)
		b.parts = make([]part, 0, max(1, min(b.left, mostInBlock)))
	}
	b.left--
	start := len(b.json)
	b.json = appendRange(append(b.json, `,{"range":`...), at)
	b.parts = append(b.parts, part{start, len(b.json), at})
}

// finish ends the block.
func (b *builder) finish() {
	if len(b.parts) == 0 {
		return
	}
	if cap(b.json) > len(b.json)+len(b.json)/2 {
		b.json = bytes.Clone(b.json)
	}
	b.blocks = append(b.blocks, &block{b.json, b.parts})
	b.json, b.parts = nil, nil
}

// appendRange encodes a range.
func appendRange(b []byte, r protocol.Range) []byte {
	b = appendPosition(append(b, `{"start":`...), r.Start)
	b = appendPosition(append(b, `,"end":`...), r.End)
	return append(b, '}')
}

func appendPosition(b []byte, p protocol.Position) []byte {
	b = strconv.AppendUint(append(b, `{"line":`...), uint64(p.Line), 10)
	b = strconv.AppendUint(append(b, `,"character":`...), uint64(p.Character), 10)
	return append(b, '}')
}
