package lint

import (
	"reflect"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
)

// Analyzer is a rule, or a few that look for the same thing.
type Analyzer struct {
	// Codes are the codes that the rule reports. It runs if one of them is on.
	Codes []codes.Code
	// Nodes run on the nodes of an item, parents first. Expressions that were not checked
	// are left out.
	Nodes []NodeRule
	// Item runs on an item without syntax errors, after the rules about nodes.
	Item func(*Pass)
	// Program runs on the program as a whole.
	Program func(*check.ProgramPass)
}

// NodeRule is a function that runs on all nodes of one type.
type NodeRule struct {
	node reflect.Type
	run  func(*Pass, hclsyntax.Node)
}

// on makes a rule about the nodes of one type.
func on[N hclsyntax.Node](run func(*Pass, N)) []NodeRule {
	return []NodeRule{{reflect.TypeFor[N](), func(p *Pass, n hclsyntax.Node) { run(p, n.(N)) }}}
}

// Pass is one item while rules judge it.
type Pass struct{ *check.ItemPass }

// walk visits the nodes of the item, parents first.
func (p *Pass) walk(visit func(hclsyntax.Node)) {
	all := func(n hclsyntax.Node, _ []hclsyntax.Node) bool {
		visit(n)
		return true
	}
	switch {
	case p.Item.Attr != nil:
		node.Walk(p.Item.Attr, all)
	case p.Item.Block != nil:
		node.Walk(p.Item.Block, all)
	}
}
