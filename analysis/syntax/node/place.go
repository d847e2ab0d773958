package node

import "github.com/hashicorp/hcl/v2/hclsyntax"

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
	s := SpanOf(n)
	return Place(s.Start)<<(lengthBits+kindBits) | Place(s.End-s.Start)<<kindBits | Place(kindOf(n))
}

// kindOf numbers the kinds of nodes, the most frequent first.
func kindOf(n hclsyntax.Node) uint8 {
	switch n.(type) {
	case *hclsyntax.LiteralValueExpr:
		return 1
	case *hclsyntax.TemplateExpr:
		return 2
	case *hclsyntax.ObjectConsKeyExpr:
		return 3
	case *hclsyntax.ScopeTraversalExpr:
		return 4
	case *hclsyntax.ObjectConsExpr:
		return 5
	case *hclsyntax.TupleConsExpr:
		return 6
	case *hclsyntax.TemplateWrapExpr:
		return 7
	case *hclsyntax.FunctionCallExpr:
		return 8
	case *hclsyntax.RelativeTraversalExpr:
		return 9
	case *hclsyntax.ParenthesesExpr:
		return 10
	case *hclsyntax.AnonSymbolExpr:
		return 11
	case *hclsyntax.SplatExpr:
		return 12
	case *hclsyntax.TemplateJoinExpr:
		return 13
	case *hclsyntax.ForExpr:
		return 14
	case *hclsyntax.IndexExpr:
		return 15
	case *hclsyntax.ConditionalExpr:
		return 16
	case *hclsyntax.BinaryOpExpr:
		return 17
	case *hclsyntax.UnaryOpExpr:
		return 18
	case *hclsyntax.ExprSyntaxError:
		return 19
	}
	return 0
}

// Same reports whether two nodes of equal texts are the same part of it, even if they are from
// different trees. Nil is the same as nil only.
func Same(a, b hclsyntax.Node) bool {
	if isNilNode(a) || isNilNode(b) {
		return isNilNode(a) && isNilNode(b)
	}
	return a == b || PlaceOf(a) == PlaceOf(b)
}
