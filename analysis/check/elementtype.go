package check

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// oneElementType warns of elements without a common type where the declared type is a list, map or set of `any`. For Terraform, `any`
// stands for one type that all elements have. A run takes them as they are, and what reads them may then fail.
// (docs/language/conversions.md#one-type-for-several)
func (c blocks) oneElementType(e hclsyntax.Expression, declared typesys.Type, code codes.Code) {
	switch t := typesys.Unwrapped(typesys.PlainShape(declared)); t.Kind() {
	case typesys.KindList, typesys.KindMap, typesys.KindSet:
		if t.Elem() != typesys.Dynamic {
			return
		}
	default:
		return
	}
	parts := tree.Parts(e)
	for _, x := range parts {
		if first, t := c.info.TypeOf(parts[0]), c.info.TypeOf(x); value.NeverUnify(first, t) {
			c.info.findAs(codes.Warning, code, tree.Span(x.Range()), "`any` stands for one type of all elements, and this one and the first have none in common: "+apart(first, t))
			return
		}
	}
}
