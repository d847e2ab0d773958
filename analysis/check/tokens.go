package check

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file takes type tokens apart and finds the packages that they name.
// (docs/language/packages.md#type-tokens)

// token takes a token apart and reports one that is malformed.
func (c *checker) token(text string, span syntax.Span) (schema.Token, bool) {
	token, ok := schema.ParseToken(text)
	if !ok {
		form := diagnostic.Advice{Message: "a type token has the form `package:module:Member` or `package:Member`"}
		c.info.advise(codes.TokenMalformed, span, form.DidYouMean(completedToken(text)))
	}
	return token, ok
}

// completedToken is the token that was meant by one with other separators, as in
// aws.s3.Bucket or aws::s3::Bucket; empty where that is no token either.
func completedToken(text string) string {
	parts := strings.FieldsFunc(text, func(r rune) bool { return r == ':' || r == '.' })
	if len(parts) != 2 && len(parts) != 3 {
		return ""
	}
	return strings.Join(parts, ":")
}

// styledLike is a declared token as the author of another one would write it: with
// the short module, where that denotes the same and theirs is no full one.
func styledLike(written string, pkg *schema.Package, declared string, find func(string) schema.Match) string {
	short, ok := schema.ParseToken(pkg.Canonical(declared))
	if !ok || strings.Contains(written, "/") || find(short.String()).Token != declared {
		return declared
	}
	return short.String()
}

// packageFor is the schema of a package; one that cannot be found is reported
// once in a program, at the first token that needs it.
func (c *checker) packageFor(name string, span syntax.Span) (*schema.Package, bool) {
	pkg, av := c.schema(name)
	if pkg != nil {
		return pkg, true
	}
	if av.State == schema.Loading {
		return nil, false // it is not known yet whether there is anything to say
	}
	found := c.info.find(codes.PackageUnknown, span, unchecked(name, av))
	found.Once, found.Subject = string(codes.PackageUnknown)+" "+name, name
	return nil, false
}

// ResourceTypeOf is the type token of a resource or read block; empty for others.
func ResourceTypeOf(it *syntax.Item) string {
	if it.Kind != syntax.KindResource && it.Kind != syntax.KindRead || len(it.Labels) != 2 {
		return ""
	}
	return it.Labels[1].Value
}
