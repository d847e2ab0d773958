package rules

import (
	"cmp"
	"context"
	"path"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/evaluate"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file says what the names in the expressions of a rule stand for.

// judging is the work on one item, or on a program as a whole. Rules share what it reads.
type judging struct {
	ctx          context.Context
	p            *analysis.Program
	it           syntax.Placed // none for a program
	path         string
	limited      bool // a rule has fewer steps than usually
	reading      *eval.Reading
	seen         view // by the rule that is applied
	shared       *shared
	spelled      []string                           // the type of the resource, once it is asked for
	steps        int                                // of the rules so far
	readsProgram bool                               // see [reads]
	values       map[hclsyntax.Expression]cty.Value // those that all instances have in common
	kept         map[*byte]cty.Value                // of members, see once
	all          []eval.Instance                    // of the item, once they are counted
	open         []value.Cause                      // why their number is not known
	counted      bool
	// given is what a run gives an attribute of the instance that ran; nil before the run.
	given func(*hclsyntax.Attribute) cty.Value
	ran   eval.Instance
}

// shared is what the rules on all items of a program share.
type shared struct {
	onlyFound bool                                      // verdicts that pass are left out
	numbers   map[*hclsyntax.LiteralValueExpr]cty.Value // in rules, as a run stores them
	graph     *graph                                    // of the program; nil until it is asked for
}

func newShared() shared { return shared{numbers: map[*hclsyntax.LiteralValueExpr]cty.Value{}} }

// view is an item as a rule sees it. It implements [evaluate.Env].
type view struct {
	*judging
	rule    *Rule
	entry   *hclsyntax.Attribute // the input or option that the rule looks at; nil for the whole
	one     eval.Instance
	touched bool // something was read that instances do not have in common
}

// Name implements [evaluate.Env].
func (v *view) Name(e *hclsyntax.ScopeTraversalExpr, _ *evaluate.Evaluation) (cty.Value, int, error) {
	t := e.Traversal
	s := named(v.rule.roots(), t.RootName())
	if s == nil {
		return cty.NilVal, 0, value.Fail("there is no name `" + t.RootName() + "`")
	}
	name, ok := stepName(t, 1)
	if m := s.member(name); ok && m != nil {
		got, parts := m.value(v, t[2:])
		return got, 2 + parts, v.ctx.Err()
	}
	return cty.NilVal, 0, value.Fail("`" + s.word + "` has no such member")
}

// evaluate is the value of an expression of the rule.
func (v *view) evaluate(e hclsyntax.Expression, budget *value.Budget) (cty.Value, error) {
	in := evaluate.In(v, language.Newest, budget)
	in.Lenient, in.Numbers = true, v.shared.numbers
	return in.Value(e)
}

// public is the value of an expression of the rule; false if something in it is unknown or secret.
func (v *view) public(e hclsyntax.Expression, budget *value.Budget) (cty.Value, bool) {
	got, err := v.evaluate(e, budget)
	return got, err == nil && v.ctx.Err() == nil && got.IsWhollyKnown() && !got.ContainsMarked()
}

// Member implements [evaluate.Env].
func (v *view) Member(of, key cty.Value) (cty.Value, error) { return evaluate.UnknownMember(of, key) }

// Refine implements [evaluate.Env]. What a known value is does not depend on what decides others.
func (v *view) Refine(_ hclsyntax.Expression, got cty.Value) cty.Value {
	if got.IsKnown() && got.Type().IsPrimitiveType() {
		return value.WithoutCauses(got)
	}
	return got
}

// stepName is the name that a part of a traversal leads to.
func stepName(t hcl.Traversal, part int) (string, bool) {
	if part >= len(t) {
		return "", false
	}
	switch step := t[part].(type) {
	case hcl.TraverseAttr:
		return step.Name, true
	case hcl.TraverseIndex:
		if step.Key.Type() == cty.String && step.Key.IsKnown() && !step.Key.IsNull() {
			return step.Key.AsString(), true
		}
	}
	return "", false
}

var null = cty.NullVal(cty.DynamicPseudoType)

// text is a text, or null for an empty one.
func text(s string) cty.Value {
	if s == "" {
		return null
	}
	return cty.StringVal(s)
}

func (v *view) block() *hclsyntax.Body { return v.it.Block().Body }

// attribute is the value of an attribute of the block; null for none.
func (v *view) attribute(a *hclsyntax.Attribute) cty.Value {
	return v.converted(a, func(got cty.Value) cty.Value { return got })
}

// converted is the value of an attribute after a conversion.
func (v *view) converted(a *hclsyntax.Attribute, convert func(cty.Value) cty.Value) cty.Value {
	if a == nil {
		return null
	}
	return v.computed(a.Expr, func() cty.Value {
		if v.given != nil {
			return convert(v.given(a))
		}
		return convert(v.reading.Value(v.it, v.one, a.Expr))
	})
}

// computed is the value of an expression of the program, computed once unless it is different for each instance.
func (v *view) computed(e hclsyntax.Expression, compute func() cty.Value) cty.Value {
	if known, ok := v.values[e]; ok {
		return known
	}
	got := compute()
	if eval.MentionsRange(e) {
		v.touched = true
	} else {
		v.values[e] = got
	}
	return got
}

func (v *view) name() cty.Value { return cty.StringVal(v.it.Name) }

// blockName is the name outside of the program, without the key of an instance.
func (v *view) blockName() cty.Value { return cty.StringVal(analysis.LogicalName(v.it.Item)) }

func (v *view) logicalName() cty.Value {
	name := analysis.LogicalName(v.it.Item)
	if analysis.RangeAttribute(v.it.Item) == nil {
		return cty.StringVal(name)
	}
	v.touched = true
	if v.one.Key == "" {
		return cty.UnknownVal(cty.String).RefineNotNull().Mark(value.Cause{Kind: value.CauseRange, Name: v.it.Name})
	}
	return cty.StringVal(name + "-" + v.one.Key)
}

// token is the type of a resource, and the directory of a component.
func (v *view) token() cty.Value { return text(tokenOf(v.p, v.it.Item)) }

func tokenOf(p *analysis.Program, it *syntax.Item) string {
	if it.Kind == syntax.KindResource || it.Kind == syntax.KindRead {
		if r := p.ResourceOf(it); r != nil {
			return r.Token
		}
	}
	if len(it.Labels) > 1 {
		return it.Labels[1].Value
	}
	return ""
}

// inputs are those that are written, or one of them.
func (v *view) inputs(rest hcl.Traversal) (cty.Value, int) {
	if name, ok := stepName(rest, 0); ok {
		return v.input(inputNamed(v.it, name)), 1
	}
	return object(lists.Where(tree.Attributes(v.block()), isInput), v.input), 0
}

// object has the values of some attributes.
func object(attributes []*hclsyntax.Attribute, of func(*hclsyntax.Attribute) cty.Value) cty.Value {
	all := map[string]cty.Value{}
	for _, a := range attributes {
		all[a.Name] = of(a)
	}
	return cty.ObjectVal(all)
}

// input is the value of an input, converted to its type as a run does. Without the schema, it is as
// the program writes it.
func (v *view) input(a *hclsyntax.Attribute) cty.Value {
	return v.converted(a, func(got cty.Value) cty.Value {
		if v.it.Kind != syntax.KindResource {
			return got
		}
		r := v.p.ResourceOf(v.it.Item)
		if r == nil {
			return got
		}
		p := propertyNamed(r, a.Name)
		if p == nil {
			return got
		}
		return value.Because(eval.Fit(got, p), value.Cause{Kind: value.CauseOther})
	})
}

func isInput(a *hclsyntax.Attribute) bool { return a.Name != language.LogicalName }

// inputNamed is the attribute that sets an input; nil for none.
func inputNamed(it syntax.Placed, name string) *hclsyntax.Attribute {
	if name == language.LogicalName {
		return nil
	}
	return it.Block().Body.Attributes[name]
}

// options are those that are written, or one of them.
func (v *view) options(rest hcl.Traversal) (cty.Value, int) {
	if name, ok := stepName(rest, 0); ok {
		return v.option(tree.Option(v.it.Block(), name)), 1
	}
	return object(optionsOf(v.it), v.option), 0
}

// option is the value of an option. Property paths are texts.
func (v *view) option(a *hclsyntax.Attribute) cty.Value {
	if a == nil || !language.OptionNamed(a.Name).Rule.TakesPaths() {
		return v.attribute(a)
	}
	list, ok := a.Expr.(*hclsyntax.TupleConsExpr)
	if !ok {
		return cty.DynamicVal.Mark(value.Cause{Kind: value.CauseOther})
	}
	paths := make([]cty.Value, len(list.Exprs))
	for i, e := range list.Exprs {
		paths[i] = cty.StringVal(eval.Source(v.it.Item, e))
	}
	return cty.TupleVal(paths)
}

func optionsOf(it syntax.Placed) (all []*hclsyntax.Attribute) {
	for _, b := range it.Block().Body.Blocks {
		if b.Type == language.OptionsBlock {
			all = append(all, tree.Attributes(b.Body)...)
		}
	}
	return all
}

func (v *view) entryName() cty.Value { return cty.StringVal(v.entry.Name) }

func (v *view) entryValue(hcl.Traversal) (cty.Value, int) {
	if v.rule.entry.word == wordOption {
		return v.option(v.entry), 0
	}
	return v.input(v.entry), 0
}

func (v *view) configValue() cty.Value {
	o := v.p.Lookup(v.it.Name)
	if o == nil {
		return null
	}
	return v.reading.Object(o)
}

// typeText is the type of a config, or of the value of an output.
func (v *view) typeText() cty.Value { return text(typeOf(v.ctx, v.p, v.it)) }

func typeOf(ctx context.Context, p *analysis.Program, it syntax.Placed) string {
	if it.Kind == syntax.KindConfig {
		if o := p.Lookup(it.Name); o != nil {
			return p.TypeOf(ctx, o).String()
		}
		return ""
	}
	if it.Block() != nil && it.Block().Body.Attributes[language.OutputValue] != nil {
		if info, err := p.Check(ctx, it); err == nil {
			return info.TypeOf(it.Block().Body.Attributes[language.OutputValue].Expr).String()
		}
	}
	return ""
}

// packageFacts are what a package block says, by member.
func packageFacts(it *syntax.Item) map[string]cty.Value {
	ref, _ := analysis.PackageRef(it)
	return map[string]cty.Value{"name": text(ref.Name), factVersion: text(ref.Version), "plugin": text(cmp.Or(ref.Plugin, ref.Name))}
}

func (v *view) allPackages() cty.Value {
	all := []cty.Value{}
	v.readsProgram = true
	for _, f := range v.p.Files {
		for _, it := range f.All() {
			if it.Kind == syntax.KindPackage && it.Block() != nil {
				all = append(all, cty.ObjectVal(packageFacts(it.Item)))
			}
		}
	}
	return cty.TupleVal(all)
}

func (v *view) files() cty.Value {
	v.readsProgram = true
	return cty.TupleVal(lists.Map(v.p.Files, func(f *syntax.File) cty.Value {
		return cty.StringVal(path.Base(strings.ReplaceAll(f.Path, `\`, "/")))
	}))
}
