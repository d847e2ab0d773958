package plugins

import (
	"bytes"
	"io"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file reads the name and version of a schema.

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
