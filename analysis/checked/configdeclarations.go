package checked

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file says which configs a program has, to those who compare them with what stands
// outside of it.

// ConfigDeclaration is one config of a program.
type ConfigDeclaration struct {
	// Name is that in the program, Key that in the configuration.
	Name, Key string
	// Type is the type of the values that it takes.
	Type typesys.Type
	// Secret says that it is declared as a secret, and Required that a run without a
	// value fails.
	Secret, Required bool
	// Path and Span are the place of the name.
	Path string
	Span syntax.Span
}

// Configs are the configs of the program in declaration order. There may be others in text
// that nobody could read; mayBe reports whether one of these may have a name.
func (p *Program) Configs() (all []ConfigDeclaration, mayBe func(name string) bool) {
	for e := range p.core.Items() {
		if check.KindOf(e) != check.ObjectConfig || !p.core.Owns(e) {
			continue
		}
		facts := check.ConfigOf(e.Syntax)
		all = append(all, ConfigDeclaration{
			Name: e.Name, Key: tree.LogicalName(e.Syntax), Type: typesys.PlainShape(facts.Declared),
			Secret: tree.Flag(e.Syntax.Block(), "secret"), Required: facts.Required,
			Path: e.Path, Span: e.Syntax.NameSpan.Shift(p.core.Placed(e).Base),
		})
	}
	return all, p.core.Scope().MayDeclare
}
