package plugins

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"golang.org/x/mod/semver"
)

// This file encodes and decodes protobuf messages, as far as the few needed fields
// require it.

// message is an encoded message under construction.
type message []byte

// text appends a string or bytes field, unless it is empty, which is the default.
func (m message) text(field int, value string) message {
	if value == "" {
		return m
	}
	return m.bytes(field, value)
}

// bytes appends a field even if it is empty.
func (m message) bytes(field int, value string) message {
	m = binary.AppendUvarint(m, uint64(field)<<3|wireBytes)
	m = binary.AppendUvarint(m, uint64(len(value)))
	return append(m, value...)
}

// handshake has the engine's address, and where the plugin is installed.
func handshake(engine, dir string) message {
	return message{}.text(1, engine).text(2, dir).text(3, dir)
}

func (p *Parameterization) message() message {
	if len(p.Args) == 0 {
		value := message{}.text(1, p.Name).text(2, p.Version).text(3, string(p.Value))
		return message{}.bytes(2, string(value))
	}
	args := message{}
	for _, a := range p.Args {
		args = args.bytes(1, a)
	}
	return message{}.bytes(1, string(args))
}

// getSchema asks for version 0 of the format, which is the only one.
func getSchema(subpackage, version string) message {
	return message{}.text(2, subpackage).text(3, version)
}

// The wire types.
const (
	wireVarint = 0
	wireFixed8 = 1
	wireBytes  = 2
	wireFixed4 = 5
)

var errWire = errors.New("not a protobuf message")

// eachField reads a message and visits the fields that are strings, bytes or messages:
// the number and the n bytes of content, of which visit may leave some unread.
func eachField(r io.Reader, visit func(field int, content io.Reader, n int64) error) error {
	in := bufio.NewReaderSize(r, 64<<10)
	for {
		tag, err := binary.ReadUvarint(in)
		if err == io.EOF {
			return nil
		}
		if err != nil || tag>>3 == 0 || tag>>3 > 1<<29-1 {
			return broken(err)
		}
		if err := field(in, tag, visit); err != nil {
			return err
		}
	}
}

// field reads one field after its tag.
func field(in *bufio.Reader, tag uint64, visit func(int, io.Reader, int64) error) error {
	switch tag & 7 {
	case wireVarint:
		if _, err := binary.ReadUvarint(in); err != nil {
			return broken(err)
		}
		return nil
	case wireFixed8:
		return skip(in, 8)
	case wireFixed4:
		return skip(in, 4)
	case wireBytes:
		n, err := binary.ReadUvarint(in)
		if err != nil || n > 1<<40 {
			return broken(err)
		}
		content := &io.LimitedReader{R: in, N: int64(n)}
		if err := visit(int(tag>>3), content, int64(n)); err != nil {
			return err
		}
		return skip(in, content.N)
	}
	return fmt.Errorf("%w: wire type %d", errWire, tag&7)
}

func skip(in *bufio.Reader, n int64) error {
	if _, err := io.CopyN(io.Discard, in, n); err != nil {
		return broken(err)
	}
	return nil
}

// broken is the error for a message that is cut off or has an invalid number. An error of
// the connection is kept.
func broken(err error) error {
	if err == nil || err == io.EOF || err == io.ErrUnexpectedEOF {
		return errWire
	}
	return fmt.Errorf("%w: %w", errWire, err)
}

// texts reads small messages: it keeps the texts of their first fields.
type texts [3]string

func (t *texts) read(r io.Reader) error {
	return eachField(r, func(field int, content io.Reader, _ int64) error {
		if field > len(t) {
			return nil
		}
		text, err := io.ReadAll(content)
		t[field-1] = string(text)
		return err
	})
}

// identify reads the name and version of the schema that was received.
func (c *conversation) identify() error {
	if c.schema.Size == 0 {
		return failed(NotSchema, "returned an empty answer: it does not provide its schema")
	}
	name, version, err := identity(c.text, c.schema.Size)
	if err != nil {
		return failed(NotSchema, "returned an invalid schema: %s", printable(err.Error())).because(err)
	}
	c.schema.Name, c.schema.Version = name, version
	return nil
}

// identity is the name and version in a text. It looks only at the beginning and the end;
// the rest is checked when the schema is opened.
func identity(text io.ReaderAt, size int64) (name, version string, err error) {
	name, version, err = schema.Peek(io.NewSectionReader(text, 0, size))
	if err != nil {
		return "", "", err
	}
	end := make([]byte, min(size, 64))
	if _, err := text.ReadAt(end, size-int64(len(end))); err != nil && err != io.EOF {
		return "", "", err
	}
	if !bytes.HasSuffix(bytes.TrimSpace(end), []byte("}")) {
		return "", "", io.ErrUnexpectedEOF
	}
	return name, version, nil
}

// fits reports whether a schema is the wanted one.
func fits(s Schema, r Request) error {
	e := failed(OtherPackage, "")
	e.Executable = r.Executable
	switch {
	case r.Name != "" && s.Name != r.Name:
		e.What = "returned the schema of " + printable(s.Name) + ", not of " + r.Name
	case r.Version != "" && s.Version != "" && !sameVersion(s.Version, r.Version):
		e.What = "returned version " + printable(s.Version) + " of " + printable(s.Name) + ", not " + r.Version
	default:
		return nil
	}
	return e
}

// sameVersion compares versions without build metadata.
func sameVersion(x, y string) bool {
	a, b := "v"+strings.TrimPrefix(x, "v"), "v"+strings.TrimPrefix(y, "v")
	if semver.IsValid(a) && semver.IsValid(b) {
		return semver.Compare(a, b) == 0
	}
	return a == b
}
