package syntax

import (
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// IsIdentifier reports whether a name is one identifier. The scanner of HCL decides on
// letters outside ASCII; it is slow, and most names are plain.
func IsIdentifier(name string) bool {
	if strings.IndexFunc(name, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
		return name != "" && IdentifierEnd(name, 0) == len(name)
	}
	return hclsyntax.ValidIdentifier(name)
}
