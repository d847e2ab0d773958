package node

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
)

// Place identifies a node among those of one text: where it stands and what it is. Trees of
// equal texts have the same places, so what is known about a node outlives its tree.
//
// It is a start, a length and a kind in one word: maps of words are faster and smaller.
type Place uint64

// The bits of a place after its start, enough for a node of half a gigabyte.
const (
	kindBits   = 5
	lengthBits = 29
)

// PlaceOf returns the place of a node.
//
// Why the kind: some nodes stand where their only child stands.
func PlaceOf(n hclsyntax.Node) Place {
	s, kind := standing(n)
	return Place(s.Start)<<(lengthBits+kindBits) | Place(s.End-s.Start)<<kindBits | Place(kind)
}

// standing returns where a node stands, and a number for its kind. It asks for no range of
// hclsyntax, which would be copied several times.
func standing(n hclsyntax.Node) (s lex.Span, kind uint64) {
	if r, kind := field(n); r != nil {
		return lex.Span{Start: r.Start.Byte, End: r.End.Byte}, kind
	}
	switch n := n.(type) {
	case *hclsyntax.FunctionCallExpr:
		return lex.Span{Start: n.NameRange.Start.Byte, End: n.CloseParenRange.End.Byte}, callKind
	case *hclsyntax.ObjectConsKeyExpr:
		s, _ = standing(n.Wrapped)
		return s, keyKind
	case *hclsyntax.TemplateJoinExpr:
		s, _ = standing(n.Tuple)
		return s, joinKind
	case *hclsyntax.Block:
		return lex.Span{Start: n.TypeRange.Start.Byte, End: n.CloseBraceRange.End.Byte}, 0
	}
	return Bytes(n.Range()), 0
}

// Same reports whether two nodes of equal texts are the same part of it, even if they are from
// different trees. Nil is the same as nil only.
func Same(a, b hclsyntax.Node) bool {
	if isNilNode(a) || isNilNode(b) {
		return isNilNode(a) && isNilNode(b)
	}
	return a == b || PlaceOf(a) == PlaceOf(b)
}
