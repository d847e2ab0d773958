package schema

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json"
)

// This file implements the scanner: it walks over JSON and says where values are,
// without decoding them.
//
// Most of a schema is text in strings, and most of the rest is inside members that
// nobody asks for. So inside a value that is passed over, only quotes and brackets
// are looked at, and of a string only where it ends:
//
//	{"properties":{"size":{"description":"a \"big\" {one}"}}}
//	^           ^^         ^           ^ ^               ^^^^
//
// Brackets must pair, and that is all that is asked of such a value; the rest is
// found out when it is decoded. What is between the values that are told apart is
// checked in full.
//
// The text passes through a window. What lies behind the scanner leaves it, unless
// a value is being captured; so a schema of any size costs one window of memory.

const (
	windowSize = 1 << 17
	// peekWindow is enough for the beginning of most schemas, which are read to find one among many.
	peekWindow = 1 << 12
	// maxCapture is how long a value may be that is decoded while scanning, and the
	// name of a member.
	maxCapture = 1 << 24
	// maxNesting is how deep values may nest, as for other readers of JSON.
	maxNesting = 10000
)

var byteOrderMark = []byte("\xef\xbb\xbf")

// span is a range of bytes in the schema.
type span struct{ start, size int64 }

// scanner reads JSON text forwards.
type scanner struct {
	src    io.Reader
	srcErr error // why there is no more text

	window   []byte
	base     int64 // offset of the window in the text
	pos, end int   // what has been read and not yet been scanned
	mark     int   // what stays in the window from here on; -1 for nothing

	open   []byte // the brackets that are open
	nameAt int64  // where the name was that came last
}

// newScanner begins to read a text, some bytes at a time.
func newScanner(r io.Reader, window int) *scanner {
	s := &scanner{src: r, window: make([]byte, window), mark: -1}
	s.skipMark()
	return s
}

// skipMark passes over a byte order mark.
func (s *scanner) skipMark() {
	for s.end < len(byteOrderMark) && s.more() {
	}
	if bytes.HasPrefix(s.window[:s.end], byteOrderMark) {
		s.pos = len(byteOrderMark)
	}
}

// fault is what is wrong at a place.
type fault struct {
	at  int64
	err error
}

// Error says at which byte the text stops being a schema.
func (f *fault) Error() string { return fmt.Sprintf("not a package schema: byte %d: %v", f.at, f.err) }

// Unwrap is what is wrong.
func (f *fault) Unwrap() error { return f.err }

func (s *scanner) fault(format string, args ...any) error {
	return &fault{s.offset(), fmt.Errorf(format, args...)}
}

// offset is the place of the next byte in the text.
func (s *scanner) offset() int64 { return s.base + int64(s.pos) }

// more reads text into the window; false if there is none. It moves the window.
func (s *scanner) more() bool {
	if s.srcErr != nil {
		return false
	}
	s.forget()
	if s.end == len(s.window) {
		if len(s.window) >= maxCapture {
			s.srcErr = errors.New("a name or value is too long")
			return false
		}
		s.window = append(s.window, make([]byte, len(s.window))...)
	}
	for range 100 {
		n, err := s.src.Read(s.window[s.end:])
		s.end += n
		s.srcErr = err
		if n > 0 || err != nil {
			return n > 0
		}
	}
	s.srcErr = io.ErrNoProgress
	return false
}

// forget drops what is behind the scanner from the window.
func (s *scanner) forget() {
	keep := s.pos
	if s.mark >= 0 {
		keep, s.mark = s.mark, 0
	}
	copy(s.window, s.window[keep:s.end])
	s.base += int64(keep)
	s.pos -= keep
	s.end -= keep
}

// truncated is the error for text that ends too early.
func (s *scanner) truncated() error {
	s.pos = s.end
	if s.srcErr == nil || s.srcErr == io.EOF {
		return s.fault("%w", io.ErrUnexpectedEOF)
	}
	return s.fault("%w", s.srcErr)
}

// next is the byte that comes after white space. It is not consumed.
func (s *scanner) next() (byte, error) {
	for {
		for ; s.pos < s.end; s.pos++ {
			switch c := s.window[s.pos]; c {
			case ' ', '\t', '\r', '\n':
			default:
				return c, nil
			}
		}
		if !s.more() {
			return 0, s.truncated()
		}
	}
}

// expect consumes a byte.
func (s *scanner) expect(want byte, what string) error {
	c, err := s.next()
	switch {
	case err != nil:
		return err
	case c != want:
		return s.unexpected(what)
	}
	s.pos++
	return nil
}

func (s *scanner) unexpected(what string) error {
	return s.fault("found %c where %s belongs", rune(s.window[s.pos]), what)
}

// members visits the members of the object that comes next. The visitor must
// consume the value; the name holds until then. A null is an object without
// members.
func (s *scanner) members(visit func(name []byte) error) error {
	switch c, err := s.next(); {
	case err != nil:
		return err
	case c == 'n':
		var null struct{}
		return s.into(&null)
	}
	if err := s.expect('{', "an object"); err != nil {
		return err
	}
	if c, err := s.next(); err != nil || c == '}' {
		s.pos++
		return err
	}
	return s.named(visit)
}

// named visits the members of an object from a name on that comes next.
func (s *scanner) named(visit func(name []byte) error) error {
	for {
		name, err := s.name()
		if err == nil {
			err = visit(name)
		}
		if err != nil {
			return err
		}
		if last, err := s.isLast(); err != nil || last {
			return err
		}
	}
}

// isLast consumes what comes after a member, and reports whether it was the last
// one of its object.
func (s *scanner) isLast() (bool, error) {
	c, err := s.next()
	if err != nil {
		return false, err
	}
	if c == '}' {
		s.pos++
		return true, nil
	}
	return false, s.expect(',', "a comma or the end of the object")
}

// name consumes the name of a member with its colon. The result holds until the
// scanner goes on.
func (s *scanner) name() ([]byte, error) {
	if c, err := s.next(); err != nil {
		return nil, err
	} else if c != '"' {
		return nil, s.unexpected("a name")
	}
	s.nameAt = s.offset()
	s.mark = s.pos
	defer func() { s.mark = -1 }()
	if err := s.skip(); err != nil {
		return nil, err
	}
	size := s.pos - s.mark
	if err := s.expect(':', "a colon"); err != nil {
		return nil, err
	}
	quoted := s.window[s.mark : s.mark+size]
	if isPlain(quoted[1 : size-1]) {
		return quoted[1 : size-1], nil
	}
	var text string
	if err := json.Unmarshal(quoted, &text, lenient...); err != nil {
		return nil, undecodable(s.nameAt, err)
	}
	return []byte(text), nil
}

// ones has a one in each byte.
const ones = 0x0101010101010101

// isPlain reports whether the inside of a string is what it stands for.
func isPlain(text []byte) bool {
	for ; len(text) >= 8; text = text[8:] {
		// The high bit of a byte is set where the byte has it, or where taking the
		// blank from it, or the backslash out of it, borrows.
		w := binary.LittleEndian.Uint64(text)
		slash := w ^ (ones * '\\')
		if (w|(w-ones*' ')|(slash-ones))&(ones<<7) != 0 {
			break // perhaps not; look at each byte
		}
	}
	for _, c := range text {
		if c < ' ' || c == '\\' || c >= 0x80 {
			return false
		}
	}
	return true
}

// value passes over the value that comes next and says where it is.
func (s *scanner) value() (span, error) {
	if _, err := s.next(); err != nil {
		return span{}, err
	}
	start := s.offset()
	err := s.skip()
	return span{start, s.offset() - start}, err
}

// into decodes the value that comes next.
func (s *scanner) into(v any) error {
	if _, err := s.next(); err != nil {
		return err
	}
	s.mark = s.pos
	defer func() { s.mark = -1 }()
	if err := s.skip(); err != nil {
		return err
	}
	if err := json.Unmarshal(s.window[s.mark:s.pos], v, lenient...); err != nil {
		return undecodable(s.base+int64(s.mark), err)
	}
	return nil
}

// atEnd makes sure that nothing follows.
func (s *scanner) atEnd() error {
	_, err := s.next()
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF) && s.srcErr == io.EOF:
		return nil
	case err == nil:
		return s.fault("text after the end of the schema")
	}
	return err
}
