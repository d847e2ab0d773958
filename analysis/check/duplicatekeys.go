package check

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
)

// duplicateKeys reports literal keys that come a second time in one object: the
// last value counts, whatever is written before.
func (c *checker) duplicateKeys(e *hclsyntax.ObjectConsExpr) {
	if len(e.Items) < 2 {
		return
	}
	first := map[string]syntax.Span{}
	for _, item := range e.Items {
		name, ok := tree.LiteralKey(item.KeyExpr)
		if !ok {
			continue
		}
		span := tree.Span(item.KeyExpr.Range())
		earlier, again := first[name]
		if !again {
			first[name] = span
			continue
		}
		c.find(codes.ObjectDuplicateKey, span, "the key `"+Abbreviate(name, 60)+"` is already in this object; only the last value counts",
			Related{Span: earlier, Message: "first written here"})
	}
}
