package lint

import (
	"fmt"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/checked"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
)

// Analyzer is a rule, or several rules that share one function.
type Analyzer struct {
	// Codes are the codes that the rule reports. It runs if at least one of them is on.
	Codes []codes.Code
	// Nodes run on the nodes of an item, parents first. Unchecked expressions are skipped.
	Nodes []NodeRule
	// Item runs on an item without syntax errors, after the rules about nodes.
	Item func(Pass)
	// Program runs on the program as a whole.
	Program func(*checked.ProgramPass)
}

// NodeRule is a function that runs on all nodes of one type.
type NodeRule struct {
	kind nodeKind
	run  func(Pass, hclsyntax.Node)
}

// on makes a rule that runs on all nodes of one type.
func on[N hclsyntax.Node](run func(Pass, N)) []NodeRule {
	var none N
	kind := kindOf(none)
	if kind == otherNode {
		panic(fmt.Sprintf("kindOf does not know %T", none))
	}
	return []NodeRule{{kind, func(p Pass, n hclsyntax.Node) { run(p, n.(N)) }}}
}

// nodeKind numbers the node types that have rules. The walk looks up the rules of every
// node, and an array is faster here than a map of types.
type nodeKind int

const (
	otherNode nodeKind = iota // no rule runs on these
	attribute
	binaryOp
	block
	call
	conditional
	forLoop
	object
	template
	unaryOp
	nodeKinds
)

func kindOf(n hclsyntax.Node) nodeKind {
	switch n.(type) {
	case *hclsyntax.Attribute:
		return attribute
	case *hclsyntax.BinaryOpExpr:
		return binaryOp
	case *hclsyntax.Block:
		return block
	case *hclsyntax.FunctionCallExpr:
		return call
	case *hclsyntax.ConditionalExpr:
		return conditional
	case *hclsyntax.ForExpr:
		return forLoop
	case *hclsyntax.ObjectConsExpr:
		return object
	case *hclsyntax.TemplateExpr:
		return template
	case *hclsyntax.UnaryOpExpr:
		return unaryOp
	}
	return otherNode
}

// Pass gives rules one item and what the checker knows about it.
type Pass struct {
	*check.ItemPass
	*spares
}

// spares are the nodes of an item that may have no effect, in the order of the text. The walk of the node rules finds them, for rules that
// must run later.
type spares struct {
	templates   []*hclsyntax.TemplateWrapExpr // with one interpolation and nothing else; no keys of objects, where a bare word is a string
	parentheses []*hclsyntax.ParenthesesExpr  // around a whole value
}

// see adds a node if it may have no effect.
func (s *spares) see(n hclsyntax.Node, parents []hclsyntax.Node) {
	switch n := n.(type) {
	case *hclsyntax.TemplateWrapExpr:
		if _, isKey := parents[len(parents)-1].(*hclsyntax.ObjectConsKeyExpr); !isKey {
			s.templates = append(s.templates, n)
		}
	case *hclsyntax.ParenthesesExpr:
		switch parents[len(parents)-1].(type) {
		case *hclsyntax.Attribute, *hclsyntax.TupleConsExpr, *hclsyntax.ObjectConsExpr, *hclsyntax.ParenthesesExpr:
			s.parentheses = append(s.parentheses, n)
		}
	}
}

// walk visits the nodes of the item as [node.Walk] does.
func (p Pass) walk(visit func(n hclsyntax.Node, parents []hclsyntax.Node) bool) {
	node.Walk(p.Item.Root(), visit)
}
