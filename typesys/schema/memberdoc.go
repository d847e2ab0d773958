package schema

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// This file reads what lists of members show of each: a list has dozens, of which
// nobody wants to decode the properties.

// MemberDoc is what a member says of itself as a whole.
type MemberDoc struct{ Description, Deprecation string }

// ResourceDoc is what the resource with a declared token says of itself. It is
// empty if there is none or it cannot be read. The resource is not decoded.
func (p *Package) ResourceDoc(token string) MemberDoc {
	if r := p.resourceCache.load(token); r != nil {
		return MemberDoc{r.Description, r.Deprecation}
	}
	return p.memberDoc(resourceTable, token)
}

// FunctionDoc is what the function with a declared token says of itself. It is
// empty if there is none or it cannot be read. The function is not decoded.
func (p *Package) FunctionDoc(token string) MemberDoc {
	if f := p.functionCache.load(token); f != nil {
		return MemberDoc{f.Description, f.Deprecation}
	}
	return p.memberDoc(functionTable, token)
}

// tableKinds are the tables of kinds of members.
var tableKinds = map[MemberKind]tableKind{ResourceMember: resourceTable, FunctionMember: functionTable, TypeMember: typeTable}

// IsWrittenAs reports whether two versions of a member have the same text. Then they differ at most in what the text
// refers to.
func (m Member) IsWrittenAs(other Member) bool {
	text, err := m.text()
	if err != nil {
		return false
	}
	others, err := other.text()
	return err == nil && bytes.Equal(text, others)
}

func (m Member) text() ([]byte, error) {
	at, err := m.Package.declaration(tableKinds[m.Kind], m.Token)
	if err != nil {
		return nil, err
	}
	return m.Package.read(at)
}

func (p *Package) memberDoc(kind tableKind, token string) (doc MemberDoc) {
	at, err := p.declaration(kind, token)
	if err != nil {
		return MemberDoc{}
	}
	text, err := p.read(at)
	if err != nil {
		return MemberDoc{}
	}
	s := &scanner{window: text, end: len(text), mark: -1, srcErr: io.EOF}
	err = s.members(func(name []byte) error {
		switch string(name) {
		case "description":
			return s.into(&doc.Description)
		case "deprecationMessage":
			return s.into(&doc.Deprecation)
		}
		return s.skip()
	})
	if err != nil {
		return MemberDoc{} // whoever decodes the member is told
	}
	return doc
}

// read is the text at a place.
func (p *Package) read(at span) ([]byte, error) {
	text := make([]byte, at.size)
	n, err := p.text.ReadAt(text, at.start)
	if n == len(text) {
		return text, nil
	}
	if err == nil || errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return nil, fmt.Errorf("read schema of %s: %w", p.head.name, err)
}
