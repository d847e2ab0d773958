package check

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file computes values of which types do not tell enough: what loops, functions and ranges
// make of literals, the defaults of configs, and inputs that come back as outputs. What is not
// literal is unknown, and so is what takes too much work.

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
	// echoes says that inputs come back as outputs.
	echoes bool
	premises
}

// premises are what a value rests on that is not so in every run.
type premises struct {
	byDefault string // the config whose default the value rests on; empty for none
	// echo says which inputs come back as they are, which most providers do and no one promises;
	// empty for none.
	echo string
}

// String says on what condition a value is known.
func (p premises) String() string {
	var all []string
	if p.byDefault != "" {
		all = append(all, "with the default of `"+p.byDefault+"`")
	}
	if p.echo != "" {
		all = append(all, "if "+p.echo)
	}
	return strings.Join(all, ", and ")
}

// instance is one instance of a resource, as a mark of an unknown value: what the program gives
// to its inputs may be known.
type instance struct {
	resource string
	variable map[string]cty.Value // what range is in it; nil for none
}

// instanceOf is an instance of a resource as a value.
func instanceOf(resource string, variable map[string]cty.Value) cty.Value {
	return cty.DynamicVal.Mark(&instance{resource, variable})
}

// knowing computes a value that does not rest on what providers do.
func (c *checker) knowing() *known {
	return &known{c: c, budget: value.NewBudget(context.Background(), knownWork)}
}

// supposing computes a value in the usual case that providers return inputs as they are.
func (c *checker) supposing() *known {
	k := c.knowing()
	k.echoes = true
	return k
}

// element is an element of a value, unknown if that is not certain; missing says that there is
// none.
func (k *known) element(v, key cty.Value) (element cty.Value, missing bool) {
	for mark := range v.Marks() {
		if of, ok := mark.(*instance); ok && isText(key) {
			return k.given(of, key.AsString()), false
		}
	}
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
		return values[at], false
	case v.Type().IsTupleType() && key.Type() == cty.Number:
		i, err := value.Whole(key)
		if err != nil || i < 0 {
			return cty.DynamicVal, false // whatever the list: see neverAnIndex
		}
		if i >= v.LengthInt() {
			return cty.DynamicVal, true
		}
		return value.Elements(v)[i], false
	}
	return cty.DynamicVal, false
}

// isText reports whether a key is a text.
func isText(key cty.Value) bool { return key.IsKnown() && !key.IsNull() && key.Type() == cty.String }

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
	e = tree.Bare(e)
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
		elems := lists.Map(e.Exprs, k.of)
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
		element, _ := k.element(k.of(e.Collection), k.of(e.Key))
		return element
	case *hclsyntax.BinaryOpExpr:
		return k.operation(e)
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
		v, _ = k.element(v, key)
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
		k.vars[e.KeyVar], k.vars[e.ValVar] = key, element
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
	if b != nil && b.Flow == language.FlowFirstSuccess && len(e.Args) > 0 && !e.ExpandFinal {
		if first := plainValue(k.of(e.Args[0])); first.IsWhollyKnown() {
			return first
		}
		return cty.DynamicVal
	}
	if b == nil || b.Value == nil || e.ExpandFinal || !b.Accepts(len(e.Args)) {
		return cty.DynamicVal
	}
	args := lists.Map(e.Args, func(x hclsyntax.Expression) cty.Value { return plainValue(k.of(x)) })
	v, err := b.Value(&k.budget, args)
	if err != nil {
		return cty.DynamicVal
	}
	return plainValue(v)
}

// operation is the result of arithmetic with whole numbers.
func (k *known) operation(e *hclsyntax.BinaryOpExpr) cty.Value {
	operands := []cty.Value{k.of(e.LHS), k.of(e.RHS)}
	for _, v := range operands {
		if !v.IsKnown() || v.IsNull() || v.Type() != cty.Number {
			return cty.DynamicVal
		}
	}
	result, err := e.Op.Impl.Call(operands)
	if err != nil {
		return cty.DynamicVal
	}
	if _, err := value.Whole(result); err != nil {
		return cty.DynamicVal
	}
	return result
}

// named is the value of a name: a loop variable, a local, a config by its default, or a resource.
func (k *known) named(name string) cty.Value {
	if v, ok := k.vars[name]; ok {
		return v
	}
	if !k.outside {
		if own, closed := k.c.variable(name); own != nil || closed {
			return cty.DynamicVal
		}
	}
	if k.budget.Spend(1) != nil {
		return cty.DynamicVal
	}
	home, target := k.c.written(name)
	if home == nil {
		return cty.DynamicVal
	}
	switch kindOf(home) {
	case ObjectResource:
		if a := RangeAttribute(home.Syntax); a != nil {
			return k.instances(name, k.elsewhere(a.Expr, nil))
		}
		return instanceOf(name, nil)
	case ObjectConfig:
		if target != nil && !k.c.isStored(name) {
			k.byDefault = name
			return k.elsewhere(target, nil)
		}
	case ObjectLocal:
		if target != nil {
			return k.elsewhere(target, nil)
		}
	}
	return cty.DynamicVal
}

// elsewhere is the value of an expression in another item, with the variables that it has there.
func (k *known) elsewhere(e hclsyntax.Expression, vars map[string]cty.Value) cty.Value {
	if k.hops >= maxHops {
		return cty.DynamicVal
	}
	inner := known{c: k.c, budget: k.budget, vars: vars, outside: true, hops: k.hops + 1, echoes: k.echoes, premises: k.premises}
	defer func() { k.budget, k.premises = inner.budget, inner.premises }()
	return inner.of(e)
}

// given is what an instance of a resource gets as an input, and gives back as an output.
func (k *known) given(to *instance, input string) cty.Value {
	if !k.echoes {
		return cty.DynamicVal
	}
	_, e := k.c.inputOf(k.c.e, to.resource, input)
	if e == nil || k.budget.Spend(1) != nil {
		return cty.DynamicVal
	}
	vars := map[string]cty.Value{}
	if to.variable != nil {
		vars[language.RangeVariable] = cty.ObjectVal(to.variable)
	}
	v := k.elsewhere(e, vars)
	if echo := "`" + to.resource + "` returns its input `" + input + "` unchanged"; v.IsKnown() && k.echo != echo {
		if k.echo != "" {
			echo = "resources return their inputs unchanged"
		}
		k.echo = echo
	}
	return v
}

// instances are the instances that a range makes of a resource.
func (k *known) instances(name string, of cty.Value) cty.Value {
	var elems []cty.Value
	switch {
	case !of.IsKnown() || of.IsNull():
		return cty.DynamicVal
	case of.Type() == cty.Bool && of.True():
		return instanceOf(name, nil)
	case of.Type() == cty.Number:
		n, err := value.Whole(of)
		if err != nil || k.budget.Spend(max(n, 0)) != nil {
			return cty.DynamicVal
		}
		for i := range max(n, 0) {
			elems = append(elems, instanceOf(name, map[string]cty.Value{"value": cty.NumberIntVal(int64(i))}))
		}
	case value.IsList(of):
		for i, element := range value.Elements(of) {
			elems = append(elems, instanceOf(name, map[string]cty.Value{"key": cty.NumberIntVal(int64(i)), "value": element}))
		}
	case value.IsMap(of):
		members := map[string]cty.Value{}
		keys, values := value.Members(of)
		for i, key := range keys {
			members[key] = instanceOf(name, map[string]cty.Value{"key": cty.StringVal(key), "value": values[i]})
		}
		return cty.ObjectVal(members)
	default:
		return cty.DynamicVal
	}
	return cty.TupleVal(elems)
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
