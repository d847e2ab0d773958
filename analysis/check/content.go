package check

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file says where items are, for those who show them.

// ContentSpan is an item in its file without the comments and blank lines around
// it; for an item that has no tree it begins at its first word.
func ContentSpan(it syntax.Placed) syntax.Span {
	switch {
	case it.Block != nil:
		return spanOf(it.Block.Range()).Shift(it.Base)
	case it.Attr != nil:
		return spanOf(it.Attr.Range()).Shift(it.Base)
	}
	start := it.NameSpan.Start
	if it.Keyword != "" {
		start = it.KeywordSpan.Start
	}
	end := len(strings.TrimRight(it.Text, " \t\r\n"))
	return syntax.Span{Start: it.Base + start, End: it.Base + max(start, end)}
}

// LiteralKey is the text of an object key that is a literal: a bare word, a quoted
// text without interpolation, a number.
func LiteralKey(key hclsyntax.Expression) (string, bool) {
	if bare, isKey := key.(*hclsyntax.ObjectConsKeyExpr); isKey {
		if name, ok := bareKey(bare); ok { // the usual case, without making a value
			return cty.NormalizeString(name), true
		}
	}
	v, ok := literalText(key)
	if !ok || v.IsNull() {
		return "", false
	}
	return v.AsString(), true
}

// PlainText is the text of a string without interpolation.
func PlainText(e hclsyntax.Expression) (string, bool) { return plainText(e) }
