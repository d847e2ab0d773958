package check

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

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
// right schema for some is better than none. (PCL specification, pcl-syntax.md,
// section 4.3; package-schemas.md, section 1.)

// packageRef is what the program asks for when it names a package.
func (p *Program) packageRef(name string) schema.Ref {
	if block := p.heads().packages[name]; block != nil {
		return block.ref
	}
	return schema.Ref{Name: name, Plugin: name}
}

// versionGiven is the version of a package without a block that the options of
// the last resource give.
func (p *Program) versionGiven(name string) (schema.Ref, bool) {
	if p.heads().packages[name] != nil {
		return schema.Ref{}, false
	}
	known := p.heads().givesVersion.Load()
	if known == nil {
		given := p.versionsGiven()
		p.heads().givesVersion.Store(&given)
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
		if !mayGiveVersion(e.Syntax) {
			continue
		}
		version, url := optionVersion(e.Syntax)
		if version == "" {
			continue
		}
		for _, r := range packageRefs(e.Syntax) {
			given[r.Name] = schema.Ref{Name: r.Name, Plugin: r.Name, Version: version, DownloadURL: url}
		}
	}
	return given
}

var versionOptions = language.OptionsRuled(language.OptionVersion)

// mayGiveVersion reports whether the text of an item has the names of options and of one for a
// version. Most items don't, and then need no tree.
func mayGiveVersion(it *syntax.Item) bool {
	return strings.Contains(it.Text, language.OptionsBlock) && slices.ContainsFunc(versionOptions(), func(o *language.Option) bool { return strings.Contains(it.Text, o.Name) })
}

// optionVersion is the provider version that the options of a resource give, with
// the place that it comes from; empty for none.
func optionVersion(it *syntax.Item) (version, url string) {
	if !it.HasBlocks() || it.Kind != syntax.KindResource && it.Kind != syntax.KindRead {
		return "", ""
	}
	for _, b := range it.Block().Body.Blocks {
		if b.Type != language.OptionsBlock {
			continue
		}
		for _, a := range b.Body.Attributes {
			switch language.OptionNamed(a.Name).Rule {
			case language.OptionVersion:
				if text, ok := tree.PlainText(a.Expr); ok && versions.IsVersion(text) {
					version = text
				}
			case language.OptionLiteral:
				url, _ = tree.PlainText(a.Expr)
			}
		}
	}
	return version, url
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
		if p.heads().packages[name] == nil && name != schema.BuiltinPackage {
			path, span := p.placeOfUse(use)
			needs = append(needs, PackageNeed{p.neededRef(name), path, span, false, true})
		}
	}
	for name, block := range p.heads().packages {
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

// unchecked says that a package is not checked, why, and what can be done: the
// last is what the user needs whole, so that a long reason is shortened inside.
func unchecked(name string, av schema.Availability) string {
	before, after := "package `"+Abbreviate(name, 60)+"` is not checked: ", remedy(name, av)
	room := maxMessage - utf8.RuneCountInString(before) - utf8.RuneCountInString(after)
	return before + elided(onOneLine(av.Reason), max(room, 20)) + after
}

// uncheckedOf is unchecked for one version of a package. Where other versions are found, the
// places that were searched do not help.
func uncheckedOf(ref schema.Ref, av schema.Availability) string {
	if av.State == schema.Missing && av.Plugin == "" {
		av.Reason = "there is no schema of this version"
	}
	return unchecked(ref.Name+" "+ref.Version, av)
}

// elided is a text of a limited length, in which the end counts more than the
// middle.
func elided(text string, limit int) string {
	runes := []rune(text)
	if len(runes) <= limit {
		return text
	}
	head := (limit - 1) / 4
	return string(runes[:head]) + "…" + string(runes[len(runes)-(limit-1-head):])
}

// remedy is what can be done about a package without a schema, as the end of a
// message.
func remedy(name string, av schema.Availability) string {
	switch {
	case av.DeclaredIn != "":
		file := strings.ReplaceAll(av.DeclaredIn, `\`, "/")
		if i := strings.LastIndex(file, "/sdks/"); i >= 0 {
			file = file[i+1:]
		}
		return "; `" + path.Clean(file) + "` declares it: copy its package block into the program"
	case av.Install != "":
		return "; `" + av.Install + "` installs its provider"
	case av.State == schema.Missing && av.Plugin == "":
		return "; `pulumi package get-schema " + name + "` prints one"
	}
	return ""
}
