package check

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/typesys/versions"
)

// This file checks what is given as a provider. The model takes any value there,
// and the engine cannot use one that is no provider, or one of another package.

// providerOption checks the options provider and providers.
func (c blocks) providerOption(it *syntax.Item, a *hclsyntax.Attribute, rule language.OptionRule) {
	switch rule {
	case language.OptionProvider:
		if it.Kind == syntax.KindComponent {
			return // no run looks at it
		}
		var pkg *schema.Package
		if r := c.info.Resource; r != nil && !r.IsComponent && !r.IsProvider {
			pkg = r.Package
		}
		c.providerOf(a.Expr, pkg)
	case language.OptionProviders:
		severity := codes.ProviderMismatch.Severity()
		if it.Kind == syntax.KindComponent {
			severity = codes.Warning // a run looks only at those that resources inside need
		}
		switch e := tree.Bare(a.Expr).(type) {
		case *hclsyntax.TupleConsExpr:
			for _, x := range e.Exprs {
				c.provider(x, "", severity)
			}
		case *hclsyntax.ObjectConsExpr:
			for _, item := range e.Items { // no run compares the names with the providers
				c.provider(item.ValueExpr, "", severity)
			}
		default:
			c.oneProvider(a)
		}
	}
}

// oneProvider reports a resource in place of a list or map of providers. Binding accepts it,
// because a resource is an object too.
func (c blocks) oneProvider(a *hclsyntax.Attribute) {
	r := schema.ResourceOf(typesys.Strip(typesys.PlainShape(c.info.TypeOf(a.Expr))))
	switch {
	case r == nil:
	case !r.IsProvider:
		c.provider(a.Expr, "", codes.ProviderMismatch.Severity())
	default:
		why := diagnostic.Advice{Message: "`" + a.Name + "` takes a list or a map of providers"}
		c.failing(codes.OptionType, tree.Span(a.Expr.Range()), why.Writing("["+c.textOf(a.Expr)+"]"))
	}
}

// invokeOptions checks the options of an invoke that take resources.
func (c *checker) invokeOptions(fn *schema.Function, args []argument) {
	at := 2
	if len(fn.MultiArgument) > 0 {
		at = 1 + len(fn.MultiArgument)
	}
	if len(args) <= at {
		return
	}
	options := tree.Bare(args[at].expr)
	if e := member(options, typesys.Step{Name: "provider"}); e != nil {
		c.providerOf(e, fn.Package)
		c.noResource(e, c.info.TypeOf(e), cty.NilVal, "`provider` takes a resource")
	}
	if c.language() >= language.ReadsAll {
		if e := member(options, typesys.Step{Name: "parent"}); e != nil {
			c.noResource(e, c.info.TypeOf(e), cty.NilVal, "`parent` takes a resource")
		}
		if version := member(options, typesys.Step{Name: "version"}); version != nil {
			if v, literal := literalValue(tree.Bare(version)); literal && !v.IsNull() {
				if text := valueText(v); text != "" && !versions.IsVersion(text) {
					c.fails(codes.OptionVersion, tree.NodeSpan(version), noVersion(language.NameVersion))
				}
			}
		}
	}
	if list, ok := member(options, typesys.Step{Name: "dependsOn"}).(*hclsyntax.TupleConsExpr); ok {
		for _, x := range list.Exprs {
			c.noResource(x, c.info.TypeOf(x), cty.NilVal, "each element of `dependsOn` takes a resource")
		}
	}
}

// noResource reports a value of some type that is certainly no resource: all of these have URNs. Without a value, it is that of the expression.
func (c *checker) noResource(e hclsyntax.Expression, t typesys.Type, v cty.Value, needs string) bool {
	plain := typesys.PlainShape(t)
	switch {
	case schema.ResourceOf(typesys.Strip(plain)) != nil: // as nearly always
		return false
	case v == cty.NilVal:
		v = c.constant(e)
	}
	v, marks := value.Bare(v)
	found, what := len(c.info.Findings), ""
	switch {
	case isNoResource(plain):
		what, marks = typesys.Short(t, 80), nil
	case v.IsKnown() && !v.IsNull() && v.Type().IsObjectType() && !mayBeText(v, "urn"):
		what = "an object without a URN"
	case v.IsKnown() && !v.IsNull() && v.Type().IsObjectType() && !mayBeText(v, "id"):
		what = "an object without an ID"
	default:
		return false
	}
	c.resting(marks, func() { c.fails(codes.OptionResourceKind, tree.Span(e.Range()), needs+", but this is "+what) })
	return len(c.info.Findings) > found
}

// mayBeText reports whether a known object has a member that is a string or unknown.
func mayBeText(object cty.Value, name string) bool {
	if !object.Type().HasAttribute(name) {
		return false
	}
	member, _ := value.Bare(object.GetAttr(name))
	return !member.IsKnown() || isText(member)
}

// isNoResource reports whether no value of a plain type is a resource. Objects and
// maps may be resources, whatever their type says, and null stands for none.
func isNoResource(t typesys.Type) bool {
	switch t.Kind() {
	case typesys.KindBool, typesys.KindInt, typesys.KindNumber, typesys.KindString, typesys.KindID, typesys.KindEnum,
		typesys.KindList, typesys.KindTuple, typesys.KindSet:
		return true
	case typesys.KindOpaque:
		return t == typesys.Asset || t == typesys.Archive
	case typesys.KindConst:
		return t != typesys.Null
	case typesys.KindUnion:
		return !slices.ContainsFunc(t.Elems(), func(m typesys.Type) bool { return !isNoResource(m) })
	}
	return false
}

// providerOf checks one value that stands for the provider of a package, or of the one that this extends.
// (docs/language/versions.md)
func (c *checker) providerOf(e hclsyntax.Expression, pkg *schema.Package) {
	name := ""
	if pkg != nil {
		name = pkg.Name()
	}
	if r := schema.ResourceOf(typesys.Strip(typesys.PlainShape(c.info.TypeOf(e)))); r != nil && r.IsProvider && pkg != nil && pkg.Base() == r.Package.Name() {
		return
	}
	c.provider(e, name, codes.ProviderMismatch.Severity())
}

// provider checks one value that stands for the provider of a package; of any package when none is named. It may also be an object with
// the URN of one. It says nothing about other values.
func (c *checker) provider(e hclsyntax.Expression, pkg string, severity codes.Severity) {
	t, span := c.info.TypeOf(e), tree.Span(e.Range())
	name := member(tree.Bare(e), typesys.Step{Name: "urn"})
	if x, is := name.(*hclsyntax.ScopeTraversalExpr); is && len(x.Traversal) == 2 {
		if own, closed := c.scope.variable(x.Traversal.RootName()); own == nil && !closed {
			_, sig := c.Lookup(c.e, x.Traversal.RootName())
			t = sig.Value
		}
	}
	r := schema.ResourceOf(typesys.Strip(typesys.PlainShape(t)))
	switch {
	case r == nil && name != nil:
		c.judged(name, func(cty.Value) {
			c.info.findAs(codes.Warning, codes.ProviderMismatch, span, "a run knows only the providers that it registers itself; refer to one of them")
		})
	case r == nil:
	case !r.IsProvider:
		c.info.findAs(severity, codes.ProviderMismatch, span, "a resource of type "+diagnostic.Abbreviate(r.Canonical, 90)+" is not a provider; the type of a provider is `pulumi:providers:"+r.Package.Name()+"`")
	case pkg != "" && r.Package.Name() != pkg:
		message := "this is a provider for package " + r.Package.Name() + "; use one for package " + pkg
		c.info.find(codes.ProviderMismatch, span, message).Subject = pkg
	}
}
