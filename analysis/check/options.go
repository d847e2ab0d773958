package check

import (
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file checks the options of resources, reads and components. (PCL
// specification, pcl-syntax.md, section 8.1.)

// Option is one resource option.
type Option struct {
	Name string
	Type typesys.Type
	Doc  string
}

var aliasType = typesys.Object(
	typesys.Property{Name: "name", Type: typesys.Optional(typesys.String)},
	typesys.Property{Name: "type", Type: typesys.Optional(typesys.String)},
	typesys.Property{Name: "noParent", Type: typesys.Optional(typesys.Bool)},
	typesys.Property{Name: "parent", Type: typesys.Optional(typesys.Dynamic)},
)

var timeoutsType = typesys.Object(
	typesys.Property{Name: "create", Type: typesys.Optional(typesys.String)},
	typesys.Property{Name: "update", Type: typesys.Optional(typesys.String)},
	typesys.Property{Name: "delete", Type: typesys.Optional(typesys.String)},
	typesys.Property{Name: "read", Type: typesys.Optional(typesys.String)},
)

var (
	anyList   = typesys.List(typesys.Dynamic)
	anyMap    = typesys.Map(typesys.Dynamic)
	pathList  = typesys.List(typesys.PropertyPath)
	rangeType = typesys.Union(typesys.Bool, typesys.Number, anyList, anyMap)
)

var options = map[string]Option{
	"aliases":                 {"", typesys.List(typesys.Union(typesys.String, aliasType)), "Former names of the resource: URNs, or objects with the parts that changed."},
	"range":                   {"", rangeType, "Makes several instances: `true` or `false` for one or none, a number, or a list or map with one instance for each element. In the body `range.value` and `range.key` tell them apart."},
	"parent":                  {"", typesys.Dynamic, "The resource that this one belongs to."},
	"provider":                {"", typesys.Dynamic, "The provider resource that manages this resource."},
	"providers":               {"", typesys.Union(anyList, anyMap), "Provider resources for the children: a list, or a map by package."},
	"dependsOn":               {"", anyList, "Resources that must exist before this one, beyond those that its inputs refer to."},
	"protect":                 {"", typesys.Bool, "Whether the resource must not be deleted."},
	"retainOnDelete":          {"", typesys.Bool, "Whether the real resource stays when this one is deleted."},
	"deleteBeforeReplace":     {"", typesys.Bool, "Whether a replacement deletes the old resource before it creates the new one."},
	"ignoreChanges":           {"", pathList, "Inputs whose changes are ignored, as property paths: `[tags, rules[0].port]`."},
	"hideDiffs":               {"", pathList, "Inputs whose changes are not shown, as property paths."},
	"replaceOnChanges":        {"", pathList, "Inputs whose changes replace the resource, as property paths."},
	"additionalSecretOutputs": {"", pathList, "Properties that are treated as secret, besides those that the schema marks."},
	"version":                 {"", typesys.String, "The exact version of the provider plugin, as a quoted text."},
	"pluginDownloadURL":       {"", typesys.String, "Where the provider plugin is downloaded from, as a quoted text."},
	"customTimeouts":          {"", timeoutsType, "How long operations may take: `{ create = \"5m\" }`."},
	"deletedWith":             {"", typesys.Dynamic, "A resource whose deletion deletes this one too."},
	"replaceWith":             {"", anyList, "Resources whose replacement replaces this one too."},
	"import":                  {"", typesys.String, "The provider's id of an existing resource to take over."},
	"replacementTrigger":      {"", typesys.Dynamic, "A value whose change replaces the resource."},
	"envVarMappings":          {"", typesys.Map(typesys.String), "For providers: environment variables, each with the one it is copied to."},
	"hooks":                   {"", typesys.Dynamic, "Hooks by point of the operation: `{ beforeCreate = [audit] }`."},
}

// Options are all resource options, sorted by name.
func Options() []Option {
	all := make([]Option, 0, len(options))
	for _, name := range optionNames() {
		o := options[name]
		o.Name = name
		all = append(all, o)
	}
	return all
}

func optionNames() []string { return slices.Sorted(maps.Keys(options)) }

// hookPoints are the keys of the hooks option.
var hookPoints = []string{
	"beforeCreate", "afterCreate", "beforeUpdate", "afterUpdate", "beforeDelete", "afterDelete", "onError",
}

// options checks one options block. Those of a resource see the program; those
// of a component also see the component's range.
func (c *checker) options(it *syntax.Item, b *hclsyntax.Block, vars []*Object) {
	if it.Kind != syntax.KindComponent {
		vars = nil
	}
	c.inOptions = true
	defer func() { c.inOptions = false }()
	for _, a := range tree.Attributes(b.Body) {
		option, known := options[a.Name]
		c.occur(Occurrence{Span: tree.Span(a.NameRange), Kind: OccurOption, Name: a.Name, Type: option.Type, Denotation: &Denotation{Doc: option.Doc}})
		if !known {
			c.find(codes.OptionUnknown, tree.Span(a.NameRange), c.unknownOption(it, a.Name))
			c.misplacedOption(a)
			continue
		}
		c.with(vars, func() {
			before := len(c.info.Findings)
			c.option(it, a, option)
			c.optionUse(it, a, before)
		})
	}
	for _, inner := range b.Body.Blocks {
		message := "options have no blocks"
		if near := meantOption(inner.Type); near != "" {
			message += "; write `" + near + " = …`"
		}
		c.find(codes.OptionUnknown, tree.Span(inner.TypeRange), message)
		c.looseBody(inner.Body)
	}
}

func (c *checker) option(it *syntax.Item, a *hclsyntax.Attribute, option Option) {
	n := needs{code: codes.OptionType, place: "`" + a.Name + "`"}
	switch {
	case a.Name == "range":
		facts := readRange(c.expr(a.Expr), it.Kind)
		c.expect(a.Expr, option.Type)
		if !facts.ok() {
			c.find(codes.RangeIterate, tree.Span(a.Expr.Range()), cannotRange(facts.it.Stripped))
		}
		c.unusedRange(it, a, facts)
	case a.Name == "hooks":
		c.expr(a.Expr)
		c.hooksOption(a)
	case slices.Contains(pathListOptions, a.Name) && it.Kind != syntax.KindComponent:
		c.pathList(a, option, n)
	case a.Name == "version" || a.Name == "pluginDownloadURL":
		c.want(a.Expr, option.Type, n)
		c.literalOption(a)
	default:
		c.want(a.Expr, option.Type, n)
		c.providerOption(it, a)
	}
}

func cannotRange(t typesys.Type) string {
	message := "a range is a bool, a number, a list or a map, not " + typesys.Short(t, 80)
	if t.Kind() == typesys.KindUnion && containsNull(t) {
		message += "; use an empty collection in place of null"
	}
	return message
}

// pathList checks an option whose names are inputs of the resource. Without a
// schema every name may be one.
func (c *checker) pathList(a *hclsyntax.Attribute, option Option, n needs) {
	names := map[string]*Object{}
	for _, p := range c.inputs.props {
		names[p.Name] = &Object{Kind: ObjectProperty, Name: p.Name, Type: typesys.PlainShape(p.Type)}
	}
	c.closed(&scope{names: names, closed: true, anything: !c.inputs.known}, func() { c.want(a.Expr, option.Type, n) })
}

// closed runs f with only the names of a scope.
func (c *checker) closed(s *scope, f func()) {
	outer := c.scope
	c.scope = s
	defer func() { c.scope = outer }()
	f()
}

// unknownOption is the message about an option that does not exist.
func (c *checker) unknownOption(it *syntax.Item, name string) string {
	message := "there is no option `" + name + "`"
	if near := meantOption(name); near != "" {
		return message + didYouMean(near)
	}
	if c.inputs.property(name) != nil {
		message += ": it is an input; write it in the " + it.Keyword + " itself"
	}
	return message
}

// meantOption is the option that a name may mean, empty when it means none.
func meantOption(name string) string { return typesys.Near(name, optionNames()) }

// misplacedOption types the value of an attribute that is not known where it
// stands. The names in one that is meant as a list of property paths are those of
// inputs, and nothing is said about them.
func (c *checker) misplacedOption(a *hclsyntax.Attribute) {
	if slices.Contains(pathListOptions, meantOption(a.Name)) {
		c.closed(&scope{closed: true, anything: true}, func() { c.expr(a.Expr) })
		return
	}
	c.expr(a.Expr)
}

// looseOptions checks the expressions of options that belong to nothing known. The
// names in property lists may be anything.
func (c *checker) looseOptions(b *hclsyntax.Body) {
	for _, a := range tree.Attributes(b) {
		if !slices.Contains(pathListOptions, a.Name) {
			c.expr(a.Expr)
		}
	}
	for _, inner := range b.Blocks {
		c.looseBody(inner.Body)
	}
}

// literalOption checks the options that the engine reads before the program
// runs.
func (c *checker) literalOption(a *hclsyntax.Attribute) {
	text, ok := tree.PlainText(a.Expr)
	if !ok {
		c.find(codes.OptionLiteral, tree.Span(a.Expr.Range()), "`"+a.Name+"` must be a quoted text without interpolation")
		return
	}
	if a.Name == "version" && text != "" && !IsVersion(text) {
		c.find(codes.OptionVersion, tree.Span(a.Expr.Range()), "`version` must be a semantic version such as 1.2.3, without a leading v")
	} else if a.Name == "version" {
		c.uncheckedVersion(a, text)
	}
}

// hooksOption checks the hooks option: an object of lists of hooks.
func (c *checker) hooksOption(a *hclsyntax.Attribute) {
	object, ok := a.Expr.(*hclsyntax.ObjectConsExpr)
	if !ok {
		c.find(codes.OptionHooksShape, tree.Span(a.Expr.Range()), "`hooks` must be an object written out: `{ beforeCreate = [name] }`")
		return
	}
	for _, item := range object.Items {
		point, literal := tree.LiteralKey(item.KeyExpr)
		if !literal {
			continue
		}
		if !slices.Contains(hookPoints, point) {
			message := "there is no hook point `" + point + "`"
			if near := typesys.Near(point, hookPoints); near != "" {
				message += didYouMean(near)
			} else {
				message += "; there are " + listed(hookPoints, 150)
			}
			c.find(codes.OptionHooksName, tree.Span(item.KeyExpr.Range()), message)
			continue
		}
		c.hookList(point, item.ValueExpr)
	}
}

func (c *checker) hookList(point string, e hclsyntax.Expression) {
	list, ok := e.(*hclsyntax.TupleConsExpr)
	if !ok {
		c.find(codes.OptionHooksShape, tree.Span(e.Range()), "`"+point+"` must be a list written out: `[name]`")
		return
	}
	wanted := "resource"
	if point == "onError" {
		wanted = "error"
	}
	for _, x := range list.Exprs {
		t, ok := x.(*hclsyntax.ScopeTraversalExpr)
		if !ok || len(t.Traversal) != 1 {
			c.hookElement(point, x)
			continue
		}
		hook, sig := c.lookup(c.e, t.Traversal.RootName())
		if hook == nil || sig.kind != ObjectHook || sig.token == wanted || !isHookKind(sig.token) {
			c.hookElement(point, x)
			continue
		}
		c.find(codes.OptionHooksKind, tree.Span(x.Range()), "`"+point+"` takes hooks of kind `"+wanted+"`; `"+hook.Name+"` is of kind `"+sig.token+"`",
			c.declarationOf(hook.Name))
	}
}
