package plan

import (
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file says what the program reads from a resource during a preview.

// outputs are the outputs after the step. What a provider computes may change with an update, but not the id.
func (s *Step) outputs() eval.Outputs {
	switch {
	case s.Now.Local || s.inputs == nil || s.Now.IsRemote() && s.Match != Kept:
		return eval.Outputs{}
	case s.Now.Read && s.Op == Same && s.Existing.External:
		return eval.Outputs{Known: map[string]cty.Value{eval.OutputID: cty.StringVal(s.Existing.ID)}}
	case s.Now.Read: // a preview asks for them, but not by an id that is not known yet
		return eval.Outputs{Pending: value.IsPending(s.inputs[eval.OutputID])}
	}
	all := eval.Outputs{Known: map[string]cty.Value{}, Pending: s.Op == Create || s.Op == Replace || s.Op == Same}
	if s.Op != Same { // otherwise only what the state has is known
		all.Known = s.echoed()
	}
	if s.Op == Same || s.Op == Update || s.mayUpdate {
		all.Known[eval.OutputID] = cty.StringVal(s.Existing.ID)
	}
	if s.Op == Same {
		for name, v := range entries(s.Existing.Outputs) {
			t := typesys.Dynamic
			if s.Now.Schema != nil && s.Now.Schema.Output(name) != nil {
				t = s.Now.Schema.Output(name).Plain
			}
			if value.IsSecret(s.inputs[name]) {
				v = v.Mark(value.Secret) // the engine marks the output of a secret input, whatever the state says
			}
			all.Known[name] = filled(v, t)
		}
	}
	return all
}

// echoed are the inputs that are outputs, too.
func (s *Step) echoed() map[string]cty.Value {
	all := map[string]cty.Value{}
	if s.Now.Schema == nil {
		return all
	}
	for name, v := range s.inputs {
		if out := s.Now.Schema.Output(name); out != nil && name != eval.OutputURN && name != eval.OutputID {
			all[name] = filled(v, out.Plain)
		}
	}
	return all
}

// filled is an output with the members that its type has besides: a preview shows them as unknown.
func filled(v cty.Value, t typesys.Type) cty.Value {
	inner, marks := v.Unmark()
	if !inner.IsKnown() || inner.IsNull() || !value.IsMap(inner) {
		return value.Mapped(v, func(_ string, e cty.Value) cty.Value { return filled(e, membersOf(t).element) })
	}
	shape := membersOf(t)
	all := entries(inner)
	for name, member := range all {
		of, _ := shape.member(name)
		all[name] = filled(member, of)
	}
	if shape.object != nil {
		for _, p := range shape.object.Properties() {
			if _, has := all[p.Name]; !has {
				all[p.Name] = value.UnknownOf(p.Plain).Mark(value.Pending)
			}
		}
	}
	return cty.ObjectVal(all).WithMarks(marks)
}
