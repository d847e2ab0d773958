package check

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file types tuples, objects, for expressions, indexes and splats.
// (docs/language/expressions.md#for, docs/language/expressions.md#indexes, docs/language/expressions.md#splat)

func (c *checker) tuple(e *hclsyntax.TupleConsExpr) typesys.Type {
	elems := lists.Map(e.Exprs, c.expr)
	return typesys.Tuple(elems...)
}

// object is an object type when every key is a literal, and a map otherwise.
// Only the keys lift it.
func (c *checker) object(e *hclsyntax.ObjectConsExpr) typesys.Type {
	props := make([]typesys.Property, len(e.Items))
	var keys []typesys.Type // but those of bare words
	literal := true
	for i := range e.Items {
		item := &e.Items[i]
		name, isLiteral := tree.BareKey(item.KeyExpr)
		if isLiteral {
			c.info.recordText(item.KeyExpr)
		} else {
			name, isLiteral = c.key(item.KeyExpr)
			keys = append(keys, c.info.TypeOf(item.KeyExpr))
		}
		props[i] = typesys.Property{Name: name, Type: c.expr(item.ValueExpr)}
		literal = literal && isLiteral
	}
	c.duplicateKeys(e)
	if literal {
		return typesys.Lift(typesys.Object(props...), keys...)
	}
	values := lists.Map(props, func(p typesys.Property) typesys.Type { return p.Type })
	return typesys.Lift(typesys.Map(typesys.UnifySafe(values...)), keys...)
}

// key checks an object key that is no bare word, and gives its text when it is a literal.
func (c *checker) key(e hclsyntax.Expression) (name string, literal bool) {
	v, literal := tree.LiteralText(e)
	if literal && v.IsNull() {
		c.expr(e)
		c.info.find(codes.ObjectKey, tree.Span(e.Range()), "an object key cannot be null")
		return "", true
	}
	if c.isBroken(e) {
		c.expr(e)
		return "", true
	}
	c.want(e, typesys.String, needs{code: codes.ObjectKey, place: "an object key"})
	if !literal {
		return "", tree.IsPlaceholder(e)
	}
	return v.AsString(), true
}

func (c *checker) forExpr(e *hclsyntax.ForExpr) typesys.Type {
	found := len(c.info.Findings)
	it := c.iterate(e.CollExpr, codes.ForCollection)
	vars := []*Object{c.loopVariable(e, e.ValVar, it.Value)}
	if e.KeyVar != "" {
		vars = append(vars, c.loopVariable(e, e.KeyVar, it.Key))
	}
	for _, v := range vars {
		c.hidesVariable(v)
	}
	if e.KeyVar == e.ValVar {
		c.info.find(codes.ForDuplicate, vars[0].Span, "the key and value variables are both `"+e.ValVar+"`; rename one")
	}
	var result typesys.Type
	var lifts []typesys.Type
	leave := c.evaluation.enter(loops(c.info.TypeOf(e.CollExpr)))
	c.with(vars, func() { result, lifts = c.forResult(e) })
	leave()
	repeats := e.KeyExpr != nil && !e.Group && (e.KeyVar == "" || tree.Name(e.KeyExpr) != e.KeyVar) // no key comes twice by itself
	over := cty.DynamicVal
	if len(tree.Parts(e.CollExpr)) == 0 { // a collection that is written out is never null
		over = c.constant(e.CollExpr)
	}
	if isNull(over) && !c.failedSince(found, tree.Span(e.CollExpr.Range())) {
		why := func() {
			c.fails(codes.ForCollection, tree.Span(e.CollExpr.Range()), "this is null, and a loop needs a list or a map; use an empty one")
		}
		c.resting(value.DeepMarks(over), why)
	} else if repeats || tree.Contains(e.ValExpr, mayFailByValue) {
		c.failsByValue(e, found)
	}
	c.unusedKey(e, vars)
	return typesys.Lift(it.Wrap(result), lifts...)
}

// forResult types what a for expression makes of each element, with its
// variables in scope, and gives the types that lift it.
func (c *checker) forResult(e *hclsyntax.ForExpr) (result typesys.Type, lifts []typesys.Type) {
	if e.KeyExpr != nil {
		lifts = append(lifts, c.want(e.KeyExpr, typesys.String, needs{code: codes.ObjectKey, place: "an object key"}))
		c.repeatedKeys(e)
	}
	leave := c.evaluation.enter(certainIf(e.CondExpr == nil))
	value := c.expr(e.ValExpr)
	leave()
	if e.CondExpr != nil {
		c.constantCondition(e.CondExpr)
		lifts = append(lifts, c.operand(e.CondExpr, typesys.Bool, "a condition"))
	}
	switch {
	case e.KeyExpr == nil:
		return typesys.List(value), lifts
	case e.Group:
		return typesys.Map(typesys.List(value)), lifts
	}
	return typesys.Map(value), lifts
}

// loopVariable declares a variable of a for expression at the place where it is
// written.
func (c *checker) loopVariable(e *hclsyntax.ForExpr, name string, t typesys.Type) *Object {
	span := c.loopVariableSpan(e, name, name == e.ValVar)
	o := &Object{Kind: ObjectLoopVariable, Name: name, Span: span, Type: t}
	c.info.occur(Occurrence{Span: span, Kind: OccurDeclaration, Name: name, Type: t, Denotation: &Denotation{Object: o}})
	return o
}

// loopVariableSpan finds a variable in the text between the opening bracket and
// the collection, since hclsyntax does not keep its place.
func (c *checker) loopVariableSpan(e *hclsyntax.ForExpr, name string, last bool) syntax.Span {
	text := c.e.Syntax.Text
	start, end := e.OpenRange.End.Byte, e.CollExpr.Range().Start.Byte
	if start > end { // a directive of a template, whose range is all of it
		start = e.OpenRange.Start.Byte
	}
	if start > end || end > len(text) {
		return tree.Span(e.OpenRange)
	}
	found := syntax.Span{Start: start, End: start}
	for at := start; at < end; {
		word := syntax.IdentifierEnd(text[:end], at) - at
		if text[at:at+word] == name {
			found = syntax.Span{Start: at, End: at + word}
			if !last {
				return found
			}
		}
		at += max(word, 1)
	}
	return found
}

// iterate types a collection that is gone through and reports what is none.
func (c *checker) iterate(e hclsyntax.Expression, code codes.Code) typesys.Iteration {
	it := typesys.Iterate(c.expr(e))
	if !it.OK {
		c.info.find(code, tree.Span(e.Range()), cannotIterate(it.Stripped))
	}
	return it
}

func cannotIterate(t typesys.Type) string {
	message := "cannot iterate over " + typesys.Short(t, 80) + "; use a list or a map"
	if t.Kind() == typesys.KindUnion && containsNull(t) {
		message += ", and an empty one instead of null"
	}
	return message
}

func containsNull(t typesys.Type) bool {
	return slices.ContainsFunc(t.Elems(), func(m typesys.Type) bool { return m == typesys.Null })
}

func (c *checker) index(e *hclsyntax.IndexExpr) typesys.Type {
	collection := c.expr(e.Collection)
	found := len(c.info.Findings)
	key := c.expr(e.Key)
	elem, want, ok := typesys.Index(collection)
	switch {
	case ok || c.failedSince(found, tree.Span(e.Key.Range())):
	case collection == typesys.PropertyPath:
		c.info.find(codes.TraverseKind, tree.Span(e.Key.Range()), "a property path takes literal keys; write the key itself in quotes")
	default:
		c.info.find(codes.TraverseKind, tree.Span(e.Key.Range()), typesys.Short(typesys.Strip(collection), 80)+" has no elements")
	}
	v, written := tree.LiteralIndex(e.Key)
	isKnown := written
	if !written && c.language() >= language.ChecksAll {
		v, isKnown = key.Constant()
	}
	if isKnown {
		step, problem := typesys.Traverse(collection, v)
		switch {
		case problem == nil:
			c.constantIndex(e, collection, key)
			return step
		case written && problem.Kind == typesys.IndexRange && v.Equals(cty.NumberIntVal(int64(problem.Length))).True():
			c.traverseProblem(problem, v, tree.Span(e.Key.Range()))
			return step
		}
	}
	if !ok {
		return typesys.Lift(elem, key)
	}
	if c.fits(e.Key, key, want, needs{code: codes.IndexType, place: "the index"}) && !c.converted(codes.OperandRuntime, e.Key, key, want, "the index") {
		c.constantIndex(e, collection, key)
	}
	return typesys.Lift(elem, key)
}

func (c *checker) splat(e *hclsyntax.SplatExpr) typesys.Type {
	elem, wrap := typesys.Splat(c.expr(e.Source))
	if c.anonymous == nil {
		c.anonymous = map[*hclsyntax.AnonSymbolExpr]typesys.Type{}
	}
	c.anonymous[e.Item] = elem
	return wrap(typesys.List(c.expr(e.Each)))
}
