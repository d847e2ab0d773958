package checked

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/lenient"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file answers what the checks of items ask.

// view is a program as the checks of its items see it. It implements [check.Environment].
type view Program

// Environment is what the checks of the items see of everything else.
func (p *Program) Environment() check.Environment { return (*view)(p) }

// Schema implements [check.Environment].
func (v *view) Schema(name string) *check.PackageAnswer { return (*Program)(v).packageAnswer(name) }

// Unserved implements [check.Environment].
func (v *view) Unserved(ref schema.Ref) (schema.Availability, bool) {
	p := (*Program)(v)
	if pkg, _ := p.schemaPackage(ref.Name); pkg == nil || pkg.Version() == "" || pkg.Version() == ref.Version || p.scopeData().packages[ref.Name] != nil {
		return schema.Availability{}, false
	}
	_, av := v.world.Schemas.Package(ref)
	return av, av.State != schema.Ready
}

// Component implements [check.Environment].
func (v *view) Component(r *program.Run, source string) *check.ComponentInterface {
	return (*Program)(v).componentInterface(r, source)
}

// Names implements [check.Environment].
func (v *view) Names() *check.DeclaredNames { return (*Program)(v).declaredNames() }

// InValueCircle implements [check.Environment].
func (v *view) InValueCircle(a, b int32) bool { return (*Program)(v).inValueCircle(a, b) }

// File implements [check.Environment].
func (v *view) File(path string) check.File { return (*Program)(v).FileAt(path) }

// Spelling implements [check.Environment].
func (v *view) Spelling(path string) string {
	if v.world.Spelling == nil {
		return ""
	}
	return v.world.Spelling(path)
}

// Stack implements [check.Environment].
func (v *view) Stack() *check.Stack { return v.world.Stack }

// Mode implements [check.Environment].
func (v *view) Mode() lenient.Mode { return v.world.Mode }

// Language implements [check.Environment].
func (v *view) Edition() language.Edition { return v.world.edition }

// Lint implements [check.Environment].
func (v *view) Lint(pass *check.ItemPass) {
	if v.world.Linter != nil {
		pass.OptIns, pass.Targets = v.world.OptIns, v.world.Targets
		v.world.Linter.Item(pass)
	}
}
