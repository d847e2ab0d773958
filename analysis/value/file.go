package value

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"reflect"

	"github.com/zclconf/go-cty/cty"
)

// This file is about assets and archives as values: they can be compared, and show nothing.

// AssetType and ArchiveType are the types of files. They convert to nothing.
var (
	AssetType   = fileType("asset")
	ArchiveType = fileType("archive")
)

// file stands for the content of a file.
type file struct {
	hash string
	// parts are the texts that it is made of; nil where only the hash is known.
	parts []part
}

// part is a text in an archive, by its path; an asset has one without a path.
type part struct{ path, text string }

func fileType(name string) cty.Type {
	same := func(a, b any) bool { return a.(*file).hash == b.(*file).hash }
	return cty.CapsuleWithOps(name, reflect.TypeFor[file](), &cty.CapsuleOps{
		GoString:  func(any) string { return name },
		Equals:    func(a, b any) cty.Value { return cty.BoolVal(same(a, b)) },
		RawEquals: same,
		HashKey:   func(v any) string { return v.(*file).hash },
	})
}

// File returns an asset or archive whose content has this SHA-256 hash, in hexadecimal digits. Files of one
// type are equal if their hashes are.
func File(t cty.Type, hash string) cty.Value { return cty.CapsuleVal(t, &file{hash: hash}) }

// TextAsset returns an asset with a text as its content.
func TextAsset(text string) cty.Value {
	sum := sha256.Sum256([]byte(text))
	return cty.CapsuleVal(AssetType, &file{hex.EncodeToString(sum[:]), []part{{"", text}}})
}

// TextArchive returns an archive of assets and archives, given by sorted names; false if the content of one is
// not known. The engine hashes it as a tar file.
func TextArchive(names []string, members []cty.Value) (cty.Value, bool) {
	var parts []part
	for i, name := range names {
		t := members[i].Type()
		if t != AssetType && t != ArchiveType || !members[i].IsKnown() || members[i].IsNull() {
			return cty.NilVal, false
		}
		inner := members[i].EncapsulatedValue().(*file)
		if inner.parts == nil {
			return cty.NilVal, false
		}
		for _, p := range inner.parts {
			at := name
			if t == ArchiveType {
				at = path.Join(name, p.path)
			}
			parts = append(parts, part{at, p.text})
		}
	}
	hash, ok := tarHash(parts)
	return cty.CapsuleVal(ArchiveType, &file{hash, append([]part{}, parts...)}), ok
}
