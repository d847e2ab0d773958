package check

import (
	"math"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file reports steps to elements that type-check and always fail when the
// program is run. (PCL specification, pcl-types.md, section 7.)

// isText reports whether a key is a text.
func isText(key cty.Value) bool { return key.IsKnown() && !key.IsNull() && key.Type() == cty.String }

// listStep reports a name as the step into a list, and says whether it did. The
// name of a resource with a range is no such list: see range.unindexed. A property
// path goes into lists by rules of its own.
func (c *checker) listStep(t typesys.Type, key cty.Value, step hcl.Traverser) bool {
	list := typesys.Unwrapped(typesys.PlainShape(t))
	if _, isPath := c.ownNames(); isPath || list.Kind() != typesys.KindList {
		return false
	}
	if why := neverAnIndex(key); why != "" {
		c.fails(codes.IndexLiteral, tree.Span(step.SourceRange()), why)
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
		declared := c.p.core.Declaring(o.Name) // its kind is part of the signature that was read
		return declared != nil &&
			(kindOf(declared) == ObjectResource || kindOf(declared) == ObjectRead || kindOf(declared) == ObjectComponent)
	}
	return false
}

// neverAnIndex says why no list has an index; empty if some list may.
func neverAnIndex(key cty.Value) string {
	if !key.IsKnown() || key.IsNull() || key.Type() != cty.Number {
		return ""
	}
	n := key.AsBigFloat()
	switch {
	case n.Sign() < 0:
		return "an index cannot be negative; use `element(…, -1)` to count from the end"
	case !n.IsInt():
		return "an index is a whole number, not " + typesys.FormatValue(key)
	case n.Cmp(bigInt(math.MaxInt)) > 0:
		return "no list has an element " + typesys.FormatValue(key)
	}
	return ""
}

// constantIndex reports an index that is constant and never there: the checker
// lets it pass because only literals that stand by themselves are steps.
func (c *checker) constantIndex(e *hclsyntax.IndexExpr, collection, key typesys.Type) {
	t := typesys.Unwrapped(typesys.PlainShape(collection))
	span := tree.Span(e.Key.Range())
	switch t.Kind() {
	case typesys.KindMap:
		c.knownIndex(e)
	case typesys.KindList, typesys.KindTuple:
		v, constant := constantNumber(key)
		if !constant {
			return
		}
		switch why := neverAnIndex(cty.NumberVal(v)); {
		case why != "":
			c.fails(codes.IndexLiteral, span, why)
		case t.Kind() == typesys.KindTuple && v.Cmp(bigInt(len(t.Elems()))) >= 0:
			c.fails(codes.IndexLiteral, span, "index "+typesys.FormatValue(cty.NumberVal(v))+" is out of range: there "+isAre(len(t.Elems()))+" "+count(len(t.Elems()), "element"))
		case t.Kind() == typesys.KindList:
			c.knownIndex(e)
		}
	case typesys.KindObject:
		v, literal := tree.LiteralText(tree.Bare(e.Key))
		if !literal || v.IsNull() || t.Source() != nil {
			return
		}
		if _, has := t.Property(v.AsString()); !has {
			c.failing(codes.IndexLiteral, span, unknownProperty("this object", v.AsString(), propertyNames(t)))
		}
	}
}

func propertyNames(t typesys.Type) []string {
	var names []string
	for _, p := range t.Properties() {
		names = append(names, p.Name)
	}
	return names
}

func isAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}
