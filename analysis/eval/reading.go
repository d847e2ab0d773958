package eval

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/evaluate"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file evaluates expressions of a program for somebody who judges what every run of it does.

// Reading evaluates expressions of one program. Unlike for a hover, a value counts as known only if
// each run has it: without a stack, configs are unknown, whatever their default is. Unknown values
// are marked with what decides them ([value.Cause]). A value that the types exclude to be null
// is not null, which holds as long as providers keep to their schemas.
type Reading struct {
	root   *frame
	scopes map[*syntax.Item]*scope
}

// reading is what was read.
type reading struct {
	names map[string]bool
	steps int
}

// maxRead is the work for one expression of a program.
const maxRead = 100_000

// Read begins to read a program.
func Read(ctx context.Context, p *analysis.Program) *Reading {
	w := newWork(ctx)
	w.reading = &reading{names: map[string]bool{}}
	return &Reading{root: w.root(p), scopes: map[*syntax.Item]*scope{}}
}

// Names are the names of the program that values were taken from, directly or not, sorted. There need
// not be such a declaration.
func (r *Reading) Names() []string { return slices.Sorted(maps.Keys(r.root.reading.names)) }

// Steps is the work so far.
func (r *Reading) Steps() int { return r.root.reading.steps }

// Note adds a name to those that were read.
func (r *Reading) Note(name string) { r.root.note(name) }

// Instance is one of the resources that a block makes. The zero Instance is that of a block without
// a range.
type Instance struct {
	// Key is the end of its registered name; empty for the only one.
	Key  string
	vars map[string]cty.Value
}

// Instances returns those that a block makes. If their number is not known, there is one that stands
// for all of them, and causes say what decides it.
func (r *Reading) Instances(it syntax.Placed) (all []Instance, causes []value.Cause) {
	over := RangeOf(it)
	if over == nil {
		return []Instance{{}}, nil
	}
	v := r.Value(it, Instance{}, over)
	if it.Kind == syntax.KindResource && v.IsKnown() && !v.IsNull() && !v.IsMarked() {
		if found, err := rounds(v); err == nil {
			return lists.Map(found, func(one evaluate.Round) Instance { return Instance{one.Suffix, variablesOf(one)} }), nil
		}
	}
	cause := value.Cause{Kind: value.CauseRange, Name: it.Name}
	unknown := []Instance{{vars: variablesOf(evaluate.Round{Key: cty.DynamicVal.Mark(cause), Value: cty.DynamicVal.Mark(cause)})}}
	if it.Kind != syntax.KindResource {
		return unknown, nil // a run makes one component whatever its range is
	}
	if causes = value.CausesOf(v); len(causes) == 0 {
		causes = []value.Cause{cause}
	}
	return unknown, causes
}

// Value is the value of an expression of an item. What makes a run fail, and what is too large, is
// unknown.
func (r *Reading) Value(it syntax.Placed, one Instance, e hclsyntax.Expression) cty.Value {
	return r.value(func() (cty.Value, error) { return r.scope(it).with(one.vars).Value(e) })
}

// Checked is what the checker and the taint analysis know of an item; nothing if the context is done.
func (r *Reading) Checked(it syntax.Placed) (*analysis.Info, analysis.Taints) {
	f := r.scope(it).ask()
	return f.info, f.taints
}

func (r *Reading) scope(it syntax.Placed) *scope {
	s := r.scopes[it.Item]
	if s == nil {
		s = r.root.item(it)
		r.scopes[it.Item] = s
	}
	return s
}

// value computes a value within the budget.
func (r *Reading) value(compute func() (cty.Value, error)) cty.Value {
	r.root.Budget = value.NewBudget(r.root.ctx, maxRead)
	v, err := compute()
	r.root.reading.steps += maxRead - r.root.Left()
	return r.read(v, err)
}

// read is a value for somebody who judges.
func (r *Reading) read(v cty.Value, err error) cty.Value {
	switch {
	case err == nil && v.IsWhollyKnown():
		return value.WithoutCauses(v)
	case err == nil:
		return value.Because(v, value.Cause{Kind: value.CauseOther})
	case value.IsFailure(err):
		return cty.DynamicVal.Mark(value.Cause{Kind: value.CauseFailure, Name: err.Error()})
	case errors.Is(err, value.ErrTooLarge):
		return cty.DynamicVal.Mark(value.Cause{Kind: value.CauseSize})
	}
	return cty.DynamicVal // the context is done
}

// Object is what a name of the program stands for.
func (r *Reading) Object(o *analysis.Object) cty.Value {
	r.root.note(o.Name)
	return r.value(func() (cty.Value, error) { return r.root.object(o) })
}

// note notes that a name of the program is read.
func (f *frame) note(name string) {
	if f.reading != nil && f.inputs == nil {
		f.reading.names[name] = true
	}
}

// causeOf is what decides what is unknown of a declaration.
func (f *frame) causeOf(o *analysis.Object) value.Cause {
	c := value.Cause{Kind: value.CauseOther, Name: f.called + o.Name}
	switch o.Kind {
	case analysis.ObjectConfig:
		c.Kind = value.CauseConfig
	case analysis.ObjectResource, analysis.ObjectRead, analysis.ObjectComponent:
		c.Kind = value.CauseOutputs
	}
	return c
}

// notNull says of an unknown value that it is not null if its type says so.
func notNull(v cty.Value, t typesys.Type) cty.Value {
	if !t.IsValid() || v.Type() == cty.DynamicPseudoType || value.KindsOf(t)&value.NullKind != 0 {
		return v
	}
	return v.RefineNotNull()
}
