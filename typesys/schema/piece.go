package schema

import "encoding/binary"

// This file reads the parts of a piece of an index.

// pieceReader reads forwards. A piece that ends too early makes it bad, and what
// it reads from then on is empty.
type pieceReader struct {
	text []byte
	bad  bool
}

func (p *pieceReader) err() error {
	if p.bad {
		return errDamaged
	}
	return nil
}

func (p *pieceReader) number() uint64 {
	v, n := binary.Uvarint(p.text)
	if n <= 0 {
		p.text, p.bad = nil, true
		return 0
	}
	p.text = p.text[n:]
	return v
}

func (p *pieceReader) bytes() []byte {
	n := p.number()
	if n > uint64(len(p.text)) {
		p.text, p.bad = nil, true
		return nil
	}
	b := p.text[:n]
	p.text = p.text[n:]
	return b
}

func (p *pieceReader) string() string { return string(p.bytes()) }

// span is a range of bytes, never a negative one.
func (p *pieceReader) span() span {
	at := span{int64(p.number()), int64(p.number())}
	if at.start < 0 || at.size < 0 || at.start+at.size < 0 {
		p.text, p.bad = nil, true
		return span{}
	}
	return at
}

// shared reads a text that is written as what differs from the one before, over
// which it is written.
func (p *pieceReader) shared(before []byte) []byte {
	n := p.number()
	if n > uint64(len(before)) {
		p.text, p.bad = nil, true
		return nil
	}
	return append(before[:n], p.bytes()...)
}

// canonical is how much of the module the canonical token keeps, or -1 and the
// module it has.
func (p *pieceReader) canonical() (kept int, module string) {
	n := p.number()
	if n == 0 {
		return -1, p.string()
	}
	return int(min(n-1, 1<<30)), ""
}
