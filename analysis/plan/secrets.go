package plan

import (
	"slices"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/state"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file decides what is secret of a resource that exists and of what a run gives it. Whatever the schema, the
// program, an option or the state calls secret is marked [value.Hidden], however the state holds it.

// conceal marks the secrets of a step.
func (s *Step) conceal(old *state.Resource) {
	var secrets schema.Secrets
	switch r := s.Now.Schema; {
	case r != nil:
		secrets = *r.Secrets()
	case !s.Now.Local:
		secrets.Inside = true // what is secret is not known before the schema
	}
	named := map[string]bool{}
	paths, known := pathsOf(s.Now, language.NameAdditionalSecretOutputs)
	secrets.Inside = secrets.Inside || !known
	for _, path := range paths {
		named[path[0].Key] = true
	}
	from := []map[string]cty.Value{s.inputs}
	if old != nil {
		from = append(from, entries(old.Inputs), entries(old.Outputs))
	}
	for _, all := range from {
		for name, v := range all {
			named[name] = named[name] || isSecret(v)
		}
	}
	for name, is := range named {
		if is {
			secrets.Members = slices.Insert(slices.Clone(secrets.Members), 0, schema.NamedSecrets{Name: name, Secrets: &schema.Secrets{Here: true}})
		}
	}
	for name, v := range s.inputs {
		s.inputs[name] = hidden(v, secrets.In(name))
	}
	if old != nil {
		shown := *old
		shown.Inputs, shown.Outputs = hidden(old.Inputs, &secrets), hidden(old.Outputs, &secrets)
		s.Existing = &shown
	}
}

// concealed are two values of which one is secret: then both are.
func concealed(old, now cty.Value) (cty.Value, cty.Value) {
	if old != cty.NilVal && now != cty.NilVal && (old.HasMark(value.Hidden) || now.HasMark(value.Hidden)) {
		return old.Mark(value.Hidden), now.Mark(value.Hidden)
	}
	return old, now
}

// isSecret reports whether a value or something in it is secret.
func isSecret(v cty.Value) bool {
	for mark := range value.DeepMarks(v) {
		if mark == value.Secret || mark == value.Hidden {
			return true
		}
	}
	return false
}

// hidden marks the secret parts of a value, and everything in them. An object that only may have secrets stays one.
func hidden(v cty.Value, secrets *schema.Secrets) cty.Value {
	if secrets == nil || v == cty.NilVal {
		return v
	}
	inner, _ := v.Unmark()
	hasMembers := inner.IsKnown() && !inner.IsNull() && (value.IsMap(inner) || value.IsList(inner)) && inner.LengthInt() > 0
	if hasMembers {
		v = value.Mapped(v, func(key string, member cty.Value) cty.Value { return hidden(member, secrets.In(key)) })
	}
	if secrets.Here || !hasMembers && inner.IsKnown() && !inner.IsNull() && secrets.Inside {
		return v.Mark(value.Hidden)
	}
	return v
}
