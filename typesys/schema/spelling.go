package schema

import "strings"

// This file finds resources, functions and types by tokens in any spelling that the language accepts.

// Spelling says how the text of a token in a program relates to the declaration
// that it finds.
type Spelling uint8

const (
	// NotFound: there is no such member.
	NotFound Spelling = iota
	// AsDeclared: the text is the token of the schema.
	AsDeclared
	// Canonical: the text is the short form of the token.
	Canonical
	// ByFormat: the text is another spelling that the module format of the package
	// makes the same.
	ByFormat
	// ByFallback: the module in the text does not exist. The module format does not
	// match it, so that it counts as the index module, where a member of this name
	// happens to be.
	ByFallback
	// Former: the text is a name that the member had in an earlier version. See [Package.Renamed].
	Former
)

// Match is what a token in a program denotes.
type Match struct {
	// Token is the declared token; empty if there is none.
	Token string
	// Canonical is the canonical form of it.
	Canonical string
	// Spelling is how it was found.
	Spelling Spelling
}

// Canonical is the token in the form pkg:module:Member with the module shortened
// by the module format, empty for index. Malformed tokens stay as they are, and
// so do tokens of package pulumi.
func (p *Package) Canonical(token string) string {
	if t, ok := ParseToken(token); ok && t.Package != BuiltinPackage {
		return p.format.canonical(t)
	}
	return token
}

// find resolves a written token in one of the tables. What the two usual spellings
// denote is kept: every use of a type in a program asks, and the index is a file. Of
// the others there is no end.
func (p *Package) find(in tableKind, written string) Match {
	if known := p.matches[in].load(written); known != nil {
		return *known
	}
	m, sure := p.look(in, written)
	if sure && (m.Spelling == AsDeclared || m.Spelling == Canonical) {
		p.matches[in].get(strings.Clone(written), func() *Match { return &m })
	}
	return m
}

// look resolves a token by the index. The order of the attempts matters where two
// declared tokens have one canonical form. Of a table that can no longer be read
// nothing is known, so the token finds itself, and what it denotes is unreadable;
// that is not sure.
func (p *Package) look(in tableKind, written string) (m Match, sure bool) {
	t, ok := ParseToken(written)
	if !ok {
		return Match{}, true
	}
	for _, attempt := range []func() (indexedMember, bool, error){
		func() (indexedMember, bool, error) { return p.index.byCanonical(in, written) },
		func() (indexedMember, bool, error) { return p.index.find(in, written) },
		func() (indexedMember, bool, error) { return p.index.find(in, t.String()) },
		func() (indexedMember, bool, error) { return p.index.byCanonical(in, p.format.canonical(t)) },
	} {
		e, found, err := attempt()
		if err != nil {
			return Match{written, written, AsDeclared}, false
		}
		if found {
			return p.match(t, written, e), true
		}
	}
	now, ok := p.former[in][written]
	if !ok {
		now, ok = p.former[in][p.format.canonical(t)]
	}
	if !ok {
		return Match{}, true
	}
	e, found, err := p.index.find(in, now)
	if err != nil || !found {
		return Match{}, err == nil
	}
	return Match{Token: e.token, Canonical: e.canonical, Spelling: Former}, true
}

// Renamed is the same package with names that resources and functions had in an earlier version, each with the token that it has
// now. What exists under such a name is found first.
func (p *Package) Renamed(resources, functions map[string]string) *Package {
	return &Package{
		head: p.head, format: p.format, text: p.text, index: p.index, external: p.external, isRelaxed: p.isRelaxed,
		former: [tableCount]map[string]string{resourceTable: resources, functionTable: functions},
	}
}

// match says how a token found a member.
func (p *Package) match(t Token, written string, e indexedMember) Match {
	m := Match{Token: e.token, Canonical: e.canonical}
	if t.Package == BuiltinPackage {
		m.Canonical = e.token
	}
	module, matched := p.format.module(t.Module)
	switch {
	case written == e.token:
		m.Spelling = AsDeclared
	case written == e.canonical, t.String() == e.token, module == "" && t.Module == "index":
		m.Spelling = Canonical
	case matched:
		m.Spelling = ByFormat
	default:
		m.Spelling = ByFallback
	}
	return m
}
