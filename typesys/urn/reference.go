package urn

import "github.com/zclconf/go-cty/cty"

// This file implements resource references as values. (Sections 7.5 and 8.)

// IDState is what is known of a resource's id.
type IDState uint8

// The states of an id.
const (
	IDAbsent  IDState = iota // the resource has none, as components
	IDUnknown                // the resource is not created yet
	IDKnown                  // the provider has given one
)

// Reference is a value that points at a resource.
type Reference struct {
	URN     string
	State   IDState
	ID      string // when the state is IDKnown
	Version string // the version of the package that provides the resource
}

// Equal reports whether two references point at the same resource. The version
// does not count.
func (r Reference) Equal(s Reference) bool {
	return r.URN == s.URN && r.State == s.State && r.ID == s.ID
}

// Plain is what stands for the reference where it cannot be resolved: the id if
// there is one, unknown as long as it is, and the URN otherwise.
func (r Reference) Plain() cty.Value {
	switch r.State {
	case IDKnown:
		return cty.StringVal(r.ID)
	case IDUnknown:
		return cty.UnknownVal(cty.String)
	}
	return cty.StringVal(r.URN)
}

// The key by which tagged values are told from others, and the tag of references.
const (
	signatureKey       = "4dabf18193072939515e22adb298388d"
	referenceSignature = "5cf8f73096256a8f31e491e813e4eb8e"
)

// FromWire reads a reference from a tagged value, as it stands in state and in the
// traffic with providers. An id that is present but empty is unknown.
func FromWire(v cty.Value) (Reference, bool) {
	fields := fieldsOf(v)
	if tag, ok := text(fields, signatureKey); !ok || tag != referenceSignature {
		return Reference{}, false
	}
	return fromFields(fields)
}

// FromResource reads a reference from the object to which the evaluator expands
// one: the properties of the resource with urn, id, __name and __type.
func FromResource(v cty.Value) (Reference, bool) {
	fields := fieldsOf(v)
	for _, name := range []string{"id", "__name", "__type"} {
		if _, ok := fields[name]; !ok {
			return Reference{}, false
		}
	}
	return fromFields(fields)
}

func fromFields(fields map[string]cty.Value) (Reference, bool) {
	var r Reference
	var ok bool
	if r.URN, ok = text(fields, "urn"); !ok {
		return Reference{}, false
	}
	if id, present := fields["id"]; present && !id.IsNull() {
		r.ID, _ = text(fields, "id")
		r.State = IDKnown
		if r.ID == "" {
			r.State = IDUnknown
		}
	}
	r.Version, _ = text(fields, "packageVersion")
	return r, true
}

// fieldsOf are the members of an object or map that is known, without marks.
func fieldsOf(v cty.Value) map[string]cty.Value {
	if v == cty.NilVal {
		return nil
	}
	v, _ = v.Unmark()
	if !v.IsKnown() || v.IsNull() || !v.Type().IsObjectType() && !v.Type().IsMapType() {
		return nil
	}
	return v.AsValueMap()
}

// text is a member that is a known text.
func text(fields map[string]cty.Value, name string) (string, bool) {
	v, ok := fields[name]
	if !ok {
		return "", false
	}
	v, _ = v.Unmark()
	if v.Type() != cty.String || !v.IsKnown() || v.IsNull() {
		return "", false
	}
	return v.AsString(), true
}
