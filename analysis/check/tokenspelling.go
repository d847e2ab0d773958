package check

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file judges how a token that is found is spelt, and which version of a
// schema it was found in. (PCL specification, pcl-syntax.md, section 4.4.)

// spelling reports a token that means another module than it says. Tokens as the
// schema declares them and in their short form are both customary.
func (c *checker) spelling(written string, m schema.Match, pkg *schema.Package, span syntax.Span) {
	token, _ := schema.ParseToken(written)
	better := preferredToken(m)
	switch {
	case better == written:
	case m.Spelling == schema.ByFallback:
		message := "package " + pkg.Name() + " has no module `" + token.Module + "`; this resolves to `" + better + "`" + versionNote(pkg)
		c.find(codes.TokenFallback, span, message).Suggestion = better
	case m.Spelling == schema.ByFormat:
		message := "write this token as `" + better + "`"
		if m.Token != better {
			message += " or `" + m.Token + "`"
		}
		c.find(codes.TokenStyle, span, message+versionNote(pkg)).Suggestion = better
	}
}

// uncheckedVersion tells that the provider will be of another version than the
// schema that everything was judged by.
func (c *checker) uncheckedVersion(a *hclsyntax.Attribute, version string) {
	if c.info.Resource == nil || version == "" || c.info.Resource.Package.Version() == "" || c.info.Resource.Package.Version() == version {
		return
	}
	pkg := c.info.Resource.Package
	c.find(codes.VersionUnchecked, tree.Span(a.Expr.Range()),
		"this resource uses "+pkg.Name()+" "+version+" but is checked against the schema of "+pkg.Version())
}
