package check

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/options"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/versions"
)

// This file checks the options of resources, reads and components. (docs/language/options.md)

// options checks one options block. Those of a resource see the program; those
// of a component also see the component's range.
func (c blocks) options(it *syntax.Item, b *hclsyntax.Block, vars []*Object) {
	if it.Kind != syntax.KindComponent {
		vars = nil
	}
	c.inOptions = true
	defer func() { c.inOptions = false }()
	for _, a := range tree.Attributes(b.Body) {
		option := language.OptionNamed(a.Name)
		c.info.occur(Occurrence{Span: tree.Span(a.NameRange), Kind: OccurOption, Name: a.Name, Type: option.Type, Denotation: &Denotation{Doc: option.Doc}})
		if option.Name == "" {
			c.info.advise(codes.OptionUnknown, tree.Span(a.NameRange), c.unknownOption(it, a.Name))
			c.misplacedOption(a)
			continue
		}
		c.with(vars, func() {
			before := len(c.info.Findings)
			if c.isIgnored(it, option) {
				defer c.evaluation.enter(never)()
			}
			c.option(it, a, option)
			c.optionUse(it, a, option, before)
			if c.evaluation.attempts > 0 {
				c.tolerated(before)
			}
		})
	}
	for _, inner := range b.Body.Blocks {
		message := "options cannot contain blocks"
		if near := options.Meant(inner.Type); near != "" {
			message += "; write `" + near + " = …`"
		}
		c.info.find(codes.OptionUnknown, tree.Span(inner.TypeRange), message)
		c.looseBody(inner.Body)
	}
}

// tolerated makes warnings of errors that only a run would have: none evaluates the option, or has an instance that has it.
func (c blocks) tolerated(before int) {
	for i := range c.info.Findings[before:] {
		d := &c.info.Findings[before+i]
		if declared, _ := codes.Lookup(d.Code); declared.Evaluated || declared.Engine {
			d.Severity = max(d.Severity, codes.Warning)
		}
	}
}

func (c blocks) option(it *syntax.Item, a *hclsyntax.Attribute, option *language.Option) {
	n := needs{code: codes.OptionType, name: a.Name}
	switch rule := option.Rule; {
	case rule == language.OptionRange:
		found := len(c.info.Findings)
		if c.isIgnored(it, option) {
			c.expr(a.Expr)
		} else {
			c.inAnyCase(func() { c.expr(a.Expr) })
		}
		facts := readRange(c.info.TypeOf(a.Expr), it.Kind)
		c.expect(a.Expr, option.Type)
		isError := func(d diagnostic.Diagnostic) bool { return d.Severity == codes.Error }
		if !facts.ok() && !slices.ContainsFunc(c.info.Findings[found:], isError) {
			severity := codes.RangeIterate.Severity()
			if it.Kind == syntax.KindComponent && facts.it.Stripped != typesys.Null {
				severity = codes.Warning // the run never looks at it
			}
			c.info.findAs(severity, codes.RangeIterate, tree.Span(a.Expr.Range()), cannotRange(facts.it.Stripped))
		}
		c.unusedRange(it, a, facts)
	case rule == language.OptionHooks:
		c.expr(a.Expr)
		c.hooksOption(a)
	case rule.TakesPaths() && it.Kind != syntax.KindComponent:
		c.pathList(a, option, n)
	case rule == language.OptionVersion || rule == language.OptionLiteral:
		c.want(a.Expr, option.Type, n)
		c.literalOption(a, rule)
	default:
		c.want(a.Expr, option.Type, n)
		c.providerOption(it, a, rule)
	}
}

func cannotRange(t typesys.Type) string {
	message := "a range must be a bool, a number, a list or a map, not " + typesys.Short(t, 80)
	switch {
	case t.Kind() == typesys.KindUnion && containsNull(t):
		message += "; use an empty collection instead of null"
	case t.Kind() == typesys.KindUnion:
		message = "a range must have one type, and this has one of several: " + typesys.Short(t, 80)
	}
	return message
}

// pathList checks an option whose names are inputs of the resource. Without a
// schema every name may be one.
func (c blocks) pathList(a *hclsyntax.Attribute, option *language.Option, n needs) {
	names := map[string]*Object{}
	for _, p := range c.inputs.props {
		names[p.Name] = &Object{Kind: ObjectProperty, Name: p.Name, Type: typesys.PlainShape(p.Type)}
	}
	later := map[string]bool{}
	if option.Rule == language.OptionHidePaths && c.inputs.outputs != nil {
		for _, p := range c.inputs.outputs.Outputs {
			if c.language() >= language.ChecksAll {
				names[p.Name] = &Object{Kind: ObjectProperty, Name: p.Name, Type: typesys.PlainShape(p.Type)}
			} else if names[p.Name] == nil {
				later[p.Name] = true
			}
		}
	}
	c.closed(&scope{names: names, later: later, closed: true, anything: !c.inputs.known}, func() { c.want(a.Expr, option.Type, n) })
}

// closed runs f with only the names of a scope.
func (c blocks) closed(s *scope, f func()) {
	outer := c.scope
	c.scope = s
	defer func() { c.scope = outer }()
	f()
}

// unknownOption is the message about an option that does not exist.
func (c blocks) unknownOption(it *syntax.Item, name string) diagnostic.Advice {
	unknown := diagnostic.Advice{Message: "there is no option `" + name + "`"}
	near := options.Meant(name)
	if near == "" && c.inputs.property(name) != nil {
		return unknown.And(": it is an input; write it outside `options`")
	}
	return unknown.DidYouMean(near)
}

// misplacedOption types the value of an attribute that is not known where it
// stands. The names in one that is meant as a list of property paths are those of
// inputs, and nothing is said about them.
func (c blocks) misplacedOption(a *hclsyntax.Attribute) {
	if language.OptionNamed(options.Meant(a.Name)).Rule.TakesPaths() {
		c.closed(&scope{closed: true, anything: true}, func() { c.expr(a.Expr) })
		return
	}
	c.expr(a.Expr)
}

// looseOptions checks the expressions of options that belong to nothing known. The
// names in property lists may be anything.
func (c blocks) looseOptions(b *hclsyntax.Body) {
	for _, a := range tree.Attributes(b) {
		if !language.OptionNamed(a.Name).Rule.TakesPaths() {
			c.expr(a.Expr)
		}
	}
	for _, inner := range b.Blocks {
		c.looseBody(inner.Body)
	}
}

// literalOption checks the options that the engine reads before the program
// runs.
func (c blocks) literalOption(a *hclsyntax.Attribute, rule language.OptionRule) {
	text, ok := tree.PlainText(a.Expr)
	if !ok {
		c.info.find(codes.OptionLiteral, tree.Span(a.Expr.Range()), "`"+a.Name+"` must be a quoted string without interpolation")
		return
	}
	switch {
	case rule != language.OptionVersion:
	case text != "" && !versions.IsVersion(text):
		c.info.find(codes.OptionVersion, tree.Span(a.Expr.Range()), noVersion(a.Name))
	default:
		c.uncheckedVersion(a, text)
	}
}

// hooksOption checks the hooks option: an object of lists of hooks.
func (c blocks) hooksOption(a *hclsyntax.Attribute) {
	object, ok := a.Expr.(*hclsyntax.ObjectConsExpr)
	if !ok {
		c.info.find(codes.OptionHooksShape, tree.Span(a.Expr.Range()), "`hooks` must be a literal object: `{ beforeCreate = [name] }`")
		return
	}
	for _, item := range object.Items {
		point, known := writtenHookPoint(item.KeyExpr)
		if known {
			c.hookPoint(point, item, true)
		} else if !c.computedHookPoint(item.KeyExpr) && c.evaluation.attempts == 0 {
			c.judged(item.KeyExpr, func(v cty.Value) {
				if point, is := typesys.Text(v); is {
					c.hookPoint(point, item, false)
				}
			})
		}
	}
}

// hookPoint checks the hooks of a point. For one that is not written out there is nothing to write instead.
func (c blocks) hookPoint(point string, item hclsyntax.ObjectConsItem, written bool) {
	if p, ok := language.LookupHookPoint(point); ok {
		c.hookList(p, item.ValueExpr)
		return
	}
	names := lists.Map(language.HookPoints(), func(p language.HookPoint) string { return p.Name })
	unknown := diagnostic.Advice{Message: "there is no hook point `" + diagnostic.Abbreviate(point, 60) + "`"}
	if near := typesys.Near(point, names); near != "" && written {
		unknown = unknown.DidYouMean(near)
	} else {
		unknown = unknown.And("; there are " + diagnostic.Listed(names, 150))
	}
	c.info.advise(codes.OptionHooksName, tree.Span(item.KeyExpr.Range()), unknown)
}

// writtenHookPoint returns a hook point that is written out, or computed from nothing else, as in
// "before${"Create"}": the reference evaluates that while it binds.
func writtenHookPoint(key hclsyntax.Expression) (point string, known bool) {
	if point, known = tree.LiteralKey(key); known {
		return point, true
	}
	varies := func(e hclsyntax.Expression) bool {
		switch e.(type) {
		case *hclsyntax.ScopeTraversalExpr, *hclsyntax.FunctionCallExpr, *hclsyntax.ForExpr:
			return true
		}
		return false
	}
	if tree.Contains(key, varies) {
		return "", false
	}
	v, diags := key.Value(nil)
	if diags.HasErrors() || v.Type() != cty.String || !v.IsKnown() || v.IsNull() {
		return "", false
	}
	return v.AsString(), true
}

// computedHookPoint reports a template or conditional with names in it: the reference evaluates it before it knows any value,
// and crashes. What tells where the program runs, such as the name of the stack, may be a hook point, but hardly is.
func (c blocks) computedHookPoint(key hclsyntax.Expression) (isReported bool) {
	if k, ok := key.(*hclsyntax.ObjectConsKeyExpr); ok {
		key = k.Wrapped
	}
	isName := func(e hclsyntax.Expression) bool { _, ok := e.(*hclsyntax.ScopeTraversalExpr); return ok }
	isCall := func(e hclsyntax.Expression) bool { _, ok := e.(*hclsyntax.FunctionCallExpr); return ok }
	switch tree.Bare(key).(type) {
	case *hclsyntax.TemplateExpr, *hclsyntax.ConditionalExpr:
		if tree.Contains(key, isName) && !tree.Contains(key, isCall) {
			c.info.find(codes.OptionHooksName, tree.Span(key.Range()), "write out the hook point, such as `beforeCreate`: Pulumi cannot compute it here")
			return true
		}
	}
	if c.tellsWhere(key) {
		c.info.findAs(codes.Warning, codes.OptionHooksName, tree.Span(key.Range()), "write out the hook point, such as `beforeCreate`: no stack or project should have such a name")
		return true
	}
	return false
}

// tellsWhere reports an expression, perhaps behind a local, that is a call which tells where the program runs, or a text with one.
func (c blocks) tellsWhere(e hclsyntax.Expression) bool {
	switch e := tree.Bare(e).(type) {
	case *hclsyntax.FunctionCallExpr:
		return c.language().Called(e.Name).Host != language.HostNone
	case *hclsyntax.TemplateExpr:
		return slices.ContainsFunc(e.Parts, c.tellsWhere)
	case *hclsyntax.ScopeTraversalExpr:
		home, target := c.written(e.Traversal.RootName())
		call, is := tree.Bare(target).(*hclsyntax.FunctionCallExpr)
		return is && KindOf(home) == ObjectLocal && len(e.Traversal) == 1 && c.tellsWhere(call)
	}
	return false
}

func (c blocks) hookList(point language.HookPoint, e hclsyntax.Expression) {
	list, ok := e.(*hclsyntax.TupleConsExpr)
	if !ok {
		c.info.find(codes.OptionHooksShape, tree.Span(e.Range()), "`"+point.Name+"` must be a literal list: `[name]`")
		return
	}
	for _, x := range list.Exprs {
		t, ok := x.(*hclsyntax.ScopeTraversalExpr)
		if !ok || len(t.Traversal) != 1 {
			c.hookElement(point.Name, x)
			continue
		}
		hook, sig := c.Lookup(c.e, t.Traversal.RootName())
		if hook == nil || sig.Kind != ObjectHook || sig.Token == point.Kind || !IsHookKind(sig.Token) {
			c.hookElement(point.Name, x)
			continue
		}
		c.info.find(codes.OptionHooksKind, tree.Span(x.Range()), "`"+point.Name+"` takes hooks of kind `"+point.Kind+"`; `"+hook.Name+"` is of kind `"+sig.Token+"`",
			c.declarationOf(hook.Name))
	}
}
