package schema

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// This file implements opening: the one pass over a schema that finds out where
// its members are.

// Config is what opening may make use of. The zero value works.
type Config struct {
	// External supplies a package that the schema refers to; nil results are
	// packages that are not there. It is called when a member that refers to the
	// package is decoded, from any goroutine, and must not ask this package for
	// members.
	External func(Ref) *Package
}

// Open reads the names and places of all members of a schema of the given size.
// The text must not change while the package is in use. It is an error if the
// text is not JSON, with the byte where it stops being so, or has no name.
func Open(r io.ReaderAt, size int64) (*Package, error) { return Config{}.Open(r, size) }

// Open is [Open] with this configuration.
func (c Config) Open(r io.ReaderAt, size int64) (*Package, error) {
	p := &Package{text: r, external: c.External, format: defaultFormat}
	s := newScanner(io.NewSectionReader(r, 0, size))
	err := s.members(func(name string) error { return p.topLevel(s, name) })
	if err == nil {
		err = s.end()
	}
	if err != nil {
		return nil, s.locate(err)
	}
	if p.name == "" {
		return nil, errNoName
	}
	for _, t := range []*table{&p.resources, &p.functions, &p.types} {
		t.seal()
	}
	return p, nil
}

// Peek reads the name and version of a schema, and no further than it must. Most
// schemas begin with both.
func Peek(r io.Reader) (name, version string, err error) {
	s := newScanner(r)
	err = s.members(func(member string) error {
		var err error
		switch member {
		case "name":
			err = s.into(&name)
		case "version":
			err = s.into(&version)
		default:
			return s.skip()
		}
		if err == nil && name != "" && version != "" {
			return errEnough
		}
		return err
	})
	if err != nil && err != errEnough {
		return "", "", s.locate(err)
	}
	if name == "" {
		return "", "", errNoName
	}
	return name, strings.TrimPrefix(version, "v"), nil
}

var (
	errNoName = errors.New("not a package schema: it has no name")
	errEnough = errors.New("enough") // ends a scan early
)

// topLevel handles one member of the schema itself.
func (p *Package) topLevel(s *scanner, name string) error {
	switch name {
	case "name":
		return s.into(&p.name)
	case "version":
		err := s.into(&p.version)
		p.version = strings.TrimPrefix(p.version, "v")
		return err
	case "description":
		return s.into(&p.description)
	case "meta":
		return p.meta(s)
	case "provider":
		at, err := s.value()
		p.provider = at
		return err
	case "resources":
		return s.table(&p.resources)
	case "functions":
		return s.table(&p.functions)
	case "types":
		return s.table(&p.types)
	}
	return s.skip()
}

// meta takes over the module format. One that this program cannot use leaves the
// default: tokens are then less often found in short forms, and never wrongly.
func (p *Package) meta(s *scanner) error {
	var meta *struct {
		ModuleFormat string `json:"moduleFormat"`
	}
	if err := s.into(&meta); err != nil || meta == nil || meta.ModuleFormat == "" {
		return err
	}
	format, err := regexp.Compile(meta.ModuleFormat)
	if err != nil {
		p.problems.add("meta", "the module format cannot be used: %v", err)
		return nil
	}
	p.format = format
	return nil
}

// scanner reads the JSON text forwards.
type scanner struct {
	dec  *jsontext.Decoder
	base int64 // offset of the first byte that the decoder saw
	name []byte
}

const scanBuffer = 1 << 18

var byteOrderMark = []byte("\xef\xbb\xbf")

func newScanner(r io.Reader) *scanner {
	text := bufio.NewReaderSize(r, scanBuffer)
	s := &scanner{}
	if head, _ := text.Peek(len(byteOrderMark)); bytes.Equal(head, byteOrderMark) {
		n, _ := text.Discard(len(byteOrderMark))
		s.base = int64(n)
	}
	s.dec = jsontext.NewDecoder(text, lenient...)
	return s
}

// members visits the members of the object that comes next. The visitor must
// consume the value. A null is an object without members.
func (s *scanner) members(visit func(name string) error) error {
	start, err := s.dec.ReadToken()
	if err != nil {
		return err
	}
	switch start.Kind() {
	case 'n':
		return nil
	case '{':
	default:
		return fmt.Errorf("found %s where an object belongs", start.Kind())
	}
	for s.dec.PeekKind() != '}' {
		name, err := s.memberName()
		if err != nil {
			return err
		}
		if err := visit(name); err != nil {
			return err
		}
	}
	_, err = s.dec.ReadToken()
	return err
}

func (s *scanner) memberName() (string, error) {
	quoted, err := s.dec.ReadValue()
	if err != nil {
		return "", err
	}
	s.name, err = jsontext.AppendUnquote(s.name[:0], quoted)
	if err != nil && len(s.name) == 0 {
		return "", err
	}
	return string(s.name), nil
}

// value is the place of the value that comes next.
func (s *scanner) value() (span, error) {
	v, err := s.dec.ReadValue()
	if err != nil {
		return span{}, err
	}
	size := int64(len(v))
	return span{s.base + s.dec.InputOffset() - size, size}, nil
}

// skip passes over the value that comes next without holding it in memory.
func (s *scanner) skip() error { return s.dec.SkipValue() }

// into decodes the value that comes next.
func (s *scanner) into(v any) error { return json.UnmarshalDecode(s.dec, v, lenient...) }

// table notes all members of the object that comes next.
func (s *scanner) table(t *table) error {
	return s.members(func(token string) error {
		at, err := s.value()
		t.add(token, at)
		return err
	})
}

// end makes sure that nothing follows.
func (s *scanner) end() error {
	switch _, err := s.dec.ReadToken(); {
	case err == io.EOF:
		return nil
	case err != nil:
		return err
	}
	return errors.New("text after the end of the schema")
}

// locate says at which byte an error occurred.
func (s *scanner) locate(err error) error {
	at := s.dec.InputOffset()
	var syntactic *jsontext.SyntacticError
	var semantic *json.SemanticError
	switch {
	case errors.As(err, &syntactic):
		at, err = syntactic.ByteOffset, syntactic.Err
	case errors.As(err, &semantic):
		at = semantic.ByteOffset
		err = fmt.Errorf("found %s where %s belongs", semantic.JSONKind, semantic.GoType)
	case err == io.EOF:
		err = io.ErrUnexpectedEOF
	}
	return fmt.Errorf("not a package schema: byte %d: %w", s.base+at, err)
}
