package state

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// This file reads JSON piece by piece, and reports what is wrong at its line and column.

// Error says what is wrong with a file, and where.
type Error struct {
	// Line and Column begin at 1; a column is one character.
	Line, Column int
	// Message is one or two clauses, without a full stop.
	Message string
}

// Error returns the message after its place.
func (e *Error) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Message)
}

// reader reads a part of a file.
type reader struct {
	decoder *jsontext.Decoder
	file    []byte
	// base is where the part begins in the file. The plaintext of a secret is not in the file as
	// such: all of it stands there.
	base      int
	plaintext bool
	// nodes counts the members of the property that is being read, and secret tells whether there is
	// a secret in it.
	nodes  int
	secret bool
	// encrypted is the error about the first secret that is encrypted, if nothing says how.
	encrypted error
	key       *Key
}

// newReader reads a part of a file, with the options in addition to those of the engine, which
// replaces what is no Unicode.
func newReader(file []byte, start, end int, options ...jsontext.Options) *reader {
	options = append(options, jsontext.AllowInvalidUTF8(true))
	return &reader{decoder: jsontext.NewDecoder(bytes.NewBuffer(file[start:end]), options...), file: file, base: start}
}

// fail returns an error at an offset of the file. Invariant: an error contains no text of a property.
func (r *reader) fail(at int, format string, args ...any) error {
	before := r.file[:min(at, len(r.file))]
	line := bytes.Count(before, []byte("\n")) + 1
	column := utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]) + 1
	return &Error{Line: line, Column: column, Message: fmt.Sprintf(format, args...)}
}

// offset is the place in the file of one in the part.
func (r *reader) offset(in int64) int {
	if r.plaintext {
		return r.base
	}
	return r.base + int(in)
}

// deepest is how deep JSON may be nested for the decoder, and for the engine.
const deepest = 10_000

// next is where the next token begins in the file.
func (r *reader) next() int {
	r.decoder.PeekKind()
	between := r.decoder.UnreadBuffer()
	return r.offset(r.decoder.InputOffset() + int64(len(between)-len(bytes.TrimLeft(between, " \t\r\n,:"))))
}

// broken is the error for JSON that cannot be read. The decoder's own may quote the text.
func (r *reader) broken(err error) error {
	var syntactic *jsontext.SyntacticError
	at := r.offset(r.decoder.InputOffset())
	if errors.As(err, &syntactic) {
		at = r.offset(syntactic.ByteOffset)
	}
	switch {
	case r.plaintext:
		return r.fail(at, "the plaintext of this secret is not JSON")
	case errors.Is(err, jsontext.ErrDuplicateName):
		return r.fail(at, "this name stands twice in one object; remove one")
	case r.decoder.StackDepth() >= deepest:
		return r.fail(at, "the JSON text is nested too deeply")
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return r.fail(at, "the JSON text ends too early; export the stack again")
	}
	return r.fail(at, "this is not valid JSON")
}

// token reads a token.
func (r *reader) token() (jsontext.Token, error) {
	t, err := r.decoder.ReadToken()
	if err != nil {
		return t, r.broken(err)
	}
	return t, nil
}

// skip passes a value.
func (r *reader) skip() error {
	if err := r.decoder.SkipValue(); err != nil {
		return r.broken(err)
	}
	return nil
}

// kinds are the kinds of values in messages.
var kinds = map[jsontext.Kind]string{
	jsontext.KindNull: "null", jsontext.KindTrue: "a bool", jsontext.KindFalse: "a bool", jsontext.KindString: "a string",
	jsontext.KindNumber: "a number", jsontext.KindBeginObject: "an object", jsontext.KindBeginArray: "a list",
}

// begin checks the kind of the next value. Null counts as left out: begin passes it and returns false.
func (r *reader) begin(what string, want jsontext.Kind) (bool, error) {
	switch got := r.decoder.PeekKind(); {
	case got == jsontext.KindNull:
		return false, r.skip()
	case kinds[got] == kinds[want]:
		return true, nil
	case kinds[got] == "":
		return false, r.skip() // which tells what is wrong
	default:
		return false, r.fail(r.next(), "%s must be %s, not %s", what, kinds[want], kinds[got])
	}
}

// members reads an object; the function reads the value of each member.
func (r *reader) members(what string, member func(name string) error) error {
	if ok, err := r.begin(what, jsontext.KindBeginObject); !ok {
		return err
	}
	_, err := r.token()
	for err == nil && r.decoder.PeekKind() != jsontext.KindEndObject {
		var name jsontext.Token
		if name, err = r.token(); err == nil {
			err = member(name.String())
		}
	}
	if err == nil {
		_, err = r.token()
	}
	return err
}

// elements reads a list; the function reads each element.
func (r *reader) elements(name string, element func() error) error {
	if ok, err := r.begin(quoted(name), jsontext.KindBeginArray); !ok {
		return err
	}
	_, err := r.token()
	for err == nil && r.decoder.PeekKind() != jsontext.KindEndArray {
		err = element()
	}
	if err == nil {
		_, err = r.token()
	}
	return err
}

// into reads the value of a field to where a pointer leads, or that of an object to where the
// pointers of its fields lead. A field without a pointer is passed.
func (r *reader) into(name string, to any) error {
	switch to := to.(type) {
	case map[string]any:
		return r.members(quoted(name), func(name string) error { return r.into(name, to[name]) })
	case *string:
		return r.scalar(name, jsontext.KindString, func(t jsontext.Token) { *to = t.String() })
	case *bool:
		return r.scalar(name, jsontext.KindTrue, func(t jsontext.Token) { *to = t.Bool() })
	case *[]string:
		return r.elements(name, func() error {
			var text string
			err := r.into(name, &text)
			*to = append(*to, text)
			return err
		})
	case *map[string][]string:
		*to = map[string][]string{}
		return r.members(quoted(name), func(key string) error {
			var texts []string
			err := r.into(name, &texts)
			(*to)[key] = texts
			return err
		})
	}
	return r.skip()
}

func (r *reader) scalar(name string, kind jsontext.Kind, set func(jsontext.Token)) error {
	ok, err := r.begin(quoted(name), kind)
	if !ok {
		return err
	}
	t, err := r.token()
	if err == nil {
		set(t)
	}
	return err
}

func quoted(name string) string { return "`" + name + "`" }
