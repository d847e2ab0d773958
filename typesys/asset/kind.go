// Package asset checks assets and archives without opening files: which functions create
// them, which types accept them, and what is wrong with a literal path or address.
//
// The checks are pure functions of text, and report places inside the text. Whether a path
// exists, and whether it is a file or a directory, is up to the caller.
// (docs/language/assets.md)
//
// # Invariants
//
// Invariant: every finding has a place inside the text, and no text makes a check
// panic.
//
// # Where the reference differs
//
// It treats an asset with an empty path or address as an empty text. It crashes on
// `file:` addresses with a user, query or fragment, and on archive addresses with a
// host. Here all of these are errors at their place.
//
// Why wrong extensions are warnings, not errors: a path that ends in `.ZIP` is rejected
// if it is a file, and fine if it is a directory.
package asset

import (
	"cmp"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file implements the kinds of assets and archives, and the types that accept them. (docs/language/assets.md#kinds)

// Kind is a way to create an asset or archive.
type Kind uint8

// The kinds, one for each function of the language.
const (
	StringAsset Kind = iota
	FileAsset
	RemoteAsset
	FileArchive
	RemoteArchive
	AssetArchive
)

var functions = [...]string{
	StringAsset: "stringAsset", FileAsset: "fileAsset", RemoteAsset: "remoteAsset",
	FileArchive: "fileArchive", RemoteArchive: "remoteArchive", AssetArchive: "assetArchive",
}

// Function returns the name of the function that creates the kind.
func (k Kind) Function() string { return functions[k] }

// IsArchive reports whether the kind is a collection of files.
func (k Kind) IsArchive() bool { return k >= FileArchive }

// Type returns the type of values of the kind.
func (k Kind) Type() typesys.Type {
	if k.IsArchive() {
		return typesys.Archive
	}
	return typesys.Asset
}

// Accepts reports whether a place of type dst accepts a value of type src, without outputs and
// options around them. A place for an asset accepts archives too; a place for an archive accepts
// only archives. Other values, such as strings, are not converted.
func Accepts(dst, src typesys.Type) bool {
	switch dst {
	case typesys.Asset:
		return src == typesys.Asset || src == typesys.Archive
	case typesys.Archive:
		return src == typesys.Archive
	}
	return false
}

// CheckMember describes what is wrong with the type of a member of an assetArchive, or returns
// "". Strings are not converted.
func CheckMember(t typesys.Type) string {
	t = typesys.Strip(t)
	switch t.Kind() {
	case typesys.KindDynamic, typesys.Invalid:
		return ""
	case typesys.KindUnion:
		return checkMembers(t.Elems())
	case typesys.KindConst:
		return CheckMember(t.Elem())
	}
	switch {
	case Accepts(typesys.Asset, t):
		return ""
	case t == typesys.String:
		return "a string cannot be a member of an archive; write `stringAsset(…)` or `fileAsset(…)`"
	}
	return "a member of an archive must be an asset or an archive, not " + typesys.Short(t, 40)
}

// checkMembers checks a value of one of the types. It is valid if one of them is.
func checkMembers(ts []typesys.Type) string {
	first := ""
	for _, t := range ts {
		problem := CheckMember(t)
		if problem == "" {
			return ""
		}
		first = cmp.Or(first, problem)
	}
	return first
}
