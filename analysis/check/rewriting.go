package check

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file follows what a run does with an input before it evaluates it: it rewrites literal
// objects and lists, part by part, to the types of their places, and fails if a type has no such
// part. It also rewrites arguments of calls, and branches that are never taken. It leaves alone
// what is interpolated, iterated or traversed, and all that stands behind a name.

// rewriting is one input that is rewritten.
type rewriting struct {
	c *checker
	// place is the input or parameter around, and path the way from there to the part that is looked at.
	place    needs
	path     []typesys.Step
	failures []failure
}

// failure is a part that has no place.
type failure struct {
	code codes.Code
	span syntax.Span
	why  diagnostic.Advice
}

// rewritten checks an input that goes into a place of a type. Before is the number of findings
// before those about the input.
func (c blocks) rewritten(e hclsyntax.Expression, t typesys.Type, n needs, before int) {
	if c.isBroken(e) {
		return
	}
	r := rewriting{c: c.checker, place: n, path: c.pathBuf[:0]}
	r.into(e, t)
	c.pathBuf = r.path
	if len(r.failures) == 0 {
		return
	}
	lost := map[syntax.Span]bool{}
	for _, f := range r.failures {
		lost[f.span] = f.code == codes.PropUnknownNested
	}
	said := map[syntax.Span]bool{}
	rejected := false // by the language, before any run
	for i, d := range c.info.Findings[before:] {
		if d.Code == codes.PropUnknownNested && lost[d.Span] {
			c.info.Findings[before+i].Severity, said[d.Span] = codes.Error, true
		} else if d.Severity == codes.Error {
			rejected = true
		}
	}
	for _, f := range r.failures {
		if !rejected && !said[f.span] {
			said[f.span] = true
			c.info.advise(f.code, f.span, f.why)
		}
	}
}

// into follows a value into a place of a type, which is Dynamic where nothing is asked.
func (r *rewriting) into(e hclsyntax.Expression, to typesys.Type) {
	switch e := tree.Bare(e).(type) {
	case *hclsyntax.ConditionalExpr:
		r.asTexts(e, to)
		r.into(e.Condition, typesys.Dynamic)
		r.into(e.TrueResult, to)
		r.into(e.FalseResult, to)
	case *hclsyntax.ForExpr:
		r.loop(e, to)
	case *hclsyntax.FunctionCallExpr:
		r.call(e)
	case *hclsyntax.ObjectConsExpr:
		r.object(e, typesys.Strip(to))
	case *hclsyntax.TupleConsExpr:
		r.tuple(e, typesys.Strip(to))
	case *hclsyntax.BinaryOpExpr:
		r.into(e.LHS, typesys.Dynamic)
		r.into(e.RHS, typesys.Dynamic)
	case *hclsyntax.UnaryOpExpr:
		r.into(e.Val, typesys.Dynamic)
	case *hclsyntax.IndexExpr:
		r.into(e.Key, typesys.Dynamic)
	}
}

// asTexts takes back that branches have no type in common if a run makes texts of them: of numbers and bools that are written out.
func (r *rewriting) asTexts(e *hclsyntax.ConditionalExpr, to typesys.Type) {
	isText := func(x hclsyntax.Expression) bool {
		t := r.c.info.TypeOf(x)
		if literal, is := tree.Unparen(x).(*hclsyntax.LiteralValueExpr); is {
			return !literal.Val.IsNull() && !typesys.Assignable(to, t)
		}
		return typesys.Assignable(typesys.String, typesys.PlainShape(t))
	}
	if to == typesys.Dynamic || !typesys.Assignable(to, typesys.String) || !isText(e.TrueResult) || !isText(e.FalseResult) {
		return
	}
	span := syntax.Span{Start: tree.Span(e.TrueResult.Range()).Start, End: tree.Span(e.FalseResult.Range()).End}
	r.c.info.Findings = slices.DeleteFunc(r.c.info.Findings, func(d diagnostic.Diagnostic) bool {
		return d.Code == codes.ConditionBranches && d.Span == span
	})
}

// inside follows a part of the value that is looked at.
func (r *rewriting) inside(s typesys.Step, e hclsyntax.Expression, to typesys.Type) {
	r.path = append(r.path, s)
	r.into(e, to)
	r.path = r.path[:len(r.path)-1]
}

// where is the place in words, for the beginning of a message.
func (r *rewriting) where() string { return r.place.at(r.path) }

func (r *rewriting) loop(e *hclsyntax.ForExpr, to typesys.Type) {
	for _, x := range []hclsyntax.Expression{e.KeyExpr, e.CondExpr} {
		if x != nil {
			r.into(x, typesys.Dynamic)
		}
	}
	alts := alternatives(to)
	t := valueIn(alts)
	if e.KeyExpr == nil {
		r.set(e, alts)
		t = elementIn(alts, 0)
	}
	if !t.IsValid() {
		t = typesys.Dynamic
	}
	r.into(e.ValExpr, t)
}

// hasParts reports types whose values may have parts.
func hasParts(t typesys.Type) bool {
	switch t.Kind() {
	case typesys.Invalid, typesys.KindDynamic, typesys.KindTuple, typesys.KindObject, typesys.KindMap, typesys.KindList, typesys.KindSet:
		return true
	}
	return false
}

// call follows the arguments of a call into its parameters.
func (r *rewriting) call(e *hclsyntax.FunctionCallExpr) {
	outer := *r
	r.path = nil
	for i, x := range e.Args {
		p, known := r.c.parameters[node.IDOf(x)]
		if !known || e.ExpandFinal && i == len(e.Args)-1 {
			p.Type = typesys.Dynamic // a list that is spread keeps its own type
		}
		r.place = needs{name: p.Name}
		r.into(x, p.Type)
	}
	r.place, r.path = outer.place, outer.path
}

func (r *rewriting) object(e *hclsyntax.ObjectConsExpr, to typesys.Type) {
	objects := objectsIn(unionOf(alternatives(to)))
	if variant, decided := decidedVariant(e, objects); decided {
		to, objects = variant, []typesys.Type{variant}
	}
	for _, item := range e.Items {
		name, literal := tree.LiteralKey(item.KeyExpr)
		if !literal {
			r.computed(item, to)
			continue
		}
		r.inside(typesys.Step{Name: name}, item.ValueExpr, r.member(item, name, to, objects))
	}
}

// member is the type of the place that a member goes into.
func (r *rewriting) member(item hclsyntax.ObjectConsItem, name string, to typesys.Type, objects []typesys.Type) typesys.Type {
	if len(objects) == 1 {
		if p := propertyOf(objects[0], name); p != nil {
			return narrowed(p, item.ValueExpr)
		}
	}
	if to.Kind() == typesys.KindMap {
		return to.Elem()
	}
	t, problem := typesys.Traverse(to, cty.StringVal(name))
	if problem != nil && !problem.Warning && !slices.ContainsFunc(objects, isReference) {
		r.failures = append(r.failures, failure{codes.PropUnknownNested, tree.Span(item.KeyExpr.Range()),
			unknownProperty(r.where(), diagnostic.Abbreviate(name, 40), r.c.membersOf(objects)).And(diagnostic.VersionNote(packageOf(objects)))})
	}
	return t
}

// decidedVariant is the one out of several objects that the constants of a literal object name, as
// the discriminator of a union does.
func decidedVariant(e *hclsyntax.ObjectConsExpr, objects []typesys.Type) (variant typesys.Type, decided bool) {
	if len(objects) < 2 {
		return variant, false
	}
	for _, m := range literalMembers(e) {
		text, isText := tree.PlainText(m.item.ValueExpr)
		decided = isText
		var named []typesys.Type
		for _, object := range objects {
			p, declared := object.Property(m.name)
			if decided = decided && declared && typesys.Strip(p.Type).Kind() == typesys.KindConst; !decided {
				break
			}
			if equals(typesys.Strip(p.Type).Value(), cty.StringVal(text)) {
				named = append(named, object)
			}
		}
		if decided && len(named) == 1 {
			return named[0], true
		}
	}
	return variant, false
}

// computed follows a member whose key is an expression. A run evaluates the key on its own.
func (r *rewriting) computed(item hclsyntax.ObjectConsItem, to typesys.Type) {
	if t := r.c.info.TypeOf(item.KeyExpr); t == typesys.Dynamic || t == typesys.Unknown {
		return
	}
	if callsIn(item.KeyExpr) {
		r.failures = append(r.failures, failure{codes.ObjectKey, tree.Span(item.KeyExpr.Range()),
			diagnostic.Advice{Message: "a run calls no functions for the keys of an input; give this key a name, as a local"}})
	}
	value := valueIn(alternatives(to))
	if !value.IsValid() {
		value = typesys.Dynamic
	}
	r.into(item.ValueExpr, value)
}

// callsIn reports whether an object key is a call, or text with one.
func callsIn(key hclsyntax.Expression) bool {
	if k, ok := key.(*hclsyntax.ObjectConsKeyExpr); ok {
		key = k.Wrapped
	}
	switch e := tree.Bare(key).(type) {
	case *hclsyntax.FunctionCallExpr:
		return true
	case *hclsyntax.TemplateExpr:
		return slices.ContainsFunc(e.Parts, callsIn)
	}
	return false
}

// isReference reports what refers to a resource, which has more members than its type lists.
func isReference(t typesys.Type) bool {
	declared := schema.ObjectOf(t)
	return declared != nil && (declared.IsResource || schema.ResourceOf(t) != nil)
}

func (r *rewriting) tuple(e *hclsyntax.TupleConsExpr, to typesys.Type) {
	if len(e.Exprs) > 0 {
		r.set(e, alternatives(to))
	}
	for i, x := range e.Exprs {
		if got := r.c.info.TypeOf(x); got == typesys.Dynamic || got == typesys.Unknown {
			continue
		}
		t, _ := typesys.Traverse(to, cty.NumberIntVal(int64(i)))
		r.inside(typesys.Step{Kind: typesys.StepIndex, Index: i}, x, t)
	}
}

// set reports a list with elements that is written where only a set fits, whose elements no index
// reaches.
func (r *rewriting) set(e hclsyntax.Expression, alts []typesys.Type) {
	isSet := func(t typesys.Type) bool { return t.Kind() == typesys.KindSet }
	if slices.ContainsFunc(alts, isSet) && !slices.ContainsFunc(alts, func(t typesys.Type) bool { return !isSet(t) && hasParts(t) }) {
		r.failures = append(r.failures, failure{codes.AttrType, tree.Span(e.Range()),
			diagnostic.Advice{Message: r.where() + ": a run makes no set of a list that is written here; give the list a name, as a local"}})
	}
}
