package checked

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file shows the programs behind components to those who ask about names.

// ComponentProgram is the program in the directory of a component, nil when there
// is none that this program may use.
func (p *Program) ComponentProgram(dir string) *Program {
	inner, state := p.opened(dir)
	if state != check.ComponentReady {
		return nil
	}
	return inner
}

// ComponentAt is the program behind the source of a component, nil when there is none that this program may use.
func (p *Program) ComponentAt(source string) *Program {
	return p.ComponentProgram(p.componentDir(source))
}

// ComponentInput is the config that an input of this name sets when the program
// is used as a component; nil when there is none.
func (p *Program) ComponentInput(name string) *check.Object {
	return p.byLogicalName(check.ObjectConfig, name)
}

// ComponentOutput is the output of this name that the program shows when it is
// used as a component; nil when there is none.
func (p *Program) ComponentOutput(name string) *check.Object {
	return p.byLogicalName(check.ObjectOutput, name)
}

func (p *Program) byLogicalName(kind check.ObjectKind, name string) *check.Object {
	var found *program.Item
	for e := range p.core.Items() {
		if check.KindOf(e) == kind && tree.LogicalName(e.Syntax) == name && (found == nil || p.core.Owns(e)) {
			found = e
		}
	}
	return p.object(found)
}

// ComponentMember is one input or output of a program that is used as a
// component.
type ComponentMember struct {
	Name   string // as users of the component write it
	Object *check.Object
	Type   typesys.Type
	// Required is set for inputs that have no default.
	Required bool
}

// ComponentMembers are the inputs and outputs of a program that is used as a
// component, in declaration order.
func (p *Program) ComponentMembers(ctx context.Context) (inputs, outputs []ComponentMember, err error) {
	for e := range p.core.Items() {
		if !p.core.Owns(e) {
			continue
		}
		m := ComponentMember{Name: tree.LogicalName(e.Syntax), Object: p.object(e)}
		switch check.KindOf(e) {
		case check.ObjectConfig:
			facts := check.ConfigOf(e.Syntax)
			m.Type, m.Required = facts.Value, facts.Required
			inputs = append(inputs, m)
		case check.ObjectOutput:
			if m.Type, err = p.OutputValue(ctx, m.Object); err != nil {
				return nil, nil, err
			}
			outputs = append(outputs, m)
		}
	}
	return inputs, outputs, nil
}

// OutputValue is the type of the value that an output exports; dynamic when it
// has none. The error is that of the context.
func (p *Program) OutputValue(ctx context.Context, o *check.Object) (typesys.Type, error) {
	e := p.Declaration(o)
	if e == nil {
		return typesys.Dynamic, ctx.Err()
	}
	info, err := p.Check(ctx, p.core.Placed(e))
	if err != nil {
		return typesys.Type{}, err
	}
	if b := e.Syntax.Block(); b != nil {
		if a := b.Body.Attributes["value"]; a != nil && info.TypeOf(a.Expr).IsValid() {
			return info.TypeOf(a.Expr), nil
		}
	}
	return typesys.Dynamic, nil
}
