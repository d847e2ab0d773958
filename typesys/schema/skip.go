package schema

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// This file implements how the scanner passes over values.

// class is what a byte outside of strings means for where a value ends.
type class uint8

const (
	nothing class = iota
	quotes
	opens
	closes
)

var classes = func() (table [256]class) {
	table['"'] = quotes
	table['{'], table['['] = opens, opens
	table['}'], table[']'] = closes, closes
	return table
}()

// skip passes over the value that comes next.
func (s *scanner) skip() error {
	c, err := s.next()
	if err != nil {
		return err
	}
	switch classes[c] {
	case quotes:
		s.pos++
		return s.restOfString()
	case opens:
		return s.nested()
	}
	return s.scalar()
}

// nested passes over an object or list.
func (s *scanner) nested() error {
	s.open = s.open[:0]
	for {
		text, at := s.window[s.pos:s.end], 0
		for at < len(text) {
			c := text[at]
			at++
			switch classes[c] {
			case quotes:
				n := bytes.IndexByte(text[at:], '"') + 1
				if n < 1 || text[at+n-2] == '\\' { // seldom: it has a quote in it, or ends further on
					n = closing(text[at:])
				}
				if n < 0 {
					s.pos += at
					if err := s.restOfString(); err != nil {
						return err
					}
					text, at = s.window[s.pos:s.end], 0
					continue
				}
				at += n
			case opens:
				if len(s.open) == maxNesting {
					s.pos += at - 1
					return s.fault("exceeded max depth")
				}
				s.open = append(s.open, c)
			case closes:
				// In ASCII a closing bracket is two after its opening one.
				if s.open[len(s.open)-1]+2 != c {
					s.pos += at - 1
					return s.unexpected("the end of " + kindWords[jsontext.Kind(s.open[len(s.open)-1])])
				}
				if s.open = s.open[:len(s.open)-1]; len(s.open) == 0 {
					s.pos += at
					return nil
				}
			}
		}
		s.pos = s.end
		if !s.more() {
			return s.truncated()
		}
	}
}

// restOfString passes over a string whose first quote is behind the scanner.
func (s *scanner) restOfString() error {
	for {
		text := s.window[s.pos:s.end]
		if n := closing(text); n >= 0 {
			s.pos += n
			return nil
		}
		s.pos = s.end
		if isEscaped(text) {
			s.pos-- // what it escapes is still to come
		}
		if !s.more() {
			return s.truncated()
		}
	}
}

// closing is the length of the inside of a string with its last quote; -1 if that
// is not there.
func closing(text []byte) int {
	for at := 0; ; at++ {
		n := bytes.IndexByte(text[at:], '"')
		if n < 0 {
			return -1
		}
		if at += n; !isEscaped(text[:at]) {
			return at + 1
		}
	}
}

// isEscaped reports whether what follows a text is escaped by its end.
func isEscaped(text []byte) bool {
	n := len(text)
	for n > 0 && text[n-1] == '\\' {
		n--
	}
	return (len(text)-n)%2 == 1
}

// scalar passes over a number or word, which ends where punctuation begins.
func (s *scanner) scalar() error {
	if c := s.window[s.pos]; c != '-' && (c < '0' || c > '9') && !strings.ContainsRune("tfn", rune(c)) {
		return s.unexpected("a value")
	}
	for {
		for ; s.pos < s.end; s.pos++ {
			if c := s.window[s.pos]; c <= ' ' || c == ',' || c == ':' || classes[c] != nothing {
				return nil
			}
		}
		if !s.more() {
			if s.srcErr == io.EOF {
				return nil
			}
			return s.truncated()
		}
	}
}

// undecodable says at which byte a value that begins at a place cannot be decoded.
func undecodable(start int64, err error) error {
	at := start
	var syntactic *jsontext.SyntacticError
	var semantic *json.SemanticError
	switch {
	case errors.As(err, &syntactic):
		at, err = start+syntactic.ByteOffset, syntactic.Err
	case errors.As(err, &semantic):
		at = start + semantic.ByteOffset
		err = errors.New("found " + semantic.JSONKind.String() + " where " + semantic.GoType.String() + " belongs")
	}
	return &fault{at, err}
}

// lenient accepts what other readers of schemas accept.
var lenient = []json.Options{jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)}

var kindWords = map[jsontext.Kind]string{
	'n': "null", 't': "true", 'f': "false", '"': "a text", '0': "a number", '{': "an object", '[': "a list",
}
