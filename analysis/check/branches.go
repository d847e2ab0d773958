package check

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file reports branches of a conditional that no run accepts. A run takes one branch, and
// converts it to a type that both have in common. (HCL, ConditionalExpr.)

// branchesInRun reports branches that have no type in common.
func (c *checker) branchesInRun(e *hclsyntax.ConditionalExpr, yes, no typesys.Type) {
	span := syntax.Span{Start: tree.Span(e.TrueResult.Range()).Start, End: tree.Span(e.FalseResult.Range()).End}
	if value.NeverUnify(yes, no) {
		c.fails(codes.ConditionBranches, span, "these have no type in common, which a run needs: "+apart(yes, no))
		return
	}
	yes, no = notNull(yes), notNull(no)
	spared := ""
	switch {
	case value.NeverUnify(yes, no):
		spared = "null"
	case value.FilledNeverUnify(yes, no):
		spared = "empty"
	default:
		return
	}
	c.mayFail(codes.ConditionBranches, span, "unless one of these is "+spared+", they have no type in common, which a run needs: "+apart(yes, no))
}

func notNull(t typesys.Type) typesys.Type { return typesys.Unwrapped(typesys.PlainShape(t)) }

// apart says how the types of two branches differ.
func apart(yes, no typesys.Type) string {
	first, second := value.KindsOf(yes), value.KindsOf(no)
	switch {
	case first.Only(value.ListKind) && second.Only(value.ListKind):
		return "the elements of these lists differ too much"
	case first.Only(value.ObjectKind) && second.Only(value.ObjectKind):
		if name := onlyInOne(yes, no); name != "" {
			return "only one of these objects has `" + name + "`, and their members differ"
		}
		return "the members of these objects differ too much"
	}
	return first.String() + " and " + second.String()
}

// onlyInOne is a property that one of two objects has and the other has not.
func onlyInOne(a, b typesys.Type) string {
	a, b = typesys.PlainShape(a), typesys.PlainShape(b)
	for _, pair := range [][2]typesys.Type{{a, b}, {b, a}} {
		if pair[0].Kind() != typesys.KindObject || pair[1].Kind() != typesys.KindObject {
			continue
		}
		for _, p := range pair[0].Properties() {
			if _, both := pair[1].Property(p.Name); !both {
				return p.Name
			}
		}
	}
	return ""
}
