package check

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file judges how a token that is found is spelled, and which version of a
// schema it was found in. (docs/language/packages.md#type-tokens)

// spelling reports a token that means another module than it says. Tokens as the
// schema declares them and in their short form are both customary.
func (c *checker) spelling(written string, m schema.Match, pkg *schema.Package, span syntax.Span) {
	if m.Spelling != schema.ByFallback && m.Spelling != schema.ByFormat {
		return
	}
	token, _ := schema.ParseToken(written)
	better := schema.ShortToken(m.Canonical)
	switch {
	case better == written:
	case m.Spelling == schema.ByFallback:
		message := "package " + pkg.Name() + " has no module `" + token.Module + "`; this resolves to `" + better + "`" + diagnostic.VersionNote(pkg)
		c.info.find(codes.TokenFallback, span, message).Suggestion = better
	case m.Spelling == schema.ByFormat:
		message := "write this token as `" + better + "`"
		if m.Token != better {
			message += " or `" + m.Token + "`"
		}
		c.info.find(codes.TokenStyle, span, message+diagnostic.VersionNote(pkg)).Suggestion = better
	}
}

// uncheckedVersion tells that the provider will be of another version than the schema of the
// name alone. If there is no schema of that version, nothing in the resource is judged; if there
// is, the reference judges it by the schema of the name all the same.
func (c blocks) uncheckedVersion(a *hclsyntax.Attribute, version string) {
	span := tree.Span(a.Expr.Range())
	if token, ok := schema.ParseToken(ResourceTypeOf(c.e.Syntax)); ok {
		if ref, av := c.missingVersion(c.e.Syntax, token.Schema()); ref.Version != "" {
			if av.State != schema.Loading {
				c.info.find(codes.VersionUnchecked, span, uncheckedOf(ref, av))
			}
			return
		}
	}
	if c.info.Resource == nil || version == "" || c.info.Resource.Package.Version() == "" || c.info.Resource.Package.Version() == version {
		return
	}
	pkg := c.info.Resource.Package
	c.info.findAs(codes.Information, codes.VersionUnchecked, span,
		"this resource uses "+pkg.Name()+" "+version+" but is checked against the schema of "+pkg.Version())
}
