package check

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file checks the keys of literal objects against the object types that
// their places may have. Conversion ignores what an object has too much.

// object looks at the members of a literal object.
func (f flow) object(e *hclsyntax.ObjectConsExpr, alts []typesys.Type, p *schema.Property) {
	objects := objectsIn(unionOf(alts))
	entry := valueIn(alts)
	if len(objects) == 0 && !entry.IsValid() {
		return
	}
	objects, ok := f.narrow(e, objects, p)
	if !ok {
		return
	}
	members := literalMembers(e)
	var lost []string
	for _, m := range members {
		f.member(m, objects, entry, &lost)
	}
	if !entry.IsValid() && len(members) == len(e.Items) {
		f.lacking(e, objects, lost)
	}
}

// literalMember is one member of a literal object.
type literalMember struct {
	name string
	item hclsyntax.ObjectConsItem
}

// literalMembers are the members with literal keys; of several with one name the
// last, as in the value.
func literalMembers(e *hclsyntax.ObjectConsExpr) []literalMember {
	last := map[string]int{}
	var members []literalMember
	for i, item := range e.Items {
		if name, ok := tree.LiteralKey(item.KeyExpr); ok {
			last[name] = i
			members = append(members, literalMember{name, item})
		}
	}
	return slices.DeleteFunc(members, func(m literalMember) bool { return e.Items[last[m.name]] != m.item })
}

// member looks at one member: its key, and its value as what that key is for.
func (f flow) member(m literalMember, objects []typesys.Type, entry typesys.Type, lost *[]string) {
	var types []typesys.Type
	var declared *schema.Property
	if entry.IsValid() {
		types = append(types, entry)
	}
	for _, object := range objects {
		if p, ok := object.Property(m.name); ok {
			types = append(types, p.Type)
			declared = propertyOf(object, m.name)
		}
	}
	if len(types) == 0 {
		if f.isStrict(objects) {
			*lost = append(*lost, m.name)
			f.lostKey(m, objects)
		}
		return
	}
	if len(types) > 1 {
		declared = nil
	}
	if declared != nil && declared.Deprecation != "" {
		f.advise(codes.DeprecatedProperty, m.item.KeyExpr, deprecatedProperty(declared, schema.ObjectOf(objects[0])))
	}
	f.pkg = packageOf(objects)
	f.at(typesys.Step{Name: m.name}).into(m.item.ValueExpr, typesys.Union(types...), declared)
}

// packageOf is the package that declares the objects; nil when none does.
func packageOf(objects []typesys.Type) *schema.Package {
	for _, object := range objects {
		if declared := schema.ObjectOf(object); declared != nil {
			return declared.Package
		}
	}
	return nil
}

// isStrict reports whether a key that none of the objects has is surely lost:
// where the types come from a schema, or from the language itself. What refers to
// a resource has more than the model lists.
func (f flow) isStrict(objects []typesys.Type) bool {
	for _, object := range objects {
		declared := schema.ObjectOf(object)
		switch {
		case declared == nil && f.n.code != codes.OptionType && f.n.code != codes.InvokeArgs:
			return false
		case declared != nil && (declared.IsResource || schema.ResourceOf(object) != nil):
			return false
		}
	}
	return true
}

// lostKey reports a key that no object has. A literal object in a resource fails
// when the program runs; elsewhere the key has no effect.
func (f flow) lostKey(m literalMember, objects []typesys.Type) {
	var names []string
	for _, object := range objects {
		for _, p := range object.Properties() {
			names = append(names, p.Name)
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	owner := f.where()
	if declared := schema.ObjectOf(objects[0]); declared != nil && len(objects) == 1 {
		owner += ": " + Abbreviate(declared.Canonical, 70)
	}
	before := len(f.c.info.Findings)
	f.advise(codes.PropUnknownNested, m.item.KeyExpr, unknownProperty(owner, Abbreviate(m.name, 40), names).and(versionNote(packageOf(objects))))
	fails := f.direct && f.n.code == codes.AttrType && f.c.e.Syntax.Kind == syntax.KindResource
	if !fails && len(f.c.info.Findings) > before {
		f.c.info.Findings[before].Severity = codes.Warning
	}
}

// lacking reports required members that a type cannot ask for: those that take
// anything take nothing as well.
func (f flow) lacking(e *hclsyntax.ObjectConsExpr, objects []typesys.Type, lost []string) {
	if len(objects) != 1 {
		return
	}
	declared := schema.ObjectOf(objects[0])
	if declared == nil || declared.IsResource {
		return
	}
	for _, p := range declared.Properties() {
		needed := p.Required && p.Plain == typesys.Dynamic && p.Const == cty.NilVal && p.Default == cty.NilVal
		if !needed || hasMember(e, p.Name) || typesys.Near(p.Name, lost) != "" {
			continue
		}
		m := &typesys.Mismatch{Path: f.path, Want: p.Plain, Reason: typesys.ReasonMissing, Missing: []string{p.Name}}
		f.reportAt(f.n.code, tree.Span(e.OpenRange), advice{message: f.n.misfitWith(m, "", versionNote(declared.Package))})
	}
}

func hasMember(e *hclsyntax.ObjectConsExpr, name string) bool {
	return member(e, typesys.Step{Name: name}) != nil
}

// narrow keeps the objects that a literal object can be: the one that the
// discriminator names, or those whose constants agree with it. False when a
// discriminator is wrong, which is reported; nothing else is known then.
func (f flow) narrow(e *hclsyntax.ObjectConsExpr, objects []typesys.Type, p *schema.Property) ([]typesys.Type, bool) {
	if p != nil && p.Discriminator != nil {
		return f.discriminated(e, objects, p)
	}
	if len(objects) < 2 {
		return objects, true
	}
	var agree []typesys.Type
	for _, object := range objects {
		if f.agrees(e, object) {
			agree = append(agree, object)
		}
	}
	if len(agree) > 0 {
		return agree, true
	}
	return objects, !f.noVariant(e, objects)
}

// agrees reports whether the constants of an object type do not contradict a
// literal object.
func (f flow) agrees(e *hclsyntax.ObjectConsExpr, object typesys.Type) bool {
	for _, p := range object.Properties() {
		if p.Type.Kind() != typesys.KindConst {
			continue
		}
		if v, ok := f.only(member(e, typesys.Step{Name: p.Name})); ok && !equals(v.value, p.Type.Value()) {
			return false
		}
	}
	return true
}

// only is the one literal that an expression stands for; false if there are
// several or other values.
func (f flow) only(e hclsyntax.Expression) (leaf, bool) {
	if e == nil {
		return leaf{}, false
	}
	found, complete := f.literals(e)
	if !complete || len(found) != 1 || found[0].value.IsNull() {
		return leaf{}, false
	}
	return found[0], true
}

// noVariant reports that a constant which all the objects have is none of theirs.
func (f flow) noVariant(e *hclsyntax.ObjectConsExpr, objects []typesys.Type) bool {
	for _, p := range objects[0].Properties() {
		var allowed []string
		for _, object := range objects {
			if own, ok := object.Property(p.Name); ok && own.Type.Kind() == typesys.KindConst {
				allowed = append(allowed, valueText(own.Type.Value()))
			}
		}
		v, ok := f.only(member(e, typesys.Step{Name: p.Name}))
		if ok && len(allowed) == len(objects) {
			f.wrongVariant(v, p.Name, allowed, packageOf(objects))
			return true
		}
	}
	return false
}

// discriminated is the object that the discriminator of a union names.
func (f flow) discriminated(e *hclsyntax.ObjectConsExpr, objects []typesys.Type, p *schema.Property) ([]typesys.Type, bool) {
	d := p.Discriminator
	deciding := member(e, typesys.Step{Name: d.Property})
	if deciding == nil {
		everywhere := !slices.ContainsFunc(objects, func(o typesys.Type) bool { _, ok := o.Property(d.Property); return !ok })
		if len(objects) > 1 && everywhere && len(literalMembers(e)) == len(e.Items) {
			f.reportAt(codes.UnionDiscriminator, tree.Span(e.OpenRange),
				advice{message: f.where() + ": `" + d.Property + "` selects the variant and is missing; write one of " + listed(d.Values(), 90)})
			return nil, false
		}
		return objects, true
	}
	v, ok := f.only(deciding)
	if !ok {
		return objects, true
	}
	if variant, known := p.Variant(valueText(v.value)); known {
		return objectsIn(unionOf(alternatives(variant))), true
	}
	if len(d.Mapping) == 0 || len(objects) < 2 {
		return objects, true
	}
	f.wrongVariant(v, d.Property, d.Values(), packageOf(objects))
	return nil, false
}

// wrongVariant reports a discriminator whose value names nothing.
func (f flow) wrongVariant(v leaf, property string, allowed []string, pkg *schema.Package) {
	slices.Sort(allowed)
	allowed = slices.Compact(allowed)
	unknown := advice{message: f.at(typesys.Step{Name: property}).where() + ": there is no variant " + quotedValue(v.value)}
	if near := typesys.Near(valueText(v.value), allowed); near != "" {
		unknown = unknown.didYouMean(near)
	} else {
		unknown = unknown.and("; it is one of " + listed(allowed, 90))
	}
	v.flow.advise(codes.UnionDiscriminator, v.expr, unknown.and(versionNote(pkg)))
}
