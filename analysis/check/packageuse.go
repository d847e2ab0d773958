package check

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file compares the package blocks of a program with the packages that its
// tokens name. (PCL specification, pcl-syntax.md, sections 4.1 and 4.2.)

// packageRefs are the packages that the tokens of an item name, each with the
// place of its token: of resources, lookups, calls of invoke, and components
// without a source.
func packageRefs(it *syntax.Item) []syntax.Ref {
	var refs []syntax.Ref
	add := func(token string, span syntax.Span) {
		if t, ok := schema.ParseToken(token); ok {
			refs = append(refs, syntax.Ref{Name: t.Schema(), Span: span})
		}
	}
	isResource := it.Kind == syntax.KindResource || it.Kind == syntax.KindRead
	if isResource && len(it.Labels) > 1 {
		add(it.Labels[1].Value, it.Labels[1].Span)
	}
	if it.Kind == syntax.KindComponent && it.Block() != nil && it.Block().Body.Attributes["token"] != nil {
		token := it.Block().Body.Attributes["token"]
		if text, ok := tree.PlainText(token.Expr); ok {
			add(text, tree.Span(token.Expr.Range()))
		}
	}
	eachInvoke(it, func(arg hclsyntax.Expression) {
		if text, ok := tree.PlainText(arg); ok {
			add(text, tree.Span(arg.Range()))
		}
	})
	return refs
}

// invoking are the builtins that call functions of packages.
var invoking = language.BuiltinsWhere(func(b *language.Builtin) bool { return b.Source == language.SourceFunction })

// eachInvoke visits the tokens in an item that name functions of packages.
func eachInvoke(it *syntax.Item, visit func(hclsyntax.Expression)) {
	if !slices.ContainsFunc(invoking(), func(b *language.Builtin) bool { return strings.Contains(it.Text, b.Name) }) {
		return // most items, and a walk takes longer
	}
	walk := func(n hclsyntax.Node, _ []hclsyntax.Node) bool {
		if call, ok := n.(*hclsyntax.FunctionCallExpr); ok && len(call.Args) > 0 && language.Called(call.Name).Source == language.SourceFunction {
			visit(call.Args[0])
		}
		return true
	}
	if root := it.Root(); root != nil {
		node.Walk(root, walk)
	}
}

// packageUse is the first use of a package in a program.
type packageUse struct {
	id    int32
	token int // which of the tokens of the item
}

// packagesUsed are the packages that the tokens of the program name. It is found
// out once.
func (p *Program) packagesUsed() map[string]packageUse {
	if known := p.heads().usesPackages.Load(); known != nil {
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
	p.heads().usesPackages.Store(&used)
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
	sure []Diagnostic
	// idle are about packages that nothing seems to use.
	idle []idlePackage
}

type idlePackage struct {
	ref schema.Ref
	d   Diagnostic
}

// packageFindings compares the package blocks with what is used.
func (p *Program) packageFindings() []Diagnostic {
	known := p.heads().packaged.Load()
	if known == nil {
		known = p.comparePackagesWithUse()
		p.heads().packaged.Store(known)
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
	if len(p.heads().packages) == 0 {
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
			all.sure = append(all.sure, finding(e, codes.PackageVersionMissing, partHeader,
				"package `"+ref.Name+"` has no `baseProviderVersion`, so the newest installed version is used"))
		case !isUsed && !pluginUsed && !passed[ref.Name]:
			all.idle = append(all.idle, idlePackage{ref, finding(e, codes.UnusedPackage, partHeader, "no type token in this directory uses package `"+ref.Name+"`")})
		}
	}
	return all
}

// soundPackage is what a package block declares; not ok for other items and for
// blocks with errors, of which nothing more is said.
func (p *Program) soundPackage(e *program.Item) (ref schema.Ref, ok bool) {
	it := e.Syntax
	if it.Kind != syntax.KindPackage || it.Block() == nil || len(it.Errors) > 0 || len(it.Labels) > 1 {
		return ref, false
	}
	ok = true
	ref = readPackage(it, func(codes.Code, syntax.Span, advice) { ok = false })
	if !ok || ref.Name == "" {
		return ref, false
	}
	first := p.core.Item(p.heads().packages[ref.Name].id)
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
func (p *Program) notInherited() (found []Diagnostic, passed map[string]bool) {
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
			block := p.heads().packages[name]
			if block == nil || inner.heads().packages[name] != nil || block.ref.Version == "" && block.ref.Parameterization == nil {
				continue
			}
			passed[name] = true
			found = append(found, p.notInheritedFinding(e, inner, name, block, use))
		}
	}
	return found, passed
}

func (p *Program) notInheritedFinding(e *program.Item, inner *Program, name string, block *packageBlock, use packageUse) Diagnostic {
	source := e.Syntax.Labels[1]
	declared := "the block that declares it here"
	if block.ref.Version != "" {
		declared = "the block here, for " + Abbreviate(block.ref.Version, 30) + ","
	}
	path, span := inner.placeOfUse(use)
	return finding(e, codes.PackageNotInherited, partSecond,
		"the program in `"+Abbreviate(source.Value, 50)+"` uses `"+Abbreviate(name, 40)+"` without a package block: "+declared+" does not apply there",
		near(p.core.Item(block.id), partHeader, syntax.Span{}, "declared here"),
		Related{Path: path, Span: span, Message: "used here"})
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
func (p *Program) unversionedPackages() map[string]Position {
	found := map[string]Position{}
	for name, use := range p.packagesUsed() {
		e := p.core.Item(use.id)
		version, _ := optionVersion(e.Syntax)
		if name == schema.BuiltinPackage || p.heads().packages[name] != nil || version != "" || p.hasPlugin(name) {
			continue
		}
		found[name] = SpanIn(e, packageRefs(e.Syntax)[use.token].Span)
	}
	return found
}

// hasPlugin reports whether a package block names a plugin.
func (p *Program) hasPlugin(name string) bool {
	for _, block := range p.heads().packages {
		if block.ref.Plugin == name {
			return true
		}
	}
	return false
}
