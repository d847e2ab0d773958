package check

import (
	"path"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
)

// This file judges what the selected stack stores as a secret. (PCL specification,
// pcl-diagnostics.md, B.6.)

// secretID reports a read whose id is secret in the stack alone. What the program
// itself calls secret does not fit the type of an id.
func (s *flowSinks) secretID(a *hclsyntax.Attribute, flow Flow) {
	if s.e.Syntax.Kind != syntax.KindRead || a.Name != "id" {
		return
	}
	if why := flow.own.secret; why.isSure() && why.origin().kind == stepConfigStored {
		s.find(codes.SecretID, a.Expr, "the id of a read cannot be secret, because secret values count as unknown: "+why.origin().why(), why)
	}
}

// storedIn is the file in which the selected stack stores the value of a config as a
// secret; empty if it does not.
func (s *flowSinks) storedIn(it *syntax.Item) string {
	if file, stored := s.storedSecret(tree.LogicalName(it)); stored {
		return path.Base(file)
	}
	return ""
}
