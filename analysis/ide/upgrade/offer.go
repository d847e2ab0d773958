package upgrade

import (
	"context"
	"fmt"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/impact"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file offers the upgrade of a package on its block.

// WrittenFrom is the confidence in percent from which on a new name is written if nobody chooses it.
const WrittenFrom = 100 * impact.Certain

// Offer is the upgrade of a package to the newest version that a schema is found for.
type Offer struct {
	Package, Version string

	program *analysis.Program
	schemas analysis.Schemas
	now     *schema.Package
	known   []string
}

// At returns the upgrade that the block of a package offers; false for other items, and if nothing newer is found.
func At(p *analysis.Program, schemas analysis.Schemas, it syntax.Placed) (*Offer, bool) {
	ref, ok := analysis.PackageRef(it.Item)
	if !ok || ref.Version == "" || ref.Parameterization != nil {
		return nil, false
	}
	now := p.Package(ref.Name)
	e, explains := schemas.(analysis.Explainer)
	if now == nil || !explains {
		return nil, false
	}
	d, _ := e.Explain(schema.Ref{Name: ref.Name, Plugin: ref.Plugin})
	o := &Offer{ref.Name, schema.NewestVersion(d.Versions()), p, schemas, now, d.Versions()}
	return o, o.Version != "" && schema.CompareVersions(o.Version, now.Version()) > 0
}

// Make upgrades the program, and the components that it uses with the same version. The error is a [*change.Refusal], or the context's.
func (o *Offer) Make(ctx context.Context) (Task, []Outcome, error) {
	task, err := Prepare(ctx, o.now.Version(), o.Version, o.known, o.open)
	if err != nil {
		return task, nil, err
	}
	task.Confidence, task.Programs = impact.Certain, o.together(o.program, nil)
	outcomes, err := Run(ctx, task)
	return task, outcomes, err
}

func (o *Offer) open(version string) (*schema.Package, error) {
	if version == o.now.Version() {
		return o.now, nil
	}
	pkg, a := o.schemas.Package(schema.Ref{Name: o.Package, Plugin: o.Package, Version: version})
	if pkg == nil {
		return nil, &change.Refusal{Reason: fmt.Sprintf("the schema of %s %s is %s; try again when it is read", o.Package, version, a.State)}
	}
	return pkg, nil
}

// together adds a program, and the components below it that are checked with the same version.
func (o *Offer) together(p *analysis.Program, all []*analysis.Program) []*analysis.Program {
	isKnown := slices.ContainsFunc(all, func(other *analysis.Program) bool { return other.Dir == p.Dir })
	if isKnown || p.Package(o.Package) != o.now {
		return all
	}
	all = append(all, p)
	for _, dir := range p.ComponentDirs() {
		if inner := p.ComponentProgram(dir); inner != nil {
			all = o.together(inner, all)
		}
	}
	return all
}
