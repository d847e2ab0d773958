package impact

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/typesys/schemadiff"
)

// This file finds the changes that concern programs.

// Named is a member or a property.
type Named struct {
	Section         schemadiff.Section
	Token, Property string
}

// Concern collects what programs use of a package, and tells which changes concern them.
type Concern struct {
	pkg  string
	uses map[Named]schemadiff.Sides
}

// NewConcern returns one for the package with a name, and for no program yet.
func NewConcern(pkg string) *Concern { return &Concern{pkg, map[Named]schemadiff.Sides{}} }

// Add adds what a program uses. The error is that of the context.
func (c *Concern) Add(ctx context.Context, p *analysis.Program) error {
	for _, f := range p.Files {
		for _, it := range f.All() {
			info, err := p.Check(ctx, it)
			if err != nil {
				return err
			}
			for _, o := range info.Occurrences {
				if u, ok := UseOf(info, it, o); ok {
					c.add(u, o)
				}
			}
		}
	}
	return nil
}

// whenLeftOut reports whether a change of a property concerns programs that do not give it.
func whenLeftOut(c schemadiff.Change) bool {
	return c.On != schemadiff.Output && (c.Kind == schemadiff.NowRequired || c.Kind.IsOfDefault()) || c.Kind == schemadiff.Added && c.Required
}

// Has reports whether a change concerns a program: it is of something that is used, or that has to be given now.
func (c *Concern) Has(change schemadiff.Change) bool {
	_, used := c.uses[Named{change.Section, change.Token, ""}]
	switch {
	case change.Section == schemadiff.Configuration:
		return !c.IsEmpty()
	case !used:
		return false
	case change.Property == "" || change.Property == schemadiff.Result:
		return true
	case whenLeftOut(change):
		return true
	}
	on, used := c.uses[Named{change.Section, change.Token, change.Property}]
	return used && (on&change.On != 0 || change.On == schemadiff.Whole)
}

// IsEmpty reports whether nothing is used.
func (c *Concern) IsEmpty() bool { return len(c.uses) == 0 }
