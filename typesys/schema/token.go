package schema

import (
	"regexp"
	"strings"
)

// This file implements type tokens: their parts, their canonical form and how a
// token that a program writes finds the member that a schema declares.

// Token is a type token in its three parts.
type Token struct{ Package, Module, Member string }

// ParseToken splits pkg:module:Member. The forms pkg:Member and pkg::Member mean
// the module index. A token with another number of colons, or without a package
// or member, is malformed.
func ParseToken(text string) (Token, bool) {
	parts := strings.Split(text, ":")
	var t Token
	switch len(parts) {
	case 2:
		t = Token{parts[0], "index", parts[1]}
	case 3:
		t = Token{parts[0], parts[1], parts[2]}
		if t.Module == "" {
			t.Module = "index"
		}
	}
	return t, t.Package != "" && t.Member != ""
}

// String is the full form of the token.
func (t Token) String() string { return t.Package + ":" + t.Module + ":" + t.Member }

// IsProvider reports whether the token names the provider of a package, as in
// pulumi:providers:aws.
func (t Token) IsProvider() bool { return t.Package == "pulumi" && t.Module == "providers" }

// Schema is the name of the package whose schema declares the token.
func (t Token) Schema() string {
	if t.IsProvider() {
		provider, _, _ := strings.Cut(t.Member, "/")
		return provider
	}
	return t.Package
}

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

// defaultFormat takes the whole module.
var defaultFormat = regexp.MustCompile(`(.*)`)

// module is the canonical module: what the first group of the package's module
// format matches, empty for index and for what does not match.
func (p *Package) module(written string) (module string, matched bool) {
	groups := p.format.FindStringSubmatch(written)
	if len(groups) < 2 {
		return "", false
	}
	if groups[1] == "index" {
		return "", true
	}
	return groups[1], true
}

// Canonical is the token in the form pkg:module:Member with the module shortened
// by the module format, empty for index. Malformed tokens stay as they are, and
// so do tokens of package pulumi.
func (p *Package) Canonical(token string) string {
	t, ok := ParseToken(token)
	if !ok || t.Package == "pulumi" {
		return token
	}
	return p.canonical(t)
}

func (p *Package) canonical(t Token) string {
	module, _ := p.module(t.Module)
	return t.Package + ":" + module + ":" + t.Member
}

// find resolves a written token in one of the tables. The order of the attempts
// matters where two declared tokens have one canonical form.
func (p *Package) find(in *table, written string) Match {
	t, ok := ParseToken(written)
	if !ok {
		return Match{}
	}
	if declared, ok := in.canonical(p)[written]; ok {
		return p.match(in, t, written, declared)
	}
	if in.has(written) {
		return Match{written, p.Canonical(written), AsDeclared}
	}
	if full := t.String(); in.has(full) {
		return Match{full, p.Canonical(full), Canonical}
	}
	if declared, ok := in.canonical(p)[p.canonical(t)]; ok {
		return p.match(in, t, written, declared)
	}
	return Match{}
}

func (p *Package) match(in *table, t Token, written, declared string) Match {
	m := Match{Token: declared, Canonical: p.Canonical(declared)}
	module, matched := p.module(t.Module)
	switch {
	case written == declared:
		m.Spelling = AsDeclared
	case written == p.canonicalOf(declared), module == "" && t.Module == "index":
		m.Spelling = Canonical
	case matched:
		m.Spelling = ByFormat
	default:
		m.Spelling = ByFallback
	}
	return m
}

func (p *Package) canonicalOf(declared string) string {
	t, _ := ParseToken(declared)
	return p.canonical(t)
}
