package signature

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/probe"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/cursor"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file describes literal objects of known types.

// maxVariants is how many types of an object are shown.
const maxVariants = 20

// isObject reports whether a frame is an object and not a for expression.
func isObject(f *cursor.Frame) bool { return f.Kind == cursor.ObjectFrame && !f.IsFor }

// keyIn returns the key at the cursor in an open object: the key whose value is being written,
// or in the innermost frame the key itself. It may be empty.
func keyIn(place *probe.Place, f *cursor.Frame, isInnermost bool) string {
	if len(f.Entry) > 0 && f.Assigns() {
		return f.Entry[0].Text
	}
	if isInnermost && place.Cursor.Form == cursor.FormKey {
		return place.File.Slice(place.Word())
	}
	return ""
}

// objects returns the help for the open objects around the cursor, innermost first. Objects
// that the label of a call already shows are left out.
func (h *helper) objects(inside []cursor.Frame, called *label) ([]Help, error) {
	var frames []*cursor.Frame
	for i := range slices.Backward(inside) {
		inLabel := i == 0 && called != nil && h.call.inObject() && called.object == h.call.position()
		if isObject(&inside[i]) && !inLabel {
			frames = append(frames, &inside[i])
		}
	}
	if len(frames) == 0 {
		return nil, nil
	}
	pr, err := h.probe(frames[0])
	if err != nil {
		return nil, err
	}
	literals := objectsAround(pr.Path)
	if len(literals) < len(frames) {
		return nil, nil // the text is too broken to match objects and frames
	}
	var all []Help
	for i, f := range frames {
		key := keyIn(h.place, f, f == h.place.Cursor.Top())
		object := pr.Path[literals[i]].(*hclsyntax.ObjectConsExpr)
		span := syntax.Span{Start: f.Open, End: f.Open + 1}.Shift(h.place.Item.Base)
		types := probe.Variants(object, pr.Wanted(pr.Path[:literals[i]+1]), key)
		for _, t := range types[:min(len(types), maxVariants)] {
			if l := objectLabel(t, key); l != nil {
				all = append(all, l.help(span, 0, key))
			}
		}
	}
	return all, nil
}

// probe checks the item with a placeholder at the cursor, or at the start of the innermost
// object if the cursor's place takes no key or value.
func (h *helper) probe(innermost *cursor.Frame) (*probe.Probe, error) {
	switch h.place.Cursor.Form {
	case cursor.FormKey:
		return h.place.ProbeKey(h.ctx, h.p)
	case cursor.FormOperand, cursor.FormMember, cursor.FormQuoted:
		return h.place.Probe(h.ctx, h.p, placeholderFor(h.place))
	}
	return probe.At(h.place.File, h.place.Item.Base+innermost.Open+1).ProbeKey(h.ctx, h.p)
}

// placeholderFor returns the placeholder, quoted inside a string.
func placeholderFor(place *probe.Place) string {
	if place.Cursor.Form == cursor.FormQuoted {
		return `"` + probe.Placeholder + `"`
	}
	return probe.Placeholder
}

// objectsAround returns the positions of literal objects in a path, innermost first, up to the
// innermost call.
func objectsAround(path []hclsyntax.Node) []int {
	var found []int
	for i, n := range slices.Backward(path) {
		switch n.(type) {
		case *hclsyntax.ObjectConsExpr:
			found = append(found, i)
		case *hclsyntax.FunctionCallExpr:
			return found
		}
	}
	return found
}

// objectLabel returns the label of an object type, or nil if it has no properties.
func objectLabel(t typesys.Type, key string) *label {
	properties := propertiesOf(t)
	if len(properties) == 0 {
		return nil
	}
	l := &label{object: -1}
	prefix := ""
	declared := schema.ObjectOf(t)
	if declared != nil {
		prefix = declared.Canonical + " "
		l.doc.Para(markdown.Documented(declared.Description, declared.Deprecation))
	}
	l.addObject(prefix, properties, key)
	return l
}

// propertiesOf returns the properties of an object type with their documentation.
func propertiesOf(t typesys.Type) []*schema.Property {
	if declared := schema.ObjectOf(t); declared != nil {
		return declared.Properties()
	}
	var all []*schema.Property
	for _, p := range t.Properties() {
		plain := typesys.PlainShape(p.Type)
		all = append(all, &schema.Property{Name: p.Name, Plain: plain, Required: !typesys.IsOptional(plain)})
	}
	return all
}
