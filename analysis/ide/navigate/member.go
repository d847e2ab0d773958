package navigate

import (
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file resolves a step such as .vpcId: to an output of a component, a key of a literal
// object, or the attribute of a resource that sets the property.

// maxAliases limits how many locals that rename another name are followed.
const maxAliases = 20

func (f *finder) member(o *analysis.Occurrence) []Location {
	a, ok := accessAt(f.item.Item, o.Span)
	if !ok {
		return nil
	}
	root := f.variable(a.root)
	origin, steps := f.origin(root, a.steps)
	if origin == nil {
		return nil
	}
	if found := f.part(origin, steps, 0); found != nil || root.Kind != analysis.ObjectRange {
		return found
	}
	return f.object(root)
}

// origin resolves variables that stand for an element: variables of a for expression to the
// collection, and `range.value` to the range.
func (f *finder) origin(o *analysis.Object, steps []step) (*analysis.Object, []step) {
	for range maxAliases {
		var over access
		var ok bool
		switch {
		case o == nil:
			return nil, nil
		case o.Kind == analysis.ObjectLoopVariable:
			over, ok = f.loopedOver(o)
		case o.Kind == analysis.ObjectRange && len(steps) > 1 && steps[0].name == "value":
			over, ok = f.rangedOver()
			steps = steps[1:]
		default:
			return o, steps
		}
		if !ok {
			return o, steps
		}
		o, steps = f.variable(over.root), slices.Concat(over.steps, []step{{}}, steps)
	}
	return nil, nil
}

// loopedOver returns the collection of the for expression that declares a value variable.
func (f *finder) loopedOver(o *analysis.Object) (access, bool) {
	nodes := syntax.NodeAt(f.item.Item, o.Span.Start)
	for i, n := range slices.Backward(nodes) {
		if loop, ok := n.(*hclsyntax.ForExpr); ok {
			if loop.ValVar != o.Name {
				return access{}, false // a key variable
			}
			return accessOf(loop.CollExpr, nodes[:i])
		}
	}
	return access{}, false
}

// rangedOver returns the value of the item's `range` option.
func (f *finder) rangedOver() (access, bool) {
	if a := analysis.RangeAttribute(f.item.Item); a != nil {
		return accessOf(a.Expr, nil)
	}
	return access{}, false
}

// variable returns the object of an access's variable.
func (f *finder) variable(e *hclsyntax.ScopeTraversalExpr) *analysis.Object {
	start := e.Range().Start.Byte
	for _, o := range f.info.Occurrences {
		if o.Kind == analysis.OccurVariable && o.Span.Start == start {
			return f.p.ObjectOf(f.item, o)
		}
	}
	return nil
}

// part returns the declaration of the part of an object that steps read.
func (f *finder) part(o *analysis.Object, steps []step, aliases int) []Location {
	it, ok := o.Item()
	if !ok || len(steps) == 0 {
		return nil
	}
	switch o.Kind {
	case analysis.ObjectComponent:
		return f.componentPart(it, f.withoutInstance(o, steps))
	case analysis.ObjectResource, analysis.ObjectRead:
		return f.resourcePart(o, it, f.withoutInstance(o, steps))
	case analysis.ObjectLocal:
		if it.Attr() != nil && aliases < maxAliases {
			return f.valuePart(o.Path, it, it.Attr().Expr, steps, aliases)
		}
	}
	return nil
}

// withoutInstance drops the steps that select an instance of a range.
func (f *finder) withoutInstance(o *analysis.Object, steps []step) []step {
	t := typesys.Strip(typesys.PlainShape(f.p.TypeOf(f.ctx, o)))
	if k := t.Kind(); k == typesys.KindList || k == typesys.KindMap {
		return steps[1:]
	}
	return steps
}

func (f *finder) componentPart(it syntax.Placed, steps []step) []Location {
	dir, ok := f.p.ComponentDir(it.Item)
	if !ok || len(steps) != 1 {
		return nil
	}
	if inner := f.p.ComponentProgram(dir); inner != nil {
		if output := inner.ComponentOutput(steps[0].name); output != nil {
			return objectLocation(output)
		}
	}
	return nil
}

// resourcePart returns the attribute that sets a property. If nothing sets it, it returns the
// resource.
func (f *finder) resourcePart(o *analysis.Object, it syntax.Placed, steps []step) []Location {
	if len(steps) == 0 || it.Block() == nil {
		return objectLocation(o)
	}
	a := it.Block().Body.Attributes[steps[0].name]
	if a == nil {
		return objectLocation(o)
	}
	if len(steps) == 1 {
		return []Location{attributeLocation(o.Path, it, a)}
	}
	if found := f.valuePart(o.Path, it, a.Expr, steps[1:], maxAliases); found != nil {
		return found
	}
	return []Location{attributeLocation(o.Path, it, a)}
}

// valuePart returns the key that steps read in a literal value. It follows locals that rename
// something else.
func (f *finder) valuePart(path string, it syntax.Placed, e hclsyntax.Expression, steps []step, aliases int) []Location {
	for i, s := range steps {
		switch x := e.(type) {
		case *hclsyntax.ObjectConsExpr:
			entry := entryNamed(x, s.name)
			if entry == nil {
				return nil
			}
			if i == len(steps)-1 {
				span := syntax.SpanOf(entry.KeyExpr).Shift(it.Base)
				return []Location{{Path: path, Span: span, NameSpan: span}}
			}
			e = entry.ValueExpr
		case *hclsyntax.ScopeTraversalExpr:
			if o := f.p.Lookup(x.Traversal.RootName()); o != nil && aliases < maxAliases {
				return f.part(o, append(stepsOf(x.Traversal[1:]), steps[i:]...), aliases+1)
			}
			return nil
		default:
			return nil
		}
	}
	return nil
}

// entryNamed returns the last entry of a literal object with a literal key.
func entryNamed(e *hclsyntax.ObjectConsExpr, name string) *hclsyntax.ObjectConsItem {
	for i := len(e.Items) - 1; i >= 0; i-- {
		if key, ok := analysis.LiteralKey(e.Items[i].KeyExpr); ok && key == name && name != "" {
			return &e.Items[i]
		}
	}
	return nil
}

// step reads a part of a value. A computed index has no name.
type step struct{ name string }

// access is a variable with steps.
type access struct {
	root  *hclsyntax.ScopeTraversalExpr
	steps []step
}

// accessAt returns the access whose last step is at a span of an item. It fails if the
// expression does not start with a variable.
func accessAt(it *syntax.Item, at syntax.Span) (access, bool) {
	nodes := syntax.NodeAt(it, at.Start)
	for i, n := range slices.Backward(nodes) {
		switch e := n.(type) {
		case *hclsyntax.ScopeTraversalExpr:
			return access{root: e, steps: stepsUntil(e.Traversal[1:], at)}, true
		case *hclsyntax.RelativeTraversalExpr:
			if !syntax.SpanOf(e.Source).Contains(at.Start) {
				a, ok := accessOf(e.Source, nodes[:i])
				a.steps = append(a.steps, stepsUntil(e.Traversal, at)...)
				return a, ok
			}
		}
	}
	return access{}, false
}

// accessOf splits an expression. The outer nodes resolve the element of a splat.
func accessOf(e hclsyntax.Expression, outer []hclsyntax.Node) (access, bool) {
	switch e := e.(type) {
	case *hclsyntax.ParenthesesExpr:
		return accessOf(e.Expression, outer)
	case *hclsyntax.ScopeTraversalExpr:
		return access{root: e, steps: stepsOf(e.Traversal[1:])}, true
	case *hclsyntax.RelativeTraversalExpr:
		a, ok := accessOf(e.Source, outer)
		a.steps = append(a.steps, stepsOf(e.Traversal)...)
		return a, ok
	case *hclsyntax.IndexExpr:
		a, ok := accessOf(e.Collection, outer)
		a.steps = append(a.steps, step{})
		return a, ok
	case *hclsyntax.SplatExpr:
		if e.Each == hclsyntax.Expression(e.Item) { // steps of the same elements
			return accessOf(e.Source, outer)
		}
	case *hclsyntax.AnonSymbolExpr:
		for i, n := range slices.Backward(outer) {
			if splat, isSplat := n.(*hclsyntax.SplatExpr); isSplat && splat.Item == e {
				a, ok := accessOf(splat.Source, outer[:i])
				a.steps = append(a.steps, step{})
				return a, ok
			}
		}
	}
	return access{}, false
}

// stepsUntil returns the steps up to the one that contains a span.
func stepsUntil(t hcl.Traversal, at syntax.Span) []step {
	for i, s := range t {
		if r := s.SourceRange(); at.Start < r.End.Byte {
			return stepsOf(t[:i+1])
		}
	}
	return stepsOf(t)
}

func stepsOf(t hcl.Traversal) []step {
	steps := make([]step, len(t))
	for i, s := range t {
		switch s := s.(type) {
		case hcl.TraverseAttr:
			steps[i].name = s.Name
		case hcl.TraverseIndex:
			if !s.Key.IsNull() && s.Key.Type() == cty.String {
				steps[i].name = s.Key.AsString()
			}
		}
	}
	return steps
}
