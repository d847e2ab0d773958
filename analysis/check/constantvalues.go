package check

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/evaluate"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/options"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file computes values where types do not tell enough: what loops, functions and ranges make of literals, the
// defaults of configs, and inputs that come back as outputs. Package evaluate does the work. A value is unknown if it takes too
// much work, or if it fails, which is reported where it stands.

// constantWork is the most steps that computing one value may take.
const constantWork = 4000

// premise is a mark of a value that is not so in every run.
type premise struct {
	// config is the config whose default the value rests on; empty for none.
	config string
	// resource and input say which input comes back as it is, which most providers do and no one promises.
	resource, input string
}

// premises are those on which some values rest.
type premises []premise

// premisesIn are the premises among marks.
func premisesIn(marks ...cty.ValueMarks) premises {
	found := map[premise]bool{}
	for mark := range value.Joined(marks...) {
		if p, is := mark.(premise); is {
			found[p] = true
		}
	}
	all := slices.Collect(maps.Keys(found))
	lists.SortStable(all, func(a, b premise) int {
		return cmp.Or(cmp.Compare(a.config, b.config), cmp.Compare(a.resource, b.resource), cmp.Compare(a.input, b.input))
	})
	return all
}

// configs are the configs whose defaults count.
func (all premises) configs() []string {
	return lists.Map(lists.Where(all, func(p premise) bool { return p.config != "" }), func(p premise) string { return p.config })
}

// echo says which inputs come back as they are; empty if that does not matter.
func (all premises) echo() string {
	echoes := lists.Where(all, func(p premise) bool { return p.config == "" })
	switch len(echoes) {
	case 0:
		return ""
	case 1:
		return "`" + echoes[0].resource + "` returns its input `" + echoes[0].input + "` unchanged"
	}
	return "resources return their inputs unchanged"
}

// String says on what condition a value is known.
func (all premises) String() string {
	var conditions []string
	for _, config := range all.configs() {
		conditions = append(conditions, "with the default of `"+config+"`")
	}
	if echo := all.echo(); echo != "" {
		conditions = append(conditions, "if "+echo)
	}
	return strings.Join(conditions, ", and ")
}

// instance is one instance of a resource, as a mark of an unknown value: what the program gives
// to its inputs may be known.
type instance struct {
	resource string
	variable cty.Value // what range is in it; [cty.NilVal] for none
}

// constants gives names the values that the program writes for them. It implements [evaluate.Env].
type constants struct {
	c      *checker
	budget *value.Budget
	// outside says that the expression stands in another item, where the variables of the checked item do not count.
	outside bool
	hops    int
}

// constantsOf begins an evaluation.
func constantsOf(c *checker) *constants {
	budget := value.NewBudget(c.Run.Context, constantWork)
	return &constants{c: c, budget: &budget}
}

// evaluated is the value of an expression of the checked item, or why it has none. Parts may be unknown, and marked with premises.
func (c *checker) evaluated(e hclsyntax.Expression) (cty.Value, error) {
	n := constantsOf(c)
	return evaluate.In(n, c.language(), n.budget).Value(e)
}

// constant is evaluated for those who do not ask why there is no value.
func (c *checker) constant(e hclsyntax.Expression) cty.Value { return known(c.evaluated(e)) }

// constantIn is the value of an expression of another item.
func (c *checker) constantIn(e hclsyntax.Expression) cty.Value {
	return known(constantsOf(c).elsewhere(e, cty.NilVal))
}

// certain is the value of an expression in every run: without marks, and unknown if it rests on a premise.
func (c *checker) certain(e hclsyntax.Expression) cty.Value {
	v, marks := value.Bare(c.constant(e))
	if len(premisesIn(marks)) > 0 {
		return cty.DynamicVal
	}
	return v
}

// known is a value, or an unknown one instead of an error.
func known(v cty.Value, err error) cty.Value {
	if err != nil {
		return cty.DynamicVal
	}
	return v
}

// Name implements [evaluate.Env].
func (n *constants) Name(e *hclsyntax.ScopeTraversalExpr, _ *evaluate.Evaluation) (cty.Value, int, error) {
	name := e.Traversal.RootName()
	if !n.outside {
		if own, closed := n.c.scope.variable(name); own != nil || closed {
			return cty.DynamicVal, 1, nil
		}
	}
	v, err := n.named(name)
	return v, 1, err
}

// namedValue is what a name of the program was found to be, when it was asked for behind so many others.
type namedValue struct {
	value cty.Value
	err   error
	hops  int
}

// dearValue is how many steps a value takes that is remembered. To remember all would take longer.
const dearValue = 100

// named is the value of a name of the program. A check finds out once what takes long: names that have each other in their
// values would double the work with each step.
func (n *constants) named(name string) (cty.Value, error) {
	if known, ok := n.c.named[name]; ok && known.hops <= n.hops {
		return known.value, known.err
	}
	before := n.budget.Left()
	v, err := n.valueOf(name)
	if before-n.budget.Left() < dearValue || err != nil && n.hops > 0 {
		return v, err
	}
	if err != nil { // perhaps the rest of the expression had taken the steps
		v, err = constantsOf(n.c).valueOf(name)
	}
	if n.c.named == nil {
		n.c.named = map[string]namedValue{}
	}
	n.c.named[name] = namedValue{v, err, n.hops}
	return v, err
}

// valueOf is the value of a local, a config by its default, or a resource.
func (n *constants) valueOf(name string) (cty.Value, error) {
	home, target := n.c.written(name)
	given, isGiven := n.c.given[name]
	switch {
	case home == nil:
	case isGiven:
		return concealed(home, given, nil)
	case KindOf(home) == ObjectResource:
		if a := options.Range(home.Syntax); a != nil {
			of, err := n.elsewhere(a.Expr, cty.NilVal)
			if err != nil {
				return cty.NilVal, err
			}
			return n.instances(name, of)
		}
		return cty.DynamicVal.Mark(&instance{resource: name}), nil
	case target == nil:
	case KindOf(home) == ObjectConfig && !n.c.isStored(name):
		v, err := n.elsewhere(target, cty.NilVal)
		v, err = concealed(home, v, err)
		return value.Marked(v, cty.NewValueMarks(premise{config: name}), err)
	case KindOf(home) == ObjectLocal:
		return n.elsewhere(target, cty.NilVal)
	}
	return cty.DynamicVal, nil
}

// concealed marks the value of a secret config, so that no message shows it. Other values stay as they are.
func concealed(config *program.Item, v cty.Value, err error) (cty.Value, error) {
	if !tree.Flag(config.Syntax.Block(), "secret") {
		return v, err
	}
	return value.Marked(v, cty.NewValueMarks(value.Secret, value.Hidden), err)
}

// elsewhere is the value of an expression in another item, with what range is there.
func (n *constants) elsewhere(e hclsyntax.Expression, variable cty.Value) (cty.Value, error) {
	if n.hops >= maxHops {
		return cty.DynamicVal, nil
	}
	if err := n.budget.Spend(1); err != nil {
		return cty.NilVal, err
	}
	in := evaluate.In(&constants{n.c, n.budget, true, n.hops + 1}, n.c.language(), n.budget)
	if variable != cty.NilVal {
		in = in.With(language.RangeVariable, variable)
	}
	v, err := in.Value(e)
	if value.IsFailure(err) {
		return cty.DynamicVal, nil
	}
	return v, err
}

// instances are the instances that a range makes of a resource.
func (n *constants) instances(name string, of cty.Value) (cty.Value, error) {
	of, marks := of.Unmark()
	if !of.IsKnown() || of.IsNull() {
		return cty.DynamicVal, nil
	}
	if of.Type() == cty.Bool {
		if of.False() {
			return cty.DynamicVal, nil
		}
		return cty.DynamicVal.Mark(&instance{resource: name}).WithMarks(marks), nil
	}
	rounds, err := evaluate.Rounds(of)
	if err != nil {
		return cty.NilVal, err
	}
	elems, members := make([]cty.Value, len(rounds)), map[string]cty.Value{}
	for i, round := range rounds {
		elems[i] = cty.DynamicVal.Mark(&instance{name, round.Variable()})
		members[round.Suffix] = elems[i]
	}
	made := cty.TupleVal(elems)
	if value.IsMap(of) {
		made = cty.ObjectVal(members)
	}
	return made.WithMarks(marks), n.budget.Spend(len(elems))
}

// Member implements [evaluate.Env]: an instance of a resource gives back what it gets as an input.
func (n *constants) Member(v, key cty.Value) (cty.Value, error) {
	of, is := instanceIn(v)
	name, marks := value.Bare(key)
	if !is || !isText(name) {
		return evaluate.UnknownMember(v, key)
	}
	input := name.AsString()
	if _, sig := n.c.Lookup(n.c.e, of.resource); schema.Kept(sig.Token, input) != "" {
		input = schema.Kept(sig.Token, input)
	}
	_, e := n.c.inputOf(n.c.e, of.resource, input)
	if e == nil {
		return cty.DynamicVal, nil
	}
	given, err := n.elsewhere(e, of.variable)
	return value.Marked(given, value.Joined(marks, cty.NewValueMarks(premise{resource: of.resource, input: input})), err)
}

// instanceIn is the only instance of a resource that an unknown value is.
func instanceIn(v cty.Value) (of *instance, is bool) {
	for mark := range v.Marks() {
		if one, ok := mark.(*instance); ok {
			if is {
				return nil, false
			}
			of, is = one, true
		}
	}
	return of, is
}

// Call implements [evaluate.Env]. What depends on more than the arguments is unknown, whatever these are.
func (n *constants) Call(e *hclsyntax.FunctionCallExpr, _ *evaluate.Evaluation) (cty.Value, bool, error) {
	b := n.c.language().Called(e.Name)
	return cty.DynamicVal, b.Host != language.HostNone || b.Value == nil && b.Evaluation == language.EvaluateAll, nil
}

// Refine implements [evaluate.Env]. A value that is computed from an instance loses the mark of the instance. For a tuple, the
// type gives the number of elements.
func (n *constants) Refine(e hclsyntax.Expression, v cty.Value) cty.Value {
	inner, marks := v.Unmark()
	switch e.(type) {
	case *hclsyntax.FunctionCallExpr, *hclsyntax.TemplateExpr, *hclsyntax.BinaryOpExpr, *hclsyntax.UnaryOpExpr:
		for mark := range marks {
			if _, is := mark.(*instance); is {
				delete(marks, mark)
			}
		}
	}
	if !n.outside && !inner.IsKnown() {
		t := typesys.PlainShape(n.c.info.TypeOf(e))
		if t.Kind() == typesys.KindTuple && n.budget.Spend(len(t.Elems())) == nil {
			inner = cty.TupleVal(slices.Repeat([]cty.Value{cty.DynamicVal}, len(t.Elems())))
		}
	}
	return inner.WithMarks(marks)
}

// element is an element of a value, unknown if that is not certain; missing says that there is
// none.
func (c *checker) element(v, key cty.Value) (element cty.Value, missing bool) {
	if inner, _ := v.Unmark(); !inner.IsKnown() {
		return known(constantsOf(c).Member(v, key)), false
	}
	v, marks := v.Unmark()
	key, more := value.Bare(key)
	if v.IsNull() || key.IsNull() || !key.IsKnown() {
		return cty.DynamicVal, false
	}
	marks = value.Joined(marks, more)
	switch text, isName := typesys.Text(key); {
	case value.IsMap(v) && isName:
		found, has := value.Member(v, text)
		if !has {
			return cty.DynamicVal, true
		}
		return found.WithMarks(marks), false
	case v.Type().IsTupleType() && key.Type() == cty.Number:
		i, err := value.Whole(key)
		if err != nil || i < 0 {
			return cty.DynamicVal, false // whatever the list: see neverAnIndex
		}
		if i >= v.LengthInt() {
			return cty.DynamicVal, true
		}
		return value.Elements(v)[i].WithMarks(marks), false
	}
	return cty.DynamicVal, false
}

// isText reports whether a key is a text.
func isText(key cty.Value) bool { return key.IsKnown() && !key.IsNull() && key.Type() == cty.String }

// isNull reports whether a value is known to be null.
func isNull(v cty.Value) bool {
	v, _ = value.Bare(v)
	return v.IsKnown() && v.IsNull()
}

// isStored reports whether the selected stack has a value for a config.
func (r *Recorder) isStored(config string) bool {
	ask := func(p *program.Program) (key string, has bool) {
		if home := p.Declaring(config); home != nil {
			key = tree.LogicalName(home.Syntax)
			_, has = environmentOf(p).Stack().Value(key)
		}
		return key, has
	}
	key, stored := ask(r.Program)
	same := func(now *program.Run) bool {
		keyNow, storedNow := ask(now.Program)
		return keyNow == key && storedNow == stored
	}
	r.Note(program.OnText, config, same)
	r.Note(OnStack, key, same)
	return stored
}
