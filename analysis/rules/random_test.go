package rules_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file writes random rules about a program, and makes up what providers answer in a run of it.

// author writes rules.
type author struct {
	*rand.Rand
	inputs []string // ways to inputs that some resource of the program writes, or may write
	values []string // literals that the program has
	names  []string
}

// newAuthor writes rules about a program.
func newAuthor(p *analysis.Program, random *rand.Rand) *author {
	a := &author{Rand: random, inputs: []string{"name", "tags"}, values: []string{`"x"`, "1", "true", "null"}, names: []string{"x*"}}
	for _, f := range p.Files {
		for _, it := range f.All() {
			if it.Name != "" {
				a.names = append(a.names, it.Name, it.Name[:1]+"*")
			}
			if it.Kind != syntax.KindResource || it.Block() == nil {
				continue
			}
			for _, attr := range it.Block().Body.Attributes {
				a.inputs = append(a.inputs, attr.Name)
				if len(attr.Expr.Variables()) == 0 && !strings.Contains(eval.Source(it.Item, attr.Expr), "(") {
					a.values = append(a.values, eval.Source(it.Item, attr.Expr))
				}
			}
			if r := p.ResourceOf(it.Item); r != nil && len(r.Inputs) > 0 {
				a.inputs = append(a.inputs, r.Inputs[a.IntN(len(r.Inputs))].Name)
			}
		}
	}
	// Maps have no order.
	slices.Sort(a.inputs)
	slices.Sort(a.values)
	return a
}

func (a *author) one(of []string) string { return of[a.IntN(len(of))] }

func (a *author) path() string {
	path := "resource.inputs." + a.one(a.inputs)
	switch a.IntN(6) {
	case 0:
		return path + "." + a.one(a.inputs)
	case 1:
		return path + "[0]"
	case 2:
		return path + "[*]." + a.one(a.inputs)
	}
	return path
}

func (a *author) written() string { return "resource.inputs." + a.one(a.inputs) }

// condition is a random condition.
func (a *author) condition(depth int) string {
	if depth > 0 {
		switch a.IntN(6) {
		case 0:
			return "(" + a.condition(depth-1) + " && " + a.condition(depth-1) + ")"
		case 1:
			return "(" + a.condition(depth-1) + " || " + a.condition(depth-1) + ")"
		case 2:
			return "!(" + a.condition(depth-1) + ")"
		case 3:
			return "(" + a.condition(depth-1) + " ? " + a.condition(depth-1) + " : " + a.condition(depth-1) + ")"
		}
	}
	forms := []string{
		"%p != null", "%p == null", "%p == %v", "%p != %v", "%p == %p", "starts_with(%p, \"a\")", "ends_with(%p, \"e\")",
		"contains(%p, %v)", "contains([%v, %v], %p)", "matches(%p, \"[a-m]+\")", "all([for x in %p : x != %v])", "any([for x in %p : x == %v])",
		"length(%p) > 1", "%p > 3", "secret(%w)", "unknown(%w)", "depends_on(%w, \"%n\")", "depends_on(resource, \"%n\")", "type(%w) == \"string\"",
		"resource.options.protect", "resource.options.parent != null", "resource.options.%o == null", "resource.schema.inputs.%i.required",
		"ends_with(resource.logical_name, \"0\")", "length(resource.dependencies) > 1", "secret([%p])", "try(%p + 1, 0) > 3", "can(%p + 1)",
		"toJSON(%p) == toJSON(%v)", "[%p, 1] == [%v, 1]", "{ a = %p } != { a = null }", "lower(%p) == \"x\"", "\"a${%p}\" == \"ab\"", "%p", "all([%p == %v, %p == null])",
		"length([for k, x in %p : k if x == %v]) == 0", "from_json(%p) == %v", "from_json(toJSON([%p, 1]))[0] == %v", "%p[length(%p)] == null", "lookup({ a = %v }, %p, 1) == 1",
	}
	form := forms[a.IntN(len(forms))]
	var out strings.Builder
	for i := 0; i < len(form); i++ {
		if form[i] != '%' {
			out.WriteByte(form[i])
			continue
		}
		i++
		switch form[i] {
		case 'p':
			out.WriteString(a.path())
		case 'w':
			out.WriteString(a.written())
		case 'v':
			out.WriteString(a.one(a.values))
		case 'n':
			out.WriteString(a.one(a.names))
		case 'i':
			out.WriteString(a.one(a.inputs))
		case 'o':
			out.WriteString(a.one(language.OptionNames()))
		}
	}
	return out.String()
}

// rules is a rule file with some rules.
func (a *author) rules(n int) string {
	var out strings.Builder
	for i := range n {
		fmt.Fprintf(&out, "rule \"r%d\" {\n  title = \"t\"\n  resource = \"*\"\n", i)
		if a.IntN(3) == 0 {
			fmt.Fprintf(&out, "  when = %s\n", a.condition(1))
		}
		fmt.Fprintf(&out, "  require = %s\n  message = \"%s ${%s}\"\n}\n", a.condition(2), "m", a.path())
	}
	return out.String()
}

// maker makes up values, of some texts, keys of maps, and numbers.
type maker struct {
	*rand.Rand
	texts, keys []string
	numbers     []int64
}

func plainMaker(random *rand.Rand) maker {
	return maker{random, []string{"", "a", "ab", "x", "true", "12", "name"}, []string{"k0", "k1", "k2"}, []int64{0, 1, 2, 3, 4, 5, 6, 7}}
}

func (m maker) one(of []string) string { return of[m.IntN(len(of))] }

// run runs a program with outputs that providers make up.
func (m maker) run(t testing.TB, p *analysis.Program) *eval.Ran {
	t.Helper()
	ran := &eval.Ran{}
	for r, err := range eval.Follow(context.Background(), p, eval.Host{Stack: "dev", Project: "shop"}, ran) {
		if err != nil {
			t.Fatal(err)
		}
		r.Outputs = m.outputs(r)
	}
	return ran
}

// outputs are what a provider makes up.
func (m maker) outputs(r *eval.Registration) eval.Outputs {
	known := map[string]cty.Value{eval.OutputID: cty.StringVal(fmt.Sprintf("id-%d", m.IntN(3)))}
	if r.Schema == nil {
		return eval.Outputs{Known: known}
	}
	secret, open := map[string]bool{}, map[string]bool{}
	for _, o := range language.OptionsRuled(language.OptionSecretPaths)() {
		if a := r.OptionAttribute(o.Name); a != nil {
			for _, path := range strings.FieldsFunc(eval.Source(r.Item.Item, a.Expr), func(c rune) bool { return strings.ContainsRune(" ,[]\".\n", c) }) {
				secret[path] = true
			}
		}
	}
	inputs := r.Inputs()
	for _, name := range slices.Sorted(maps.Keys(inputs)) {
		v, err := r.Value(inputs[name])
		secret[name] = secret[name] || err == nil && secretIn(v)
		open[name] = err != nil || !v.IsWhollyKnown()
	}
	for _, p := range r.Schema.Outputs {
		if open[p.Name] {
			continue
		}
		v := m.made(p.Type, 3)
		if p.Secret || secret[p.Name] {
			v = v.Mark(value.Secret)
		}
		known[p.Name] = v
	}
	return eval.Outputs{Known: known}
}

func secretIn(v cty.Value) bool {
	_, found := value.DeepMarks(v)[value.Secret]
	return found
}

// made is a value of a type.
func (m maker) made(t typesys.Type, depth int) cty.Value {
	t = typesys.PlainShape(t)
	if value.PlainKinds(t)&value.NullKind != 0 && m.IntN(4) == 0 {
		return cty.NullVal(cty.DynamicPseudoType)
	}
	switch t.Kind() {
	case typesys.KindString, typesys.KindID:
		return cty.StringVal(m.one(m.texts))
	case typesys.KindInt, typesys.KindNumber:
		return cty.NumberIntVal(m.numbers[m.IntN(len(m.numbers))])
	case typesys.KindBool:
		return cty.BoolVal(m.IntN(2) == 0)
	case typesys.KindConst, typesys.KindEnum:
		return m.made(t.Elem(), depth)
	case typesys.KindList, typesys.KindSet:
		var all []cty.Value
		for range m.IntN(3) {
			all = append(all, m.made(t.Elem(), depth-1))
		}
		return cty.TupleVal(all)
	case typesys.KindMap:
		all := map[string]cty.Value{}
		for range m.IntN(3) {
			all[m.one(m.keys)] = m.made(t.Elem(), depth-1)
		}
		return cty.ObjectVal(all)
	case typesys.KindObject:
		all := map[string]cty.Value{}
		for _, p := range t.Properties() {
			if depth > 0 {
				all[p.Name] = m.made(p.Type, depth-1)
			} else {
				return cty.DynamicVal
			}
		}
		return cty.ObjectVal(all)
	case typesys.KindUnion:
		var some []typesys.Type
		for _, e := range t.Elems() {
			if e.Kind() != typesys.KindNone {
				some = append(some, e)
			}
		}
		if len(some) > 0 {
			return m.made(some[m.IntN(len(some))], depth)
		}
	}
	return cty.DynamicVal
}

// configure gives a config a value, unless it would be null.
func (m maker) configure(stack *analysis.Stack, c analysis.ConfigDeclaration) {
	v := m.made(c.Type, 3)
	if !v.IsWhollyKnown() || v.IsNull() {
		return
	}
	if text, ok := stored(v); ok {
		stack.Values[c.Key] = analysis.StackValue{Text: text}
	}
}

// stored is a value as a stack stores it.
func stored(v cty.Value) (string, bool) {
	if text, err := value.Written(v); err == nil {
		return text, true
	}
	budget := value.NewBudget(context.Background(), 10_000)
	encoded, err := language.Called("toJSON").Value(&budget, []cty.Value{v})
	if err != nil || encoded.IsNull() {
		return "", false
	}
	return encoded.AsString(), true
}
