package checked

import (
	"cmp"
	"path"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/typesys/versions"
)

// This file says which packages, in which versions, a program asks for.
//
// A package block decides. Without one it is the name alone, which means the newest
// version there is, also for resources whose options give a version: that is the
// provider that manages them when the program is run, while the reference
// implementation still judges them by the schema of the name. Only if the name
// alone finds no schema does the version count that the last resource gives: the
// right schema for some is better than none. (docs/language/packages.md#package-block)

// packageRef is what the program asks for when it names a package.
func (p *Program) packageRef(name string) schema.Ref {
	if block := p.scopeData().packages[name]; block != nil {
		return block.ref
	}
	return schema.Ref{Name: name, Plugin: name}
}

// versionGiven is the version of a package without a block that the options of
// the last resource give.
func (p *Program) versionGiven(name string) (schema.Ref, bool) {
	if p.scopeData().packages[name] != nil {
		return schema.Ref{}, false
	}
	known := p.scopeData().givesVersion.Load()
	if known == nil {
		given := p.versionsGiven()
		p.scopeData().givesVersion.Store(&given)
		known = &given
	}
	ref, ok := (*known)[name]
	return ref, ok
}

// versionsGiven are the versions that the options of resources give: for every
// package that the block names, of several the last.
func (p *Program) versionsGiven() map[string]schema.Ref {
	given := map[string]schema.Ref{}
	for _, e := range p.core.InFileOrder() {
		if !check.MayGiveVersion(e.Syntax) {
			continue
		}
		version, url := check.OptionVersion(e.Syntax)
		if version == "" {
			continue
		}
		for _, r := range packageRefs(e.Syntax) {
			given[r.Name] = schema.Ref{Name: r.Name, Plugin: r.Name, Version: version, DownloadURL: url}
		}
	}
	return given
}

// PackageNeed is one package that a program asks for.
type PackageNeed struct {
	Ref schema.Ref
	// Path and Span are the package block, or else the first token that names the
	// package.
	Path string
	Span syntax.Span
	// Declared says that a package block declares the package, Used that a token
	// names it.
	Declared, Used bool
}

// PackageNeeds are the packages that the program asks for, by name.
func (p *Program) PackageNeeds() []PackageNeed {
	used := p.packagesUsed()
	var needs []PackageNeed
	for name, use := range used {
		if p.scopeData().packages[name] == nil && name != schema.BuiltinPackage {
			path, span := p.placeOfUse(use)
			needs = append(needs, PackageNeed{p.neededRef(name), path, span, false, true})
		}
	}
	for name, block := range p.scopeData().packages {
		_, isUsed := used[name]
		e := p.core.Item(block.id)
		it := p.core.Placed(e)
		needs = append(needs, PackageNeed{block.ref, e.Path, tree.Header(it.Item).Shift(it.Base), true, isUsed})
	}
	lists.SortStable(needs, func(a, b PackageNeed) int { return cmp.Compare(a.Ref.Name, b.Ref.Name) })
	return needs
}

// neededRef is what decides on the schema of a package: the name, or the version
// that a resource gives where the name finds none.
func (p *Program) neededRef(name string) schema.Ref {
	ref := p.packageRef(name)
	given, ok := p.versionGiven(name)
	if !ok || p.world.Schemas == nil {
		return ref
	}
	if _, av := p.world.Schemas.Package(ref); av.State != schema.Missing {
		return ref
	}
	if pkg, _ := p.world.Schemas.Package(given); pkg == nil {
		return ref
	}
	return given
}

// PackageDecision says what serves a package of this name in the program and why;
// false if whatever supplies schemas cannot tell.
func (p *Program) PackageDecision(name string) (schema.Decision, bool) {
	if e, ok := p.world.Schemas.(Explainer); ok {
		return e.Explain(p.neededRef(name))
	}
	return schema.Decision{}, false
}

// askedEdition is the edition that the program itself asks for by its pulumi block, unless another one was chosen, or else that of the world.
func askedEdition(files []*syntax.File, world language.Edition) language.Edition {
	if world.IsChosen {
		return world
	}
	for _, f := range files {
		for _, it := range f.PulumiBlocks() {
			if lowest, ok := versions.Lowest(requiredRange(it.Item)); ok {
				return language.EditionOf(lowest.String(), "`"+language.RequiredVersionRange+"` in "+path.Base(f.Path)+" allows")
			}
		}
	}
	world.Version = cmp.Or(world.Version, language.Newest)
	return world
}

// requiredRange is the range of versions that a pulumi block asks for; empty if it is not a plain text.
func requiredRange(it *syntax.Item) string {
	if b := it.Block(); b != nil && b.Body.Attributes[language.RequiredVersionRange] != nil {
		text, _ := tree.PlainText(b.Body.Attributes[language.RequiredVersionRange].Expr)
		return text
	}
	return ""
}
