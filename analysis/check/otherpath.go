package check

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
)

// This file says how to write property paths that are right for the engine and
// expressions of another kind here. (docs/language/paths.md#steps, docs/language/paths.md#text-of-paths)

// otherPath reports a property path in the notation of the engine, in the place of what its
// type is told otherwise.
func (c blocks) otherPath(x hclsyntax.Expression, place string, before int) {
	span := tree.Span(x.Range())
	written := c.textOf(x)
	var said diagnostic.Advice
	switch e := tree.Unparen(x).(type) {
	case *hclsyntax.SplatExpr:
		said.Message = "a property path selects all elements by the key `*`"
		if !strings.ContainsAny(written, "\"(") {
			said = said.Writing(strings.NewReplacer("[*]", `["*"]`, ".*", `["*"]`).Replace(written))
		}
	case *hclsyntax.IndexExpr:
		said = c.rootInBrackets(e.Collection, written)
	case *hclsyntax.RelativeTraversalExpr:
		said = c.rootInBrackets(e.Source, written)
	case *hclsyntax.TupleConsExpr:
		said = c.rootInBrackets(e, written)
	}
	if said.Message == "" {
		return
	}
	said.Message = place + ": " + said.Message
	c.info.forget(before, span, func(diagnostic.Diagnostic) bool { return true })
	c.info.advise(codes.OptionType, span, said)
}

// rootInBrackets is the message about a path that starts with a key in brackets, which is a
// list here. It is empty for other expressions.
func (c blocks) rootInBrackets(e hclsyntax.Expression, written string) diagnostic.Advice {
	list, ok := e.(*hclsyntax.TupleConsExpr)
	if !ok || len(list.Exprs) != 1 {
		return diagnostic.Advice{}
	}
	root, literal := tree.PlainText(list.Exprs[0])
	if !literal {
		return diagnostic.Advice{}
	}
	rooted := diagnostic.Advice{Message: "a property path starts with the name of a property, not with brackets"}
	if steps, ok := strings.CutPrefix(written, c.textOf(list)); ok && syntax.IsIdentifier(root) {
		return rooted.Writing(root + steps)
	}
	return rooted
}
