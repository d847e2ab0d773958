package check

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file computes which elements lists and maps have, whose types do not say it: those that
// loops, functions and ranges make of literals, and the defaults of configs. A step to another
// element fails in the run. What is not literal is unknown, and so is what takes too much work.

// knownWork is the most steps that computing one value may take.
const knownWork = 1000

// known computes one value.
type known struct {
	c      *checker
	budget value.Budget
	// vars are the loop variables around the expression, and outside says that it stands in
	// another item, where those of the checked item do not count.
	vars    map[string]cty.Value
	outside bool
	hops    int
	// byDefault is the config whose default the value rests on; empty for none.
	byDefault string
}

// knownSteps reports a step to an element that a list or map does not have. Of is what is
// traversed, t its type, and name what messages call it.
func (c *checker) knownSteps(of hclsyntax.Expression, t typesys.Type, steps hcl.Traversal, name string) {
	if !throughCollection(t, steps) {
		return
	}
	k := c.knowing()
	v := k.of(of)
	for _, step := range steps {
		key, ok := tree.StepKey(step)
		if !ok {
			return
		}
		next, missing := knownElement(v, key)
		if missing {
			c.missingElement(v, key, tree.Span(step.SourceRange()), name, k.byDefault)
			return
		}
		v, name = next, "this value"
	}
}

// knownIndex reports an index that a list or map does not have.
func (c *checker) knownIndex(e *hclsyntax.IndexExpr) {
	k := c.knowing()
	key := k.of(e.Key)
	if !key.IsKnown() || key.IsNull() {
		return
	}
	v := k.of(e.Collection)
	if _, missing := knownElement(v, key); missing {
		c.missingElement(v, key, tree.Span(e.Key.Range()), "this value", k.byDefault)
	}
}

func (c *checker) knowing() *known {
	return &known{c: c, budget: value.NewBudget(context.Background(), knownWork)}
}

// throughCollection reports whether some step goes into a list or map.
func throughCollection(t typesys.Type, steps hcl.Traversal) bool {
	for _, step := range steps {
		switch typesys.Unwrapped(typesys.PlainShape(t)).Kind() {
		case typesys.KindList, typesys.KindMap:
			return true
		}
		key, ok := tree.StepKey(step)
		if !ok {
			return false
		}
		t, _ = typesys.Traverse(t, key)
	}
	return false
}

// missingElement reports a key that a known list or map does not have.
func (c *checker) missingElement(of, key cty.Value, span syntax.Span, name, byDefault string) {
	defaulted := name == "`"+byDefault+"`"
	if defaulted {
		name = "the default of " + name
	}
	why := advice{message: "index " + typesys.FormatValue(key) + " is out of range: there " + isAre(of.LengthInt()) + " " + count(of.LengthInt(), "element")}
	if value.IsMap(of) {
		keys, _ := value.Members(of)
		text, _ := typesys.Text(key)
		why = unknownProperty(name, Abbreviate(text, 40), keys)
	}
	if byDefault == "" {
		c.failing(codes.IndexLiteral, span, why)
		return
	}
	if !defaulted || !value.IsMap(of) {
		why.message = "with the default of `" + byDefault + "`, " + why.message
	}
	if c.fate.attempts == 0 && c.fate.conditions == 0 {
		c.adviseAs(codes.Warning, codes.IndexLiteral, span, why)
	}
}

// knownElement is an element of a value, unknown if that is not certain; missing says that there is
// none.
func knownElement(v, key cty.Value) (element cty.Value, missing bool) {
	if !v.IsKnown() || v.IsNull() || key.IsNull() || !key.IsKnown() {
		return cty.DynamicVal, false
	}
	switch text, isName := typesys.Text(key); {
	case value.IsMap(v) && isName:
		keys, values := value.Members(v)
		at := slices.Index(keys, text)
		if at < 0 {
			return cty.DynamicVal, true
		}
		return plainValue(values[at]), false
	case v.Type().IsTupleType() && key.Type() == cty.Number:
		i, err := value.Whole(key)
		if err != nil || i < 0 {
			return cty.DynamicVal, false // whatever the list: see neverAnIndex
		}
		if i >= v.LengthInt() {
			return cty.DynamicVal, true
		}
		return plainValue(value.Elements(v)[i]), false
	}
	return cty.DynamicVal, false
}

// plainValue is a value without marks.
func plainValue(v cty.Value) cty.Value {
	v, _ = v.UnmarkDeep()
	return v
}

// of is the value of an expression, with unknown parts.
func (k *known) of(e hclsyntax.Expression) cty.Value {
	if k.budget.Spend(1) != nil {
		return cty.DynamicVal
	}
	e = unwrapped(e)
	if v, ok := literalValue(e); ok {
		return v
	}
	switch e := e.(type) {
	case *hclsyntax.ObjectConsKeyExpr:
		if v, literal := tree.LiteralText(e); literal {
			return v
		}
		return k.of(e.Wrapped)
	case *hclsyntax.TupleConsExpr:
		elems := make([]cty.Value, len(e.Exprs))
		for i, x := range e.Exprs {
			elems[i] = k.of(x)
		}
		return cty.TupleVal(elems)
	case *hclsyntax.ObjectConsExpr:
		return k.object(e)
	case *hclsyntax.TemplateExpr:
		return k.template(e)
	case *hclsyntax.ConditionalExpr:
		yes, err := value.Boolean(knownOr(k.of(e.Condition), cty.NullVal(cty.Bool)))
		switch {
		case err != nil:
			return cty.DynamicVal
		case yes:
			return k.of(e.TrueResult)
		}
		return k.of(e.FalseResult)
	case *hclsyntax.ForExpr:
		return k.loop(e)
	case *hclsyntax.FunctionCallExpr:
		return k.call(e)
	case *hclsyntax.ScopeTraversalExpr:
		return k.steps(k.named(e.Traversal.RootName()), e.Traversal[1:])
	case *hclsyntax.RelativeTraversalExpr:
		return k.steps(k.of(e.Source), e.Traversal)
	case *hclsyntax.IndexExpr:
		element, _ := knownElement(k.of(e.Collection), k.of(e.Key))
		return element
	case *hclsyntax.SplatExpr:
		if list := k.of(e.Source); list.Type().IsTupleType() {
			return unknownElements(list.LengthInt())
		}
	}
	return cty.DynamicVal
}

// unknownElements is a list of which only the length is known.
func unknownElements(n int) cty.Value {
	return cty.TupleVal(slices.Repeat([]cty.Value{cty.DynamicVal}, n))
}

// knownArgument is what is known of an argument, whatever the configuration of the stack is.
func (c *checker) knownArgument(arg argument) cty.Value {
	if t := typesys.PlainShape(arg.t); t.Kind() == typesys.KindTuple {
		return unknownElements(len(t.Elems()))
	}
	k := c.knowing()
	if v := k.of(arg.expr); k.byDefault == "" && c.info.Types[arg.expr] == arg.t {
		return v
	}
	return cty.DynamicVal
}

// knownOr is a value, or another one in the place of an unknown one.
func knownOr(v, other cty.Value) cty.Value {
	if !v.IsKnown() {
		return other
	}
	return v
}

func (k *known) steps(v cty.Value, steps hcl.Traversal) cty.Value {
	for _, step := range steps {
		key, ok := tree.StepKey(step)
		if !ok {
			return cty.DynamicVal
		}
		v, _ = knownElement(v, key)
	}
	return v
}

// text is a value as a key or a part of a text; false if it is not known.
func (k *known) text(e hclsyntax.Expression) (string, bool) {
	v := k.of(e)
	if !v.IsKnown() {
		return "", false
	}
	text, err := value.Written(v)
	return text, err == nil
}

func (k *known) object(e *hclsyntax.ObjectConsExpr) cty.Value {
	members := make(map[string]cty.Value, len(e.Items))
	for _, item := range e.Items {
		key, ok := k.text(item.KeyExpr)
		if !ok {
			return cty.DynamicVal
		}
		members[key] = k.of(item.ValueExpr)
	}
	return cty.ObjectVal(members)
}

func (k *known) template(e *hclsyntax.TemplateExpr) cty.Value {
	var all strings.Builder
	for _, part := range e.Parts {
		text, ok := k.text(part)
		if !ok || k.budget.Spend(len(text)) != nil {
			return cty.DynamicVal
		}
		all.WriteString(text)
	}
	return cty.StringVal(all.String())
}

// loop is what a for expression makes of a known collection; unknown if a key or condition is.
func (k *known) loop(e *hclsyntax.ForExpr) cty.Value {
	collection := k.of(e.CollExpr)
	if e.Group || !collection.IsKnown() || collection.IsNull() || !value.IsMap(collection) && !value.IsList(collection) {
		return cty.DynamicVal
	}
	outer := k.vars
	defer func() { k.vars = outer }()
	members, elems := map[string]cty.Value{}, []cty.Value{}
	for it := collection.ElementIterator(); it.Next(); {
		key, element := it.Element()
		k.vars = maps.Clone(outer)
		if k.vars == nil {
			k.vars = map[string]cty.Value{}
		}
		k.vars[e.KeyVar], k.vars[e.ValVar] = key, plainValue(element)
		if e.CondExpr != nil {
			taken, err := value.Boolean(knownOr(k.of(e.CondExpr), cty.NullVal(cty.Bool)))
			if err != nil {
				return cty.DynamicVal
			}
			if !taken {
				continue
			}
		}
		if e.KeyExpr == nil {
			elems = append(elems, k.of(e.ValExpr))
			continue
		}
		name, ok := k.text(e.KeyExpr)
		if !ok {
			return cty.DynamicVal
		}
		members[name] = k.of(e.ValExpr)
	}
	if e.KeyExpr == nil {
		return cty.TupleVal(elems)
	}
	return cty.ObjectVal(members)
}

// call is the result of a function of the language.
func (k *known) call(e *hclsyntax.FunctionCallExpr) cty.Value {
	b := language.LookupBuiltin(e.Name)
	if b == nil || b.Value == nil || e.ExpandFinal || !b.Accepts(len(e.Args)) {
		return cty.DynamicVal
	}
	args := make([]cty.Value, len(e.Args))
	for i, x := range e.Args {
		args[i] = k.of(x)
	}
	v, err := b.Value(&k.budget, args)
	if err != nil {
		return cty.DynamicVal
	}
	return plainValue(v)
}

// named is the value of a name: a loop variable, a local, a config by its default, or a resource
// with a range, of which only the instances are known.
func (k *known) named(name string) cty.Value {
	if v, ok := k.vars[name]; ok {
		return v
	}
	if !k.outside {
		if own, closed := k.c.variable(name); own != nil || closed {
			return cty.DynamicVal
		}
	}
	if k.hops >= maxHops || k.budget.Spend(1) != nil {
		return cty.DynamicVal
	}
	home, target := k.c.written(name)
	if home == nil {
		return cty.DynamicVal
	}
	inner := known{c: k.c, budget: k.budget, outside: true, hops: k.hops + 1, byDefault: k.byDefault}
	defer func() { k.budget, k.byDefault = inner.budget, inner.byDefault }()
	switch kindOf(home) {
	case ObjectResource:
		if a := RangeAttribute(home.Syntax); a != nil {
			return instancesFor(inner.of(a.Expr))
		}
	case ObjectConfig:
		if target != nil && !k.c.isStored(name) {
			inner.byDefault = name
			return inner.of(target)
		}
	case ObjectLocal:
		if target != nil {
			return inner.of(target)
		}
	}
	return cty.DynamicVal
}

// instancesFor are the instances that a range makes of a resource; what they are is unknown.
func instancesFor(of cty.Value) cty.Value {
	switch {
	case !of.IsKnown() || of.IsNull():
	case of.Type() == cty.Number:
		if n, err := value.Whole(of); err == nil && n >= 0 && n <= knownWork {
			return unknownElements(n)
		}
	case value.IsList(of):
		return unknownElements(of.LengthInt())
	case value.IsMap(of):
		members := map[string]cty.Value{}
		keys, _ := value.Members(of)
		for _, key := range keys {
			members[key] = cty.DynamicVal
		}
		return cty.ObjectVal(members)
	}
	return cty.DynamicVal
}

// isStored reports whether the selected stack has a value for a config.
func (r *recorder) isStored(config string) bool {
	ask := func(p *Program) (key string, has bool) {
		if home := p.core.Declaring(config); home != nil {
			key = tree.LogicalName(home.Syntax)
			_, has = p.world.Stack.value(key)
		}
		return key, has
	}
	key, stored := ask(r.p)
	same := func(now *program.Run) bool {
		keyNow, storedNow := ask(viewOf(now.Program))
		return keyNow == key && storedNow == stored
	}
	r.Note(program.OnText, config, same)
	r.Note(onStack, key, same)
	return stored
}
