package check

import (
	"math"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
)

// This file reports steps to elements that type-check and always fail when the
// program is run. (docs/language/expressions.md#members, docs/language/expressions.md#indexes)

// listStep reports a name as the step into a list, and says whether it did. The
// name of a resource with a range is no such list: see range.unindexed. A property
// path goes into lists by rules of its own.
func (c *checker) listStep(t typesys.Type, key cty.Value, step hcl.Traverser) bool {
	list := typesys.Unwrapped(typesys.PlainShape(t))
	if _, isPath := c.scope.ownNames(); isPath || list.Kind() != typesys.KindList {
		return false
	}
	if why := neverAnIndex(key); why.Message != "" {
		c.failing(codes.IndexLiteral, tree.Span(step.SourceRange()), why)
	}
	if !isText(key) || value.IsNumeric(key.AsString()) || c.followsDeclaration(step) {
		return false
	}
	found := len(c.info.Findings)
	name := key.AsString()
	span := tree.Span(step.SourceRange())
	if list.Elem().Kind() == typesys.KindObject {
		c.fails(codes.ListAttribute, span,
			"a list has no `"+name+"`; write `[0]."+name+"` for one element or `[*]."+name+"` for all")
	} else {
		c.fails(codes.ListAttribute, span, "a list has no `"+name+"`; index it with a number, such as `[0]`")
	}
	return len(c.info.Findings) > found
}

// followsDeclaration reports whether a step is the first one behind the name of a
// resource, read or component: then the list is made by its range.
func (c *checker) followsDeclaration(step hcl.Traverser) bool {
	for i := len(c.info.Occurrences) - 1; i >= 0; i-- {
		o := &c.info.Occurrences[i]
		if o.Span.End < step.SourceRange().Start.Byte {
			break
		}
		if o.Kind != OccurVariable || o.Span.End != step.SourceRange().Start.Byte || o.Object != nil {
			continue
		}
		declared := c.Program.Declaring(o.Name) // its kind is part of the signature that was read
		return declared != nil &&
			(KindOf(declared) == ObjectResource || KindOf(declared) == ObjectRead || KindOf(declared) == ObjectComponent)
	}
	return false
}

// neverAnIndex says why no list has an index; its message is empty if some list may.
func neverAnIndex(key cty.Value) (why diagnostic.Advice) {
	if !key.IsKnown() || key.IsNull() || key.Type() != cty.Number {
		return why
	}
	n := key.AsBigFloat()
	switch {
	case n.Sign() < 0:
		why = diagnostic.Advice{Message: "an index cannot be negative; use `element(…, -1)` to count from the end", Subject: "element"}
	case !n.IsInt():
		why.Message = "an index is a whole number, not " + typesys.FormatValue(key)
	case n.Cmp(bigInt(math.MaxInt)) > 0:
		why.Message = "no list has an element " + typesys.FormatValue(key)
	}
	return why
}

// constantIndex reports an index that is known and never there: the checker
// lets it pass because only literals that stand by themselves are steps.
func (c *checker) constantIndex(e *hclsyntax.IndexExpr, collection, key typesys.Type) {
	t := typesys.Unwrapped(typesys.PlainShape(collection))
	isList, isObject := t.Kind() == typesys.KindTuple || t.Kind() == typesys.KindList, t.Kind() == typesys.KindObject
	if !isList && t.Kind() != typesys.KindMap && (!isObject || t.Source() != nil) {
		return
	}
	unknown := unknownKey
	if _, written := tree.PlainText(e.Key); written {
		unknown = unknownProperty
	}
	at := c.constant(e.Key)
	if n, constant := constantNumber(key); constant {
		at = cty.NumberVal(n).WithMarks(at.Marks())
	}
	plain, marks := value.Bare(at)
	if !plain.IsWhollyKnown() {
		return
	}
	span, of := tree.Span(e.Key.Range()), cty.DynamicVal
	if why := neverAnIndex(plain); why.Message != "" && isList {
		c.failingUnless(marks, codes.IndexLiteral, span, why)
		return
	}
	if !isObject {
		of = c.constant(e.Collection)
	} else if text, isName := typesys.Text(plain); isName && !slices.Contains(propertyNames(t), text) {
		c.failingUnless(marks, codes.IndexLiteral, span, unknown("this object", diagnostic.Abbreviate(text, 40), propertyNames(t)))
	}
	if _, missing := c.element(of, at); missing && !isFilledIn(t) {
		c.missingElement(of, at, span, "this value", unknown)
	}
}

func propertyNames(t typesys.Type) []string {
	return lists.Map(t.Properties(), func(p typesys.Property) string { return p.Name })
}

func isAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// knownSteps reports a step to an element that a list or map does not have. The steps start at
// the expression, which has the type t and which messages call by the name. They lead through a
// collection, or a value of any type.
func (c *checker) knownSteps(of hclsyntax.Expression, t typesys.Type, steps hcl.Traversal, name string) {
	v := c.constant(of)
	for _, step := range steps {
		key, ok := tree.StepKey(step)
		if !ok {
			return
		}
		next, missing := c.element(v, key)
		plain, marks := value.Bare(v)
		switch {
		case plain.Type().IsPrimitiveType() && plain.IsKnown() && !plain.IsNull():
			if supposesUnknown(c, marks) {
				return
			}
			why := diagnostic.Advice{Message: name + " is a " + plain.Type().FriendlyName() + " and has no members"}
			c.failingUnless(marks, codes.IndexLiteral, tree.Span(step.SourceRange()), why)
			return
		case missing && isFilledIn(t):
			return
		case missing:
			c.missingElement(v, key, tree.Span(step.SourceRange()), name, unknownProperty)
			return
		}
		v, name = next, "this value"
		t, _ = typesys.Traverse(t, key)
	}
}

// supposesUnknown reports whether a value is known only if a resource without a schema gives back an input.
func supposesUnknown(c *checker, marks cty.ValueMarks) bool {
	return slices.ContainsFunc(premisesIn(marks), func(p premise) bool {
		_, sig := c.Lookup(c.e, p.resource)
		return sig.Value.Kind() == typesys.KindDynamic
	})
}

// isFilledIn reports whether members that the program leaves out may come from a provider: those
// of objects that a schema declares.
func isFilledIn(t typesys.Type) bool {
	t = typesys.Unwrapped(typesys.PlainShape(t))
	return t.Kind() == typesys.KindObject && t.Source() != nil
}

// throughCollection reports whether some step goes into a list or map, or into a value of any type.
func throughCollection(t typesys.Type, steps hcl.Traversal) bool {
	for i := range steps {
		if i > 0 {
			key, ok := tree.StepKey(steps[i-1])
			if !ok {
				return false
			}
			t, _ = typesys.Traverse(t, key)
		}
		switch typesys.Unwrapped(typesys.PlainShape(t)).Kind() {
		case typesys.KindList, typesys.KindMap, typesys.KindDynamic:
			return true
		}
	}
	return false
}

// missingElement reports a key that a known list or map does not have. The function says it of a map.
func (c *checker) missingElement(of, key cty.Value, span syntax.Span, name string, unknown func(receiver, name string, names []string) diagnostic.Advice) {
	of, marks := of.Unmark()
	key, more := value.Bare(key)
	marks = value.Joined(marks, more)
	on := premisesIn(marks)
	defaulted := len(on) == 1 && name == "`"+on[0].config+"`"
	if defaulted {
		name = "the default of " + name
	}
	why := diagnostic.Advice{Message: "index " + typesys.FormatValue(key) + " is out of range: there " + isAre(of.LengthInt()) + " " + prose.Counted(of.LengthInt(), "element")}
	if value.IsMap(of) {
		keys, _ := value.Members(of)
		text, _ := typesys.Text(key)
		why = unknown(name, diagnostic.Abbreviate(text, 40), keys)
		if defaulted && !value.Conceal(marks) { // the message says on what it rests
			if c.evaluation.attempts == 0 && c.evaluation.conditions == 0 {
				c.info.adviseAs(codes.Warning, codes.IndexLiteral, span, why)
			}
			return
		}
	}
	c.failingUnless(marks, codes.IndexLiteral, span, why)
}

// failingUnless reports what fails in each run where the premises hold that are among the marks. It quotes no secret.
func (c *checker) failingUnless(marks cty.ValueMarks, code codes.Code, span syntax.Span, why diagnostic.Advice) {
	if value.Conceal(marks) {
		why = diagnostic.Advice{Message: "this has no such element"}
	}
	c.resting(marks, func() { c.failing(code, span, why) })
}

func unknownProperty(receiver, name string, names []string) diagnostic.Advice {
	near := typesys.Near(name, names)
	if near == "" {
		return unknownKey(receiver, name, names)
	}
	return diagnostic.Advice{Message: receiver + " has no `" + name + "`"}.DidYouMean(near)
}

// unknownKey is unknownProperty for a name that is computed, in whose place nothing can be written.
func unknownKey(receiver, name string, names []string) diagnostic.Advice {
	unknown := diagnostic.Advice{Message: receiver + " has no `" + name + "`"}
	if len(names) == 0 || len(names) > 6 {
		return unknown
	}
	return unknown.ItHas(slices.Sorted(slices.Values(names)))
}
