package value

import (
	"reflect"

	"github.com/zclconf/go-cty/cty"
)

// This file is about assets and archives as values: they can be compared, and show nothing.

// AssetType and ArchiveType are the types of files. They convert to nothing.
var (
	AssetType   = fileType("asset")
	ArchiveType = fileType("archive")
)

// hash stands for the content of a file.
type hash string

func fileType(name string) cty.Type {
	same := func(a, b any) bool { return *a.(*hash) == *b.(*hash) }
	return cty.CapsuleWithOps(name, reflect.TypeFor[hash](), &cty.CapsuleOps{
		GoString:  func(any) string { return name },
		Equals:    func(a, b any) cty.Value { return cty.BoolVal(same(a, b)) },
		RawEquals: same,
		HashKey:   func(v any) string { return string(*v.(*hash)) },
	})
}

// File returns an asset or archive whose content has this hash. Files of one type are equal if
// their hashes are.
func File(t cty.Type, of string) cty.Value { return cty.CapsuleVal(t, new(hash(of))) }
