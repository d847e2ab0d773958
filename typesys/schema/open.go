package schema

import (
	"bytes"
	"errors"
	"io"
	"strings"
)

// This file implements opening: with an index that was made before, or by the one
// pass over a schema that finds out where its members are.

// Config is what opening may make use of. The zero value works.
type Config struct {
	// External supplies a package that the schema refers to; nil results are
	// packages that are not there. It is called when a member that refers to the
	// package is decoded, from any goroutine, and must not ask this package for
	// members.
	External func(Ref) *Package
	// Rebuilt is given the new index when the one that a package was opened with
	// turns out to be damaged. It may be nil, and must not ask this package for
	// members.
	Rebuilt func(index []byte)
}

// Open reads the names and places of all members of a schema of the given size.
// The text must not change while the package is in use. It is an error if the
// text is no object with a name, or its brackets do not pair; the error has the
// byte where that is seen. What is inside a member is read when the member is.
func Open(r io.ReaderAt, size int64) (*Package, error) { return Config{}.Open(r, size) }

// Open is [Open] with this configuration.
func (c Config) Open(r io.ReaderAt, size int64) (*Package, error) {
	index, err := Index(r, size, "")
	if err != nil {
		return nil, err
	}
	return c.OpenIndexed(r, size, bytes.NewReader(index), "")
}

// OpenIndexed opens a schema by the index that [Index] made of it with the key.
// Neither of the texts is read more than is needed. It is an error if the index
// is none, or of another version, size or key. Damage that shows later makes the
// package scan the schema.
func (c Config) OpenIndexed(r io.ReaderAt, size int64, index io.ReaderAt, key string) (*Package, error) {
	img, err := readImage(index, size, key)
	if err != nil {
		return nil, err
	}
	p := &Package{head: img.head, text: r, external: c.External, index: &packageIndex{}}
	if p.format, err = compileFormat(p.head.format); err != nil {
		// Tokens are then less often found in short forms, and never wrongly.
		p.problems.add("meta", "the module format cannot be used: %v", err)
	}
	p.index.current.Store(img)
	p.index.failed = func(err error) { p.problems.add("", "%v", err) }
	p.index.rebuild = func() (*image, error) {
		index, err := Index(r, size, key)
		if err != nil {
			return nil, err
		}
		if c.Rebuilt != nil {
			c.Rebuilt(index)
		}
		return readImage(bytes.NewReader(index), size, key)
	}
	return p, nil
}

// Peek reads the name and version of a schema, and no further than it must. Most
// schemas begin with both.
func Peek(r io.Reader) (name, version string, err error) {
	s := newScanner(r, peekWindow)
	err = s.members(func(member []byte) error {
		var err error
		switch string(member) {
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
		return "", "", err
	}
	if name == "" {
		return "", "", errNoName
	}
	return name, strings.TrimPrefix(version, "v"), nil
}

var errEnough = errors.New("enough") // ends a scan early
