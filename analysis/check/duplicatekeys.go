package check

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
)

// repeatedKeys reports an element that comes a second time in a list whose elements become
// the keys of an object: the run fails.
func (c *checker) repeatedKeys(e *hclsyntax.ForExpr) {
	list, ok := tree.Unparen(e.CollExpr).(*hclsyntax.TupleConsExpr)
	key, isName := tree.Unparen(e.KeyExpr).(*hclsyntax.ScopeTraversalExpr)
	if !ok || !isName || len(key.Traversal) != 1 || key.Traversal.RootName() != e.ValVar || e.Group || e.CondExpr != nil {
		return
	}
	first := map[string]syntax.Span{}
	for _, x := range list.Exprs {
		text, ok := tree.PlainText(tree.Unparen(x))
		if !ok {
			continue
		}
		span := tree.Span(x.Range())
		if earlier, again := first[text]; again {
			c.failing(codes.ObjectKey, span, diagnostic.Advice{
				Message: "the key `" + diagnostic.Abbreviate(text, 60) + "` comes a second time, which fails at run time; with `...` after the value, each key has a list",
				Related: []diagnostic.Related{{Span: earlier, Message: "first written here"}},
			})
			continue
		}
		first[text] = span
	}
}

// duplicateKeys reports literal keys that come a second time in one object: the
// last value counts, whatever is written before.
func (c *checker) duplicateKeys(e *hclsyntax.ObjectConsExpr) {
	if len(e.Items) < 2 || len(e.Items) <= fewKeys && !repeatsKey(e.Items) {
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
		c.info.find(codes.ObjectDuplicateKey, span, "the key `"+diagnostic.Abbreviate(name, 60)+"` is already in this object; only the last value counts",
			diagnostic.Related{Span: earlier, Message: "first written here"})
	}
}

// fewKeys is how many keys are compared with each other faster than by a map.
const fewKeys = 8

// repeatsKey reports whether two of a few keys are the same.
func repeatsKey(items []hclsyntax.ObjectConsItem) bool {
	var room [fewKeys]string
	names := room[:0]
	for _, item := range items {
		name, ok := tree.LiteralKey(item.KeyExpr)
		if ok && slices.Contains(names, name) {
			return true
		}
		if ok {
			names = append(names, name)
		}
	}
	return false
}
