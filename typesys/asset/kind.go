package asset

import "github.com/pcl-lsp/pcl-lsp/typesys"

// This file implements the kinds of assets and archives, and the types that take
// them. (Sections 7.1, 7.2 and 7.4.)

// Kind is how an asset or archive is made.
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

// Function is the name of the function that makes the kind.
func (k Kind) Function() string { return functions[k] }

// IsArchive reports whether the kind is a collection of files.
func (k Kind) IsArchive() bool { return k >= FileArchive }

// Type is the type of values of the kind.
func (k Kind) Type() typesys.Type {
	if k.IsArchive() {
		return typesys.Archive
	}
	return typesys.Asset
}

// Accepts reports whether a place of type dst takes a value of type src without an
// output or option around either. An asset's place takes archives too; an
// archive's takes archives alone. Nothing else becomes one of them, texts neither.
func Accepts(dst, src typesys.Type) bool {
	switch dst {
	case typesys.Asset:
		return src == typesys.Asset || src == typesys.Archive
	case typesys.Archive:
		return src == typesys.Archive
	}
	return false
}

// CheckMember says what is wrong with a member of an assetArchive of this type;
// it is empty when nothing is. A plain text is not converted.
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

// checkMembers is about a value of one of the types: right if one of them is.
func checkMembers(ts []typesys.Type) string {
	first := ""
	for _, t := range ts {
		problem := CheckMember(t)
		if problem == "" {
			return ""
		}
		if first == "" {
			first = problem
		}
	}
	return first
}
