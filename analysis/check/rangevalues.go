package check

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/evaluate"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/options"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file says how many resources a range makes of one, and checks ranges and
// what refers to the instances. (docs/language/resources.md#range, docs/language/resources.md#range-values)

// instancesOf is what the range of a resource makes of its name. Of reads and
// components the run makes one, whatever their range.
func instancesOf(r *Recorder, e *program.Item) instances {
	found := instancesOne
	if e.Syntax.Kind != syntax.KindResource {
		return found
	}
	for _, a := range options.Ranges(e.Syntax) {
		if on, constant := ConstantBool(a.Expr); on && constant {
			continue
		}
		facts := readRange(typeAside(r, e, a.Expr), e.Syntax.Kind)
		switch {
		case found != instancesOne, facts.kind == rangeBool, !facts.ok(), typesys.Unwrapped(typesys.PlainShape(facts.expr)).Kind() == typesys.KindDynamic:
			found = instancesMaybe
		case facts.kind == rangeNumber:
			found = instancesNumber
		case facts.it.Key == typesys.String:
			found = instancesEntries
		default:
			found = instancesList
		}
	}
	return found
}

// unindexed reports a member that is asked of all instances of a resource at once:
// a list takes any text for an index, and the run fails.
func (c *checker) unindexed(sig Signature, e *hclsyntax.ScopeTraversalExpr) bool {
	if sig.instances != instancesNumber && sig.instances != instancesList || len(e.Traversal) < 2 {
		return false
	}
	key, ok := tree.StepKey(e.Traversal[1])
	if !ok || key.IsNull() || key.Type() != cty.String {
		return false
	}
	if number, _ := typesys.ParseNumber(key.AsString()); number != cty.NilVal {
		return false
	}
	_, dot := e.Traversal[1].(hcl.TraverseAttr)
	if !dot && c.keyOfInstance(sig, e, key) {
		return true
	}
	t, _ := typesys.Traverse(sig.Value, key)
	c.occurMember(sig.Value, key, e.Traversal[1], t)
	name, member := e.Traversal.RootName(), "."+key.AsString()
	if !dot {
		member = "[" + typesys.FormatValue(key) + "]"
	}
	c.info.find(codes.RangeUnindexed, tree.Span(e.Traversal[1].SourceRange()),
		"`"+name+"` stands for all its instances; write `"+name+"[0]"+member+"` for one of them or `"+name+"[*]"+member+"` for all")
	return true
}

// keyOfInstance reports a text in the place of the number of an instance: one that is no member
// of the instances.
func (c *checker) keyOfInstance(sig Signature, e *hclsyntax.ScopeTraversalExpr, key cty.Value) bool {
	instance, _, _ := typesys.Index(sig.Value)
	if _, problem := typesys.Traverse(instance, key); problem == nil {
		return false
	}
	name, step := e.Traversal.RootName(), tree.Span(e.Traversal[1].SourceRange())
	rest := c.e.Syntax.Text[step.End:tree.Span(e.Range()).End]
	c.info.advise(codes.RangeUnindexed, step, diagnostic.Advice{
		Message: "the instances of `" + name + "` are numbered; write `" + diagnostic.Abbreviate(name+"[0]"+rest, 80) + "`", Suggestion: "[0]",
	})
	return true
}

// indexedOne reports an index into a read or component with a range: there is one, whatever
// the range says, and the run looks for a member of that name in it. If there is such a member,
// the expression has another type in the run than the language gives it.
func (c *checker) indexedOne(sig Signature, e *hclsyntax.ScopeTraversalExpr) (retyped bool) {
	if sig.Kind != ObjectRead && sig.Kind != ObjectComponent || len(e.Traversal) < 2 {
		return false
	}
	t := typesys.Unwrapped(typesys.PlainShape(sig.Value))
	if t.Kind() != typesys.KindList && t.Kind() != typesys.KindMap {
		return false
	}
	one := typesys.Unwrapped(typesys.PlainShape(t.Elem()))
	key, ok := tree.StepKey(e.Traversal[1])
	if !ok || key.IsNull() || one.Kind() != typesys.KindObject {
		return false
	}
	if key.Type() == cty.String {
		if _, has := one.Property(key.AsString()); has {
			return true
		}
	}
	span := tree.Span(e.Traversal[1].SourceRange())
	name := e.Traversal.RootName()
	c.fails(codes.RangeOne, span, "`"+name+"` is always one "+sig.Kind.String()+", whatever its `range`, so this index fails; write `"+name+".…` without it")
	return false
}

// asOneInstance is the type that the reference gives to a member asked of all
// instances: the index is right in its eyes, whatever it says. What does not follow
// from that is dynamic, since its cause is reported.
func (c *checker) asOneInstance(sig Signature, e *hclsyntax.ScopeTraversalExpr) typesys.Type {
	found := len(c.info.Findings)
	instance, _, _ := typesys.Index(sig.Value)
	t := c.steps(instance, e.Traversal[2:])
	if len(c.info.Findings) > found {
		c.info.Findings = c.info.Findings[:found]
		return typesys.Dynamic
	}
	return t
}

// rangeValue checks a range beyond its type.
func (c blocks) rangeValue(it *syntax.Item, a *hclsyntax.Attribute) {
	span := tree.Span(a.Expr.Range())
	c.inAnyCase(func() {
		c.judged(a.Expr, func(v cty.Value) {
			if v.Type() != cty.Number {
				return
			}
			f := v.AsBigFloat()
			switch {
			case f.Sign() < 0:
				c.info.find(codes.RangeNegative, span, "a negative range creates no instances; write 0 or a condition")
			case !f.IsInt():
				whole, _ := f.Int(nil)
				c.info.find(codes.RangeFraction, span, "the range is truncated to "+whole.String()+"; write a whole number").Suggestion = whole.String()
			}
		})
	})
	if it.Kind == syntax.KindResource && isListOfNames(c.info.TypeOf(a.Expr)) {
		c.info.find(codes.RangeListIdentity, span, "instances are named by position, so removing an element renames all later ones; use a map to keep the names")
	}
}

// isListOfNames reports whether a range goes through texts, at least two where they
// are written out.
func isListOfNames(t typesys.Type) bool {
	switch t = typesys.Unwrapped(typesys.PlainShape(t)); t.Kind() {
	case typesys.KindList:
		return t.Elem() == typesys.String
	case typesys.KindTuple:
		for _, elem := range t.Elems() {
			if elem != typesys.String && (elem.Kind() != typesys.KindConst || elem.Elem() != typesys.String) {
				return false
			}
		}
		return len(t.Elems()) > 1
	}
	return false
}

// RangeMakes tells what a range option of an item makes: one instance or none if it is a condition, and perhaps anything
// if its type does not say.
func (r *Recorder) RangeMakes(e *program.Item, over hclsyntax.Expression) (isCondition, isUnclear bool) {
	facts := readRange(typeAside(r, e, over), e.Syntax.Kind)
	return facts.kind == rangeBool, !facts.ok() || typesys.Unwrapped(typesys.PlainShape(facts.expr)).Kind() == typesys.KindDynamic
}

// rangeVariables are the variables that the ranges of an item put into its body, which is
// evaluated if there is an instance. The value of a range is seen as root scope sees it.
func (c *checker) rangeVariables(it *syntax.Item) []*Object {
	var vars []*Object
	for _, a := range options.Ranges(it) {
		facts := readRange(typeAside(c.Recorder, c.e, a.Expr), it.Kind)
		happens := facts.happens(it.Kind)
		if happens == sometimes && facts.ok() {
			happens = makesInstances(c.certain(a.Expr))
		}
		c.evaluation.enter(happens)
		if t := facts.variable(); t.IsValid() {
			vars = []*Object{{Kind: ObjectRange, Name: language.RangeVariable, Span: tree.Span(a.NameRange), Type: t}}
		}
	}
	return vars
}

// makesInstances tells by the value of a range whether there is an instance.
func makesInstances(v cty.Value) likelihood {
	if !v.IsKnown() || v.IsNull() {
		return sometimes
	}
	if rounds, err := evaluate.Rounds(v); err != nil || len(rounds) > 0 || v.RawEquals(cty.True) {
		return always
	}
	return never
}

// typeAside is the type of an expression in root scope, without noting anything
// about it: it is checked again in its own place.
func typeAside(r *Recorder, e *program.Item, x hclsyntax.Expression) typesys.Type {
	return newChecker(r, e).expr(x)
}

// RangeVariables are the variables that the ranges of an item make for its body.
func RangeVariables(r *program.Run, e *program.Item) []*Object {
	return newChecker(NewRecorder(r), e).rangeVariables(e.Syntax)
}
