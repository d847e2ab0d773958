package probe

import (
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// The expected type of a node. The checker notes it for whole values and for the
// parts of literals. Inside for expressions, conditionals, and objects of several
// possible types it is worked out here.

var eventualString = typesys.InputType(typesys.String)

// Wanted is the expected type of the last node of a path; the zero Type if unknown.
func (pr *Probe) Wanted(path []hclsyntax.Node) typesys.Type {
	if len(path) == 0 {
		return typesys.Type{}
	}
	n := path[len(path)-1]
	if len(path) > 1 {
		if t := pr.wantedIn(path[:len(path)-1], n); t.IsValid() {
			return t
		}
	}
	return pr.Info.ExpectedOf(n)
}

// wantedIn is the expected type of a child of the last node of a path.
func (pr *Probe) wantedIn(path []hclsyntax.Node, child hclsyntax.Node) typesys.Type {
	switch parent := path[len(path)-1].(type) {
	case *hclsyntax.ParenthesesExpr, *hclsyntax.TemplateWrapExpr:
		return pr.Wanted(path)
	case *hclsyntax.TemplateExpr:
		return eventualString
	case *hclsyntax.TupleConsExpr:
		at := slices.Index(parent.Exprs, child.(hclsyntax.Expression))
		return ElementOf(pr.Wanted(path), at)
	case *hclsyntax.ObjectConsExpr:
		return wantedInObject(parent, pr.Wanted(path), child)
	case *hclsyntax.ConditionalExpr:
		if child != parent.Condition {
			return pr.Wanted(path)
		}
	case *hclsyntax.ForExpr:
		return pr.wantedInFor(parent, path, child)
	case *hclsyntax.BinaryOpExpr:
		return pr.wantedByComparison(parent, child)
	}
	return typesys.Type{}
}

// wantedInFor is the expected type of a part of a for expression.
func (pr *Probe) wantedInFor(f *hclsyntax.ForExpr, path []hclsyntax.Node, child hclsyntax.Node) typesys.Type {
	switch child {
	case f.KeyExpr:
		return eventualString
	case f.CondExpr:
		return typesys.InputType(typesys.Bool)
	case f.ValExpr:
		return ElementOf(pr.Wanted(path), 0)
	}
	return typesys.Type{}
}

// wantedByComparison is the type of the other side of == or !=.
func (pr *Probe) wantedByComparison(b *hclsyntax.BinaryOpExpr, child hclsyntax.Node) typesys.Type {
	if b.Op != hclsyntax.OpEqual && b.Op != hclsyntax.OpNotEqual {
		return typesys.Type{}
	}
	other := b.LHS
	if child == other {
		other = b.RHS
	}
	return typesys.InputType(typesys.Widened(typesys.PlainShape(pr.Info.TypeOf(other))))
}

// wantedInObject is the expected type of a value in an object of a type.
func wantedInObject(object *hclsyntax.ObjectConsExpr, t typesys.Type, child hclsyntax.Node) typesys.Type {
	for _, item := range object.Items {
		if child != item.ValueExpr {
			continue
		}
		name, ok := KeyText(item.KeyExpr)
		if !ok {
			return ElementOf(t, 0)
		}
		var found []typesys.Type
		for _, o := range Variants(object, t, name) {
			if p, ok := o.Property(name); ok {
				found = append(found, p.Type)
			}
		}
		if len(found) == 0 {
			return ElementOf(t, 0)
		}
		return typesys.Union(found...)
	}
	return typesys.Type{}
}

// ObjectAround is the object whose key is the placeholder, and its index in the path.
func (pr *Probe) ObjectAround() (*hclsyntax.ObjectConsExpr, int) {
	for i := len(pr.Path) - 1; i > 0; i-- {
		if _, isKey := pr.Path[i].(*hclsyntax.ObjectConsKeyExpr); isKey {
			object, _ := pr.Path[i-1].(*hclsyntax.ObjectConsExpr)
			return object, i - 1
		}
	}
	return nil, 0
}

// Alternatives are the types that a type may be. It goes into unions and leaves out
// none and the wrappers of eventual values.
func Alternatives(t typesys.Type) []typesys.Type {
	t = typesys.Strip(t)
	if t.Kind() != typesys.KindUnion {
		if !t.IsValid() || t == typesys.None {
			return nil
		}
		return []typesys.Type{t}
	}
	return slices.Concat(lists.Map(t.Elems(), Alternatives)...)
}

// ObjectsIn are the object types among the alternatives of a type.
func ObjectsIn(t typesys.Type) []typesys.Type {
	return slices.DeleteFunc(Alternatives(t), func(t typesys.Type) bool { return t.Kind() != typesys.KindObject })
}

// maxNesting limits the nesting of collections and unions that ObjectsWithin follows.
const maxNesting = 20

// ObjectsWithin returns the object types in a type, including those in its collections.
func ObjectsWithin(t typesys.Type) []typesys.Type { return objectsWithin(nil, t, 0) }

func objectsWithin(found []typesys.Type, t typesys.Type, level int) []typesys.Type {
	if level > maxNesting {
		return found
	}
	switch t.Kind() {
	case typesys.KindList, typesys.KindMap, typesys.KindSet, typesys.KindOutput, typesys.KindPromise, typesys.KindInput:
		return objectsWithin(found, t.Elem(), level+1)
	case typesys.KindUnion:
		for _, e := range t.Elems() {
			found = objectsWithin(found, e, level+1)
		}
	case typesys.KindObject:
		return append(found, t)
	}
	return found
}

// ElementOf is the type of an element of a collection; the zero Type if the type is
// not a collection.
func ElementOf(t typesys.Type, at int) typesys.Type {
	var found []typesys.Type
	for _, a := range Alternatives(t) {
		switch a.Kind() {
		case typesys.KindList, typesys.KindSet, typesys.KindMap:
			found = append(found, a.Elem())
		case typesys.KindTuple:
			if 0 <= at && at < len(a.Elems()) {
				found = append(found, a.Elems()[at])
			}
		}
	}
	if len(found) == 0 {
		return typesys.Type{}
	}
	return typesys.Union(found...)
}

// Variants are the object types that a literal object may still become. Its values of
// constant and enum members, such as a kind, rule out the others. The member except
// rules out none. If no type is left, Variants returns all.
func Variants(object *hclsyntax.ObjectConsExpr, t typesys.Type, except string) []typesys.Type {
	all := ObjectsIn(t)
	if len(all) < 2 {
		return all
	}
	left := lists.Where(all, func(o typesys.Type) bool { return !contradicts(object, o, except) })
	if len(left) == 0 {
		return all
	}
	return left
}

// contradicts reports whether the type rules out the value of a member.
func contradicts(object *hclsyntax.ObjectConsExpr, t typesys.Type, except string) bool {
	for _, item := range object.Items {
		name, ok := KeyText(item.KeyExpr)
		if !ok || name == except {
			continue
		}
		text, ok := analysis.PlainText(item.ValueExpr)
		if !ok {
			continue
		}
		if p, ok := t.Property(name); ok && rulesOut(p.Type, cty.StringVal(text)) {
			return true
		}
	}
	return false
}

func rulesOut(t typesys.Type, v cty.Value) bool {
	all := Alternatives(t)
	for _, a := range all {
		switch {
		case a.Kind() == typesys.KindConst && !a.Value().RawEquals(v):
		case a.Kind() == typesys.KindEnum && !typesys.EnumHas(a, v):
		default:
			return false
		}
	}
	return len(all) > 0
}

// KeyText is the text of a literal key.
func KeyText(e hclsyntax.Expression) (string, bool) {
	k, ok := e.(*hclsyntax.ObjectConsKeyExpr)
	if !ok {
		return analysis.PlainText(e)
	}
	if name := hcl.ExprAsKeyword(k.Wrapped); name != "" && !k.ForceNonLiteral {
		return name, true
	}
	return analysis.PlainText(k.Wrapped)
}
