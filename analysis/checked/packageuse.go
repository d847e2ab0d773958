package checked

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/packageblock"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file compares the package blocks of a program with the packages that its
// tokens name. (docs/language/packages.md#package-block, docs/language/packages.md#missing-packages)

// packageUse is the first use of a package in a program.
type packageUse struct {
	id    int32
	token int // which of the tokens of the item
}

// packagesUsed are the packages that the tokens of the program name. It is found
// out once.
func (p *Program) packagesUsed() map[string]packageUse {
	if known := p.scopeData().usesPackages.Load(); known != nil {
		return *known
	}
	used := map[string]packageUse{}
	for _, e := range p.core.InFileOrder() {
		for i, r := range packageRefs(e.Syntax) {
			if _, known := used[r.Name]; !known {
				used[r.Name] = packageUse{e.ID, i}
			}
		}
	}
	p.scopeData().usesPackages.Store(&used)
	return used
}

// placeOfUse is where a package is used.
func (p *Program) placeOfUse(use packageUse) (string, syntax.Span) {
	e := p.core.Item(use.id)
	return e.Path, packageRefs(e.Syntax)[use.token].Span.Shift(p.core.Placed(e).Base)
}

// UseOfPackage is where a package is first used, in the order of the text; false if nothing uses it.
func (p *Program) UseOfPackage(name string) (path string, span syntax.Span, ok bool) {
	use, ok := p.packagesUsed()[name]
	if ok {
		path, span = p.placeOfUse(use)
	}
	return path, span, ok
}

// packageFindings are what there is to say about the package blocks.
type packageFindings struct {
	sure []diagnostic.Diagnostic
	// idle are about packages that nothing seems to use.
	idle []idlePackage
}

type idlePackage struct {
	ref schema.Ref
	d   diagnostic.Diagnostic
}

// packageFindings compares the package blocks with what is used.
func (p *Program) packageFindings() []diagnostic.Diagnostic {
	known := p.scopeData().packaged.Load()
	if known == nil {
		known = p.comparePackagesWithUse()
		p.scopeData().packaged.Store(known)
	}
	found := known.sure
	for _, idle := range known.idle {
		if !p.mayUsePackage(idle.ref) {
			found = append(slices.Clip(found), idle.d)
		}
	}
	return found
}

func (p *Program) comparePackagesWithUse() *packageFindings {
	all := &packageFindings{}
	if len(p.scopeData().packages) == 0 {
		return all
	}
	found, passed := p.notInherited()
	all.sure = found
	used := p.packagesUsed()
	for e := range p.core.Items() {
		ref, ok := p.soundPackage(e)
		if !ok {
			continue
		}
		_, isUsed := used[ref.Name]
		_, pluginUsed := used[ref.Plugin]
		switch {
		case isUsed && ref.Version == "":
			all.sure = append(all.sure, diagnostic.New(diagnostic.HeaderOf(e), codes.PackageVersionMissing,
				"package `"+ref.Name+"` has no `baseProviderVersion`, so the newest installed version is used"))
		case !isUsed && !pluginUsed && !passed[ref.Name]:
			all.idle = append(all.idle, idlePackage{ref, diagnostic.New(diagnostic.HeaderOf(e), codes.UnusedPackage, "no type token in this directory uses package `"+ref.Name+"`")})
		}
	}
	return all
}

// soundPackage is what a package block declares; not ok for other items and for
// blocks with errors, of which nothing more is said.
func (p *Program) soundPackage(e *program.Item) (ref schema.Ref, ok bool) {
	if ref, ok = packageblock.Sound(e.Syntax); !ok {
		return ref, false
	}
	first := p.core.Item(p.scopeData().packages[ref.Name].id)
	return ref, first == e || first.Path != e.Path
}

// mayUsePackage reports whether the program may use a package in a way that does
// not show: in text that is not understood, or by a token that is computed. A
// directory of nothing but package blocks is there to have packages installed.
func (p *Program) mayUsePackage(ref schema.Ref) bool {
	may := true
	for e := range p.core.Items() {
		may = may && e.Syntax.Kind == syntax.KindPackage
	}
	p.eachObscure(func(text string) {
		may = may || strings.Contains(text, ref.Name) || strings.Contains(text, ref.Plugin)
	})
	for e := range p.core.Items() {
		if may {
			continue
		}
		eachInvoke(e.Syntax, func(arg hclsyntax.Expression) {
			_, literal := tree.PlainText(arg)
			may = may || !literal
		})
	}
	return may
}

// notInherited reports the components whose programs use a package that only this
// directory declares, and names these packages.
func (p *Program) notInherited() (found []diagnostic.Diagnostic, passed map[string]bool) {
	passed = map[string]bool{}
	reported := map[string]bool{}
	for e := range p.core.Items() {
		dir, ok := p.ComponentDir(e.Syntax)
		if !ok || dir == p.Dir || reported[dir] {
			continue
		}
		reported[dir] = true
		inner := p.Component(dir)
		if inner == nil {
			continue
		}
		for name, use := range inner.packagesUsed() {
			block := p.scopeData().packages[name]
			if block == nil || inner.scopeData().packages[name] != nil || block.ref.Version == "" && block.ref.Parameterization == nil {
				continue
			}
			passed[name] = true
			found = append(found, p.notInheritedFinding(e, inner, name, block, use))
		}
	}
	return found, passed
}

func (p *Program) notInheritedFinding(e *program.Item, inner *Program, name string, block *packageBlock, use packageUse) diagnostic.Diagnostic {
	source := e.Syntax.Labels[1]
	declared := "the block that declares it here"
	if block.ref.Version != "" {
		declared = "the block here, for " + diagnostic.Abbreviate(block.ref.Version, 30) + ","
	}
	path, span := inner.placeOfUse(use)
	return diagnostic.New(diagnostic.SecondLabelOf(e), codes.PackageNotInherited,
		"the program in `"+diagnostic.Abbreviate(source.Value, 50)+"` uses `"+diagnostic.Abbreviate(name, 40)+"` without a package block: "+declared+" does not apply there",
		diagnostic.HeaderOf(p.core.Item(block.id)).Near("declared here"),
		diagnostic.Related{Path: path, Span: span, Message: "used here"})
}

// eachObscure visits the texts of the program whose meaning is not known.
func (p *Program) eachObscure(visit func(text string)) {
	for e := range p.core.Flagged(program.FlagObscure) {
		visit(e.Syntax.Text)
	}
	for _, f := range p.Files {
		if len(f.Errors) > 0 && !f.IsLarge() {
			visit(f.Text())
		}
	}
}

// unversionedPackages are the first uses of the packages for which nothing in the
// program gives a version, by name.
func (p *Program) unversionedPackages() map[string]diagnostic.Position {
	found := map[string]diagnostic.Position{}
	for name, use := range p.packagesUsed() {
		e := p.core.Item(use.id)
		version, _ := check.OptionVersion(e.Syntax)
		if name == schema.BuiltinPackage || p.scopeData().packages[name] != nil || version != "" || p.hasPlugin(name) {
			continue
		}
		found[name] = diagnostic.SpanIn(e, packageRefs(e.Syntax)[use.token].Span)
	}
	return found
}

// hasPlugin reports whether a package block names a plugin.
func (p *Program) hasPlugin(name string) bool {
	for _, block := range p.scopeData().packages {
		if block.ref.Plugin == name {
			return true
		}
	}
	return false
}

// PackageState is the schema that a package name means in this program, and why
// there is none.
func (p *Program) PackageState(name string) (*schema.Package, schema.Availability) {
	return p.schemaPackage(name)
}

// PackageBlock is the item that declares a package; false when none does.
func (p *Program) PackageBlock(name string) (path string, it syntax.Placed, found bool) {
	block := p.scopeData().packages[name]
	if block == nil {
		return "", syntax.Placed{}, false
	}
	e := p.core.Item(block.id)
	return e.Path, p.core.Placed(e), true
}
