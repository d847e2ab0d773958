package check

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/options"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// neverAKey reports a step to a key that a local, or the instances of a resource, never have: a loop makes their keys, and all of these
// begin or end in another way.
func neverAKey(c *checker, name string, step hcl.Traverser) {
	key, ok := tree.StepKey(step)
	text, isName := typesys.Text(key)
	home, of := c.written(name)
	if !ok || !isName || home == nil || KindOf(home) == ObjectConfig {
		return
	}
	if a := options.Range(home.Syntax); a != nil && KindOf(home) == ObjectResource {
		of = a.Expr
	}
	loop, isLoop := tree.Bare(of).(*hclsyntax.ForExpr)
	if !isLoop || loop.KeyExpr == nil {
		return
	}
	keys, isText := tree.Bare(loop.KeyExpr).(*hclsyntax.TemplateExpr)
	if !isText || len(keys.Parts) < 2 {
		return
	}
	begin, end := literalText(keys.Parts[0]), literalText(keys.Parts[len(keys.Parts)-1])
	if len(text) >= len(begin)+len(end) && strings.HasPrefix(text, begin) && strings.HasSuffix(text, end) {
		return
	}
	why := "end in `" + end
	if !strings.HasPrefix(text, begin) {
		why = "begin with `" + begin
	}
	c.failing(codes.IndexLiteral, tree.Span(step.SourceRange()), diagnostic.Advice{
		Message: "`" + name + "` has no `" + diagnostic.Abbreviate(text, 40) + "`: all its keys " + diagnostic.Abbreviate(why, 60) + "`",
	})
}

// literalText is the text of a part of a template that is written out; empty for others.
func literalText(part hclsyntax.Expression) string {
	if l, ok := part.(*hclsyntax.LiteralValueExpr); ok && l.Val.Type() == cty.String && !l.Val.IsNull() {
		return l.Val.AsString()
	}
	return ""
}
