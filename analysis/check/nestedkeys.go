package check

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file checks the keys of literal objects against the object types that
// their places may have. Conversion ignores what an object has too much.

// object looks at the members of a literal object. The result says whether something in it does
// not fit.
func (pv placedValue) object(e *hclsyntax.ObjectConsExpr, alts []typesys.Type, p *schema.Property) bool {
	all, entry := objectsIn(unionOf(alts)), valueIn(alts)
	if len(all) == 0 && !entry.IsValid() {
		return false
	}
	before := len(pv.c.info.Findings)
	objects, known := pv.narrow(e, all, p)
	pv.damagedObjects(e, objects)
	if known && !entry.IsValid() {
		pv, objects = pv.meant(e, all, objects)
	}
	explained := false
	if len(objects) > 0 || entry.IsValid() {
		explained = pv.members(e, objects, entry, known)
	}
	if !known && !pv.fitting && !explained { // no variant fits, and this is why
		pv.c.info.Findings[before].Severity = pv.severity()
		return true
	}
	return explained
}

// meant keeps the object that a literal object is most likely meant to be, where none fits. Its
// constants may say so, while the reference takes it for another one.
func (pv placedValue) meant(e *hclsyntax.ObjectConsExpr, all, objects []typesys.Type) (placedValue, []typesys.Type) {
	got := pv.c.info.TypeOf(e)
	fit := func(object typesys.Type) bool { return pv.fits(got, object) }
	switch {
	case pv.use != nil || len(all) == 1 || slices.ContainsFunc(objects, fit):
	case pv.fitting:
		pv.fitting, pv.mild = false, true
		fallthrough
	default:
		closest := typesys.Likeliest(objects, got)
		objects = nil
		if closest.IsValid() {
			objects = []typesys.Type{closest}
		}
	}
	return pv, objects
}

// members looks at the members of a literal object that is one of the objects or a map. Known
// says that it can be no other.
func (pv placedValue) members(e *hclsyntax.ObjectConsExpr, objects []typesys.Type, entry typesys.Type, known bool) (explained bool) {
	var lost []literalMember
	set := map[string]bool{}
	for _, m := range literalMembers(e) {
		set[m.name] = true
		fault, isMember := pv.member(m, objects, entry)
		if explained = explained || fault; !isMember {
			lost = append(lost, m)
		}
	}
	closed := known
	for _, item := range e.Items {
		if _, literal := tree.LiteralKey(item.KeyExpr); literal {
			continue
		}
		closed = false
		if entry.IsValid() {
			explained = pv.at(typesys.Step{Kind: typesys.StepElement}).into(item.ValueExpr, entry, nil) || explained
		}
	}
	switch {
	case entry.IsValid() || !known:
		return explained
	case !closed || len(objects) != 1:
		pv.lostKeys(lost, objects)
		return explained
	}
	return pv.required(e, objects[0], set, lost) || explained
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
	members := make([]literalMember, 0, len(e.Items))
	for i, item := range e.Items {
		if name, ok := tree.LiteralKey(item.KeyExpr); ok {
			last[name] = i
			members = append(members, literalMember{name, item})
		}
	}
	return slices.DeleteFunc(members, func(m literalMember) bool { return e.Items[last[m.name]] != m.item })
}

// member looks at one member: its key, and its value as what that key is for. It returns whether
// the value does not fit, and whether there is such a member.
func (pv placedValue) member(m literalMember, objects []typesys.Type, entry typesys.Type) (fault, isMember bool) {
	var room [4]typesys.Type // for the usual case, without allocating
	types := room[:0]
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
		return false, false
	}
	if len(types) > 1 {
		declared = nil
	}
	if declared != nil && declared.Deprecation != "" && pv.n.judges() {
		pv.advise(codes.DeprecatedProperty, m.item.KeyExpr, deprecatedProperty(declared, schema.ObjectOf(objects[0])))
	}
	pv.pkg = packageOf(objects)
	return pv.at(typesys.Step{Name: m.name}).into(m.item.ValueExpr, typesys.Union(types...), declared), true
}

// damagedObjects reports types of a literal object that the schema declares wrongly.
func (pv placedValue) damagedObjects(e *hclsyntax.ObjectConsExpr, objects []typesys.Type) {
	code := codes.ResourceLoad
	if pv.n.code != codes.AttrType {
		code = codes.FunctionLoad
	}
	for _, object := range objects {
		if declared := schema.ObjectOf(object); declared != nil && len(declared.Problems()) > 0 {
			pv.reportAt(code, tree.Span(e.OpenRange), diagnostic.Advice{Message: diagnostic.Damaged(declared.Canonical, declared.Problems(), declared.Package)})
		}
	}
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
func (pv placedValue) isStrict(objects []typesys.Type) bool {
	for _, object := range objects {
		declared := schema.ObjectOf(object)
		switch {
		case declared == nil && pv.n.code != codes.OptionType && pv.n.code != codes.InvokeArgs:
			return false
		case declared != nil && (declared.IsResource || schema.ResourceOf(object) != nil):
			return false
		}
	}
	return true
}

// lostKeys reports keys that no object has, where they are surely lost. In a type that the program
// itself declares they are surely lost if they are misspelled.
func (pv placedValue) lostKeys(lost []literalMember, objects []typesys.Type) {
	if len(lost) == 0 || !pv.n.judges() {
		return
	}
	strict, names := pv.isStrict(objects), pv.c.membersOf(objects)
	for _, m := range lost {
		if strict || pv.isDeclared(objects) && typesys.Near(m.name, names) != "" {
			pv.lostKey(m, objects, unknownProperty(pv.owner(objects), diagnostic.Abbreviate(m.name, 40), names))
		}
	}
}

// isDeclared reports whether the program itself declares the objects.
func (pv placedValue) isDeclared(objects []typesys.Type) bool {
	return pv.use == nil && !slices.ContainsFunc(objects, func(object typesys.Type) bool { return object.Source() != nil })
}

// membersOf are the names of the members that objects have and that are not deprecated.
func (c *checker) membersOf(objects []typesys.Type) []string {
	members := lists.Map(objects, func(object typesys.Type) []string {
		return c.currentNames(object, propertyNames(object))
	})
	if len(members) == 1 {
		return members[0]
	}
	names := slices.Concat(members...)
	slices.Sort(names)
	return slices.Compact(names)
}

// owner is the place of an object in words, with its type.
func (pv placedValue) owner(objects []typesys.Type) string {
	if declared := schema.ObjectOf(objects[0]); declared != nil && len(objects) == 1 {
		return pv.where() + ": " + diagnostic.Abbreviate(declared.Canonical, 70)
	}
	return pv.where()
}

// lostKey reports a key that no object has. It has no effect, unless a run rewrites the object,
// which raises the severity. The result is nil if it was reported before.
func (pv placedValue) lostKey(m literalMember, objects []typesys.Type, a diagnostic.Advice) *diagnostic.Diagnostic {
	d := pv.advise(codes.PropUnknownNested, m.item.KeyExpr, a.And(diagnostic.VersionNote(packageOf(objects))))
	if d != nil {
		d.Severity = codes.Warning
	}
	return d
}

// required reports members that an object requires and a literal object does not have, in one
// finding. A key that is lost may be meant for one of them, and is the one thing to report then.
// The result says whether the literal object does not fit.
func (pv placedValue) required(e *hclsyntax.ObjectConsExpr, object typesys.Type, set map[string]bool, lost []literalMember) bool {
	var missing []string
	wanted := map[string]typesys.Type{}
	for _, p := range object.Properties() {
		if !set[p.Name] && (!pv.fitting && !pv.fits(typesys.None, p.Type) || takesNothingBut(object, p.Name)) {
			missing = append(missing, p.Name)
			wanted[p.Name] = p.Type
		}
	}
	objects := []typesys.Type{object}
	explained := len(missing) > 0 && !pv.fitting
	lost = slices.DeleteFunc(lost, func(m literalMember) bool {
		meant := typesys.Near(m.name, missing)
		if meant == "" {
			return false
		}
		missing = slices.DeleteFunc(missing, func(name string) bool { return name == meant })
		d := pv.lostKey(m, objects, unknownProperty(pv.owner(objects), diagnostic.Abbreviate(m.name, 40), []string{meant}))
		if !pv.fitting {
			d.Severity = pv.severity()
			d.Related = append(d.Related, diagnostic.Related{Span: tree.Span(e.OpenRange), Message: "`" + meant + "` is required here"})
		}
		return true
	})
	pv.lostKeys(lost, objects)
	if len(missing) > 0 {
		pv.pkg = packageOf(objects)
		m := &typesys.Mismatch{Want: wanted[missing[0]], Got: pv.c.info.TypeOf(e), Reason: typesys.ReasonMissing, Missing: missing}
		pv.mismatch(tree.Span(e.OpenRange), m, diagnostic.Advice{})
	}
	return explained
}

// takesNothingBut reports a required member whose type cannot ask for it: what takes anything
// takes nothing as well.
func takesNothingBut(object typesys.Type, name string) bool {
	declared := schema.ObjectOf(object)
	if declared == nil || declared.IsResource {
		return false
	}
	p := declared.Property(name)
	return p != nil && p.Required && p.Plain == typesys.Dynamic && p.Const == cty.NilVal && p.Default == cty.NilVal
}

// narrow keeps the objects that a literal object can be: the one that the
// discriminator names, or those whose constants agree with it. False when a
// discriminator is wrong, which is reported; which object it is isn't known then.
func (pv placedValue) narrow(
	e *hclsyntax.ObjectConsExpr, objects []typesys.Type, p *schema.Property,
) ([]typesys.Type, bool) {
	if !pv.n.judges() {
		return objects, true
	}
	if p != nil && p.Discriminator != nil {
		return pv.discriminated(e, objects, p)
	}
	if len(objects) < 2 {
		return objects, true
	}
	agree := lists.Where(objects, func(object typesys.Type) bool { return pv.agrees(e, object) })
	if len(agree) > 0 {
		return agree, true
	}
	return objects, !pv.noVariant(e, objects)
}

// agrees reports whether the constants of an object type do not contradict a
// literal object.
func (pv placedValue) agrees(e *hclsyntax.ObjectConsExpr, object typesys.Type) bool {
	for _, p := range object.Properties() {
		constant := typesys.Strip(p.Type)
		if constant.Kind() != typesys.KindConst {
			continue
		}
		if v, ok := pv.only(member(e, typesys.Step{Name: p.Name})); ok && !equals(v.value, constant.Value()) {
			return false
		}
	}
	return true
}

// only is the one literal that an expression stands for; false if there are
// several or other values.
func (pv placedValue) only(e hclsyntax.Expression) (leaf, bool) {
	if e == nil {
		return leaf{}, false
	}
	found, complete := pv.literals(e)
	if !complete || len(found) != 1 || found[0].value.IsNull() {
		return leaf{}, false
	}
	return found[0], true
}

// noVariant reports that a constant which all the objects have is none of theirs.
func (pv placedValue) noVariant(e *hclsyntax.ObjectConsExpr, objects []typesys.Type) bool {
	for _, p := range objects[0].Properties() {
		var allowed []string
		for _, object := range objects {
			own, _ := object.Property(p.Name)
			if constant := typesys.Strip(own.Type); constant.Kind() == typesys.KindConst {
				allowed = append(allowed, valueText(constant.Value()))
			}
		}
		v, ok := pv.only(member(e, typesys.Step{Name: p.Name}))
		if ok && len(allowed) == len(objects) {
			pv.wrongVariant(v, p.Name, allowed, packageOf(objects))
			return true
		}
	}
	return false
}

// discriminated is the object that the discriminator of a union names.
func (pv placedValue) discriminated(e *hclsyntax.ObjectConsExpr, objects []typesys.Type, p *schema.Property) ([]typesys.Type, bool) {
	d := p.Discriminator
	deciding := member(e, typesys.Step{Name: d.Property})
	if deciding == nil {
		everywhere := !slices.ContainsFunc(objects, func(o typesys.Type) bool { _, ok := o.Property(d.Property); return !ok })
		if len(objects) > 1 && everywhere && len(literalMembers(e)) == len(e.Items) {
			missing := diagnostic.Advice{Message: pv.where() + ": `" + d.Property + "` selects the variant and is missing; write one of " + diagnostic.Listed(d.Values(), 90)}
			if pv.fitting { // it binds
				if d := pv.reportAt(codes.UnionDiscriminator, tree.Span(e.OpenRange), missing); d != nil {
					d.Severity = codes.Warning
				}
			} else {
				pv.reportAt(pv.n.code, tree.Span(e.OpenRange), missing)
			}
			return objects, false
		}
		return objects, true
	}
	pv.calledVariant(e, d.Property)
	v, ok := pv.only(deciding)
	if !ok {
		return objects, true
	}
	if variant, known := p.Variant(valueText(v.value)); known {
		return objectsIn(unionOf(alternatives(variant))), true
	}
	if len(d.Mapping) == 0 || len(objects) < 2 {
		return objects, true
	}
	pv.wrongVariant(v, d.Property, d.Values(), packageOf(objects))
	return objects, false
}

// calledVariant reports a discriminator that is a call: the run panics when it looks for the variant. It looks at bare keys of
// objects that stand in their place, and not behind a name or in a call.
func (pv placedValue) calledVariant(e *hclsyntax.ObjectConsExpr, property string) {
	if pv.use != nil || pv.secret {
		return
	}
	for _, item := range e.Items {
		name, bare := tree.BareKey(item.KeyExpr)
		if call, is := tree.Bare(item.ValueExpr).(*hclsyntax.FunctionCallExpr); is && bare && name == property {
			panics := diagnostic.Advice{Message: pv.where() + ": Pulumi panics if `" + property + "`, which selects the variant, is a call; write out the value, or put the call into a local"}
			if d := pv.reportAt(codes.UnionDiscriminator, tree.NodeSpan(call), panics); d != nil {
				d.Severity = codes.Warning
			}
		}
	}
}

// wrongVariant reports a discriminator whose value names nothing.
func (pv placedValue) wrongVariant(v leaf, property string, allowed []string, pkg *schema.Package) {
	slices.Sort(allowed)
	allowed = slices.Compact(allowed)
	name := " " + quotedValue(v.value)
	if v.in.secret {
		name = " of this name"
	}
	unknown := diagnostic.Advice{Message: pv.at(typesys.Step{Name: property}).where() + ": there is no variant" + name}
	if near := typesys.Near(valueText(v.value), allowed); near != "" {
		unknown = unknown.DidYouMean(near)
	} else {
		unknown = unknown.And("; it is one of " + diagnostic.Listed(allowed, 90))
	}
	severity := codes.UnionDiscriminator.Severity()
	if pv.c.language() < language.ChecksAll || v.in.maybe {
		severity = codes.Warning
	}
	v.in.adviseAs(severity, codes.UnionDiscriminator, v.expr, unknown.And(diagnostic.VersionNote(pkg)))
}
