package plan

import (
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/proppath"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file compares the inputs that a resource has with those that a run gives it.

// ChangeKind says how an input differs.
type ChangeKind uint8

// The kinds of changes.
const (
	Changed ChangeKind = iota
	Added
	Removed
	// Doubtful says that it cannot be told whether the input differs.
	Doubtful
)

// Change is one difference between inputs.
type Change struct {
	Path proppath.Path
	Kind ChangeKind
	// Replaces says that the schema replaces the resource for it, or an option does.
	Replaces bool
	// Pending says that the new value is known only once another resource exists.
	Pending bool
	// TooLarge says that the value in the state or that of the program is too large to be compared.
	TooLarge bool
	// Old and Now are the values, with the marks of secrets; [cty.NilVal] where there is none.
	Old, Now cty.Value
}

// differ compares the inputs of one resource.
type differ struct {
	ignored, replacing *proppath.Set // nil for none
	// made is the registered name, from which a provider may make an input that the program leaves out.
	made string
	// secretness says that a value which becomes secret, or public, is another one.
	secretness bool
	// large are the inputs that are too large.
	large []string
	found []Change
}

// add notes a difference unless it is ignored. The values are of a type, and a change around them may replace the resource.
func (d *differ) add(kind ChangeKind, at proppath.Path, old, now cty.Value, t typesys.Type, replaces bool) {
	if d.ignored.Contains(at) {
		return
	}
	c := Change{
		Path: at, Kind: kind, Pending: value.IsPending(now), TooLarge: len(at) > 0 && slices.Contains(d.large, at[0].Key),
		Replaces: replaces || replacesWithin(old, t) || replacesWithin(now, t) || d.replacing.Contains(at),
	}
	c.Old, c.Now = concealed(old, now)
	d.found = append(d.found, c)
}

// objects compares the members of two objects or maps.
func (d *differ) objects(at proppath.Path, old, now map[string]cty.Value, shape members, replaces bool) {
	all := maps.Clone(old)
	maps.Copy(all, now)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		before, after := old[name], now[name] // [cty.NilVal] where there is none
		t, own := shape.member(name)
		path := append(at[:len(at):len(at)], proppath.KeySegment(name))
		switch {
		case before != cty.NilVal && after != cty.NilVal:
			d.values(path, before, after, t, replaces || own)
		case before != cty.NilVal:
			d.add(d.gone(before), path, before, after, t, replaces || own)
		case doubtful(after):
			d.add(Doubtful, path, before, after, t, replaces || own)
		default:
			d.add(Added, path, before, after, t, replaces || own)
		}
	}
}

// gone is the kind of a change of an input that the program does not give. A name that looks like one that a
// provider has made may stay.
func (d *differ) gone(old cty.Value) ChangeKind {
	rest, begins := strings.CutPrefix(textOf(old), d.made)
	rest = strings.TrimLeft(rest, "-_")
	if begins && d.made != "" && len(rest) >= 6 && len(rest) <= 12 && strings.Trim(rest, "0123456789abcdefghijklmnopqrstuvwxyz") == "" {
		return Doubtful
	}
	return Removed
}

// textOf is a text; empty for any other value, and one that is not known.
func textOf(v cty.Value) string {
	if v, _ = v.Unmark(); v.IsKnown() && !v.IsNull() && v.Type() == cty.String {
		return v.AsString()
	}
	return ""
}

// doubtful reports whether a value is unknown to the evaluator alone: it may be null.
func doubtful(v cty.Value) bool { return !v.IsKnown() && !value.IsPending(v) }

// values compares two values at one place.
func (d *differ) values(at proppath.Path, before, after cty.Value, t typesys.Type, replaces bool) {
	old, now := bare(before), bare(after)
	switch {
	case value.IsPending(after):
		d.add(Changed, at, before, after, t, replaces)
	case !before.IsKnown() || !after.IsKnown():
		d.add(Doubtful, at, before, after, t, replaces)
	case d.secretness && value.IsSecret(before) != value.IsSecret(after):
		d.add(Changed, at, before, after, t, replaces)
	case !old.IsKnown() || !now.IsKnown(): // ids that are not known
		d.values(at, old, now, t, replaces)
	case old.IsNull() && now.IsNull():
	case old.IsNull() || now.IsNull():
		d.add(Changed, at, before, after, t, replaces)
	case value.IsMap(old) && value.IsMap(now):
		given := entries(now)
		d.objects(at, stored(old, given), given, membersOf(t), replaces)
	case value.IsList(old) && value.IsList(now):
		d.lists(at, value.Elements(old), value.Elements(now), membersOf(t).element, replaces)
	case isLeaf(old) && isLeaf(now) && (old.RawEquals(now) || readAlike(old, now, t)):
	case isSameJSON(textOf(old), textOf(now)): // a provider may compare by meaning
		d.add(Doubtful, at, before, after, t, replaces)
	default:
		d.add(Changed, at, before, after, t, replaces)
	}
}

// readAlike reports whether two values are one to what reads a text, a number or a bool: a provider converts by the type of the input.
func readAlike(old, now cty.Value, t typesys.Type) bool {
	to := map[typesys.Kind]cty.Type{typesys.KindString: cty.String, typesys.KindNumber: cty.Number, typesys.KindInt: cty.Number, typesys.KindBool: cty.Bool}[typesys.Unwrapped(typesys.Strip(t)).Kind()]
	if to == cty.NilType {
		return false
	}
	a, failed := convert.Convert(old, to)
	b, alsoFailed := convert.Convert(now, to)
	return failed == nil && alsoFailed == nil && a.RawEquals(b)
}

// isSameJSON reports whether two texts are objects or lists of JSON with the same meaning.
func isSameJSON(a, b string) bool {
	begins := func(text string) bool { return strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[") }
	if a, b = strings.TrimSpace(a), strings.TrimSpace(b); !begins(a) || !begins(b) {
		return false
	}
	one, other := jsontext.Value(a), jsontext.Value(b)
	return one.Canonicalize() == nil && other.Canonicalize() == nil && string(one) == string(other)
}

// isLeaf reports whether a value has no members.
func isLeaf(v cty.Value) bool { return v.Type().IsPrimitiveType() || v.Type().IsCapsuleType() }

func (d *differ) lists(at proppath.Path, old, now []cty.Value, t typesys.Type, replaces bool) {
	for i := range max(len(old), len(now)) {
		path := append(at[:len(at):len(at)], proppath.IndexSegment(i))
		switch {
		case i >= len(old):
			d.add(Added, path, cty.NilVal, now[i], t, replaces)
		case i >= len(now):
			d.add(Removed, path, old[i], cty.NilVal, t, replaces)
		default:
			d.values(path, old[i], now[i], t, replaces)
		}
	}
}

// bare is a value without its own marks; a resource is what providers make of it: its id, or the
// URN of one without an id.
func bare(v cty.Value) cty.Value {
	v, _ = v.Unmark()
	name, is := eval.URNOf(v)
	if !is {
		return v
	}
	if v.Type().HasAttribute(eval.OutputID) {
		if id := v.GetAttr(eval.OutputID); !id.IsKnown() || textOf(id) != "" {
			return id
		}
	}
	return cty.StringVal(name)
}

// entries are the members of a map or object that are not null: to a provider, null is nothing.
func entries(v cty.Value) map[string]cty.Value {
	all := map[string]cty.Value{}
	keys, values := value.Members(v)
	for i, key := range keys {
		if !values[i].IsNull() && key != defaultsKey {
			all[key] = values[i]
		}
	}
	return all
}

// withoutDefaults is what a program gives of the inputs in a state, at any depth: without what the provider has filled in.
func withoutDefaults(v cty.Value) cty.Value {
	bare, marks := v.Unmark()
	switch {
	case !bare.IsKnown() || bare.IsNull():
	case value.IsMap(bare):
		all := stored(bare, nil)
		for name, member := range all {
			all[name] = withoutDefaults(member)
		}
		return cty.ObjectVal(all).WithMarks(marks)
	case value.IsList(bare):
		all := slices.Clone(value.Elements(bare))
		for i, e := range all {
			all[i] = withoutDefaults(e)
		}
		return cty.TupleVal(all).WithMarks(marks)
	}
	return v
}

// defaultsKey lists in the inputs of a state those that the provider has filled in.
const defaultsKey = "__defaults"

// storedInputs are the inputs of a resource in a state, without those of the engine and of providers.
func storedInputs(v cty.Value, now map[string]cty.Value) map[string]cty.Value {
	all := stored(v, now)
	maps.DeleteFunc(all, func(name string, _ cty.Value) bool { return isInternal(name) })
	return all
}

// stored are the members of a value in a state. Those that the provider has filled in count only if the program gives them.
func stored(v cty.Value, now map[string]cty.Value) map[string]cty.Value {
	all := entries(v)
	v, _ = v.Unmark()
	list, has := value.Member(v, defaultsKey)
	list, _ = list.Unmark()
	if !has || !list.IsKnown() || list.IsNull() || !value.IsList(list) {
		return all
	}
	for _, e := range value.Elements(list) {
		if _, given := now[textOf(e)]; !given {
			delete(all, textOf(e))
		}
	}
	return all
}

// members are what is known of the members of an object, map or list.
type members struct {
	object   *schema.ObjectType
	resource *schema.Resource // of its inputs
	element  typesys.Type
}

// member is the type of a member, and whether a change of it replaces the resource.
func (m members) member(name string) (t typesys.Type, replaces bool) {
	var p *schema.Property
	if m.object != nil {
		p = m.object.Property(name)
	}
	if m.resource != nil {
		p = m.resource.Input(name)
	}
	if p == nil {
		return m.element, false
	}
	return p.Plain, p.ReplaceOnChanges || p.WillReplaceOnChanges
}

func membersOf(t typesys.Type) members {
	t = typesys.Strip(t)
	if object := schema.ObjectOf(t); object != nil {
		return members{object: object, element: typesys.Dynamic}
	}
	if k := t.Kind(); k == typesys.KindMap || k == typesys.KindList || k == typesys.KindSet {
		return members{element: t.Elem()}
	}
	return members{element: typesys.Dynamic}
}

// replacesWithin reports whether a value that comes or goes as a whole holds a property that
// replaces the resource.
func replacesWithin(v cty.Value, t typesys.Type) bool {
	v, _ = v.Unmark()
	switch {
	case !v.IsKnown() || v.IsNull():
	case value.IsMap(v):
		shape := membersOf(t)
		for name, member := range entries(v) {
			if inner, replaces := shape.member(name); replaces || replacesWithin(member, inner) {
				return true
			}
		}
	case value.IsList(v):
		return slices.ContainsFunc(value.Elements(v), func(e cty.Value) bool { return replacesWithin(e, membersOf(t).element) })
	}
	return false
}
