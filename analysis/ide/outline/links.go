package outline

import (
	"cmp"
	"context"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file finds links in a file: the directory of a component, the path of a file, and the token of a resource or
// function with documentation on the web. It reads the syntax and looks up schemas by name; nothing has to be
// checked. An address is built from what a schema says of its package, and from nothing else. A schema that names no
// home has no links.

// Link is a text that links to a file or a page.
type Link struct {
	Span syntax.Span // the text inside the quotes, as offsets in the file
	// Path is the absolute path of the linked file, or empty for a token.
	Path string
	// Token is the token of a resource or, if Function is set, of a function; see [Address].
	Token    string
	Function bool
	Tooltip  string
}

// Links returns the links of a file, by place. The only error is the context's.
func Links(ctx context.Context, p *analysis.Program, file string) ([]Link, error) {
	f, ok := p.File(file)
	if !ok {
		return nil, ctx.Err()
	}
	l := &linker{p: p, homes: map[string]bool{}}
	for _, it := range f.All() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		l.item(it)
	}
	lists.SortStable(l.found, func(a, b Link) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return l.found, nil
}

// linker collects the links of a file.
type linker struct {
	p     *analysis.Program
	found []Link
	homes map[string]bool // whether a package has addresses
}

func (l *linker) item(it syntax.Placed) {
	switch it.Kind {
	case syntax.KindComponent:
		l.component(it)
	case syntax.KindResource, syntax.KindRead:
		if len(it.Labels) > 1 && it.Labels[1].Quoted {
			l.token(inside(it.Labels[1].Span).Shift(it.Base), it.Labels[1].Value, false)
		}
	}
	if !slices.ContainsFunc(linking(), func(b *language.Builtin) bool { return strings.Contains(it.Text, b.Name) }) {
		return
	}
	node.Walk(it.Root(), func(n hclsyntax.Node, _ []hclsyntax.Node) bool {
		if call, ok := n.(*hclsyntax.FunctionCallExpr); ok && len(call.Args) > 0 {
			l.call(call, it.Base)
		}
		return true
	})
}

// inside returns the span between the quotes of a string.
func inside(quoted syntax.Span) syntax.Span {
	return syntax.Span{Start: quoted.Start + 1, End: max(quoted.End-1, quoted.Start+1)}
}

// component links to the first file of a component's program.
func (l *linker) component(it syntax.Placed) {
	dir, ok := l.p.ComponentDir(it.Item)
	if !ok || len(it.Labels) < 2 {
		return
	}
	if main := l.p.ComponentProgram(dir).Main(); main != nil {
		l.found = append(l.found, Link{Span: inside(it.Labels[1].Span).Shift(it.Base), Path: main.Path, Tooltip: "Open the component"})
	}
}

// linking are the functions whose first argument is a token or a path.
var linking = language.BuiltinsWhere(func(b *language.Builtin) bool {
	return b.Role(0) == language.RoleFunctionToken || b.Role(0).IsPath()
})

// call links the first argument of functions that take a path or a token.
func (l *linker) call(call *hclsyntax.FunctionCallExpr, base int) {
	text, literal := analysis.PlainText(call.Args[0])
	span := syntax.SpanOf(call.Args[0])
	if !literal || text == "" || span.Len() < 3 {
		return
	}
	span = inside(span).Shift(base)
	switch role := language.Called(call.Name).Role(0); {
	case role == language.RoleFunctionToken:
		l.token(span, text, true)
	case role.IsPath():
		if l.p.FileAt(text).Kind != analysis.FileRegular {
			return // editors cannot open directories
		}
		target := text
		if !path.IsAbs(text) {
			target = path.Join(l.p.Dir, text)
		}
		l.found = append(l.found, Link{Span: span, Path: target, Tooltip: "Open the file"})
	}
}

// registry documents the packages hosted by Pulumi.
const registry = "https://www.pulumi.com/registry/packages/"

// token adds the link of a token whose package has addresses.
func (l *linker) token(span syntax.Span, token string, function bool) {
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
