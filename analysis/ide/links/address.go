package links

import (
	"net/url"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file builds addresses of documentation.

// registry documents the packages hosted by Pulumi.
const registry = "https://www.pulumi.com/registry/packages/"

// token adds the link of a token whose package has addresses.
func (l *lister) token(span syntax.Span, token string, function bool) {
	t, ok := schema.ParseToken(token)
	if !ok {
		return
	}
	name := t.Schema()
	has, known := l.homes[name]
	if !known {
		has = home(l.p.Package(name)) != ""
		l.homes[name] = has
	}
	if has {
		l.found = append(l.found, Link{Span: span, Token: token, Function: function, Tooltip: "Open the documentation of " + name})
	}
}

// home returns the address of a package, or an empty string if its schema names none.
func home(pkg *schema.Package) string {
	if pkg == nil {
		return ""
	}
	for _, address := range []string{pkg.Homepage(), pkg.Repository()} {
		if u, err := url.Parse(address); err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" {
			if slices.Contains([]string{"pulumi.com", "www.pulumi.com", "pulumi.io"}, u.Host) {
				return registry + url.PathEscape(pkg.Name()) + "/"
			}
			return u.String()
		}
	}
	return ""
}

// Address returns the documentation of a resource or function: its own page for packages
// hosted by Pulumi, the home page of the package for others, or an empty string.
func Address(p *analysis.Program, token string, function bool) string {
	t, ok := schema.ParseToken(token)
	if !ok {
		return ""
	}
	pkg := p.Package(t.Schema())
	base := home(pkg)
	if !strings.HasPrefix(base, registry) {
		return base
	}
	find := pkg.FindResource
	if function {
		find = pkg.FindFunction
	}
	match := find(token)
	if match.Token == "" {
		return base
	}
	base += "api-docs/"
	if t.IsProvider() {
		return base + "provider/"
	}
	module, member, _ := strings.Cut(strings.TrimPrefix(match.Canonical, pkg.Name()+":"), ":")
	if module != "" && module != "index" {
		for part := range strings.SplitSeq(module, "/") {
			base += url.PathEscape(strings.ToLower(part)) + "/"
		}
	}
	return base + url.PathEscape(strings.ToLower(member)) + "/"
}
