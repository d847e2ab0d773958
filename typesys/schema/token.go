package schema

import (
	"cmp"
	"strings"
)

// This file implements type tokens and their parts.

// BuiltinPackage is the package that the engine itself serves.
const BuiltinPackage = "pulumi"

// Token is a type token in its three parts.
type Token struct{ Package, Module, Member string }

// ShortToken is how a canonical token is best written: with its module.
func ShortToken(canonical string) string {
	if t, ok := ParseToken(canonical); ok {
		return t.String()
	}
	return canonical
}

// ParseToken splits pkg:module:Member. The forms pkg:Member and pkg::Member mean
// the module index. A token with another number of colons, or without a package
// or member, is malformed.
func ParseToken(text string) (Token, bool) {
	first := strings.IndexByte(text, ':')
	if first < 0 {
		return Token{}, false
	}
	t := Token{Package: text[:first], Member: text[first+1:]}
	if second := strings.IndexByte(t.Member, ':'); second >= 0 {
		t.Module, t.Member = t.Member[:second], t.Member[second+1:]
		if strings.IndexByte(t.Member, ':') >= 0 {
			return Token{}, false
		}
	}
	t.Module = cmp.Or(t.Module, "index")
	return t, t.Package != "" && t.Member != ""
}

// String is the full form of the token.
func (t Token) String() string { return t.Package + ":" + t.Module + ":" + t.Member }

// IsProvider reports whether the token names the provider of a package, as in
// pulumi:providers:aws.
func (t Token) IsProvider() bool { return t.Package == BuiltinPackage && t.Module == "providers" }

// Schema is the name of the package whose schema declares the token.
func (t Token) Schema() string {
	if t.IsProvider() {
		provider, _, _ := strings.Cut(t.Member, "/")
		return provider
	}
	return t.Package
}
