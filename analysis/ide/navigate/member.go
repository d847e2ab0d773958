package navigate

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

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
