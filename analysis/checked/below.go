package checked

import (
	"cmp"
	"maps"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/packageblock"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file compares a program that is run with the files below it. The language host reads these first: each must parse, and
// their package blocks count. (From the reference's language host, parsePclTree.)

// belowFindings are those about files below the program that stop its run.
func belowFindings(p *Program) (found []diagnostic.Diagnostic) {
	var first diagnostic.Position
	for e := range p.core.Items() {
		first = diagnostic.HeaderOf(e)
		break
	}
	if len(p.world.Below) == 0 || first == (diagnostic.Position{}) {
		return nil
	}
	declared := map[string]declaredBelow{}
	for name, block := range p.scopeData().packages {
		declared[name] = declaredBelow{block.ref, diagnostic.HeaderOf(p.core.Item(block.id)), nil}
	}
	components := p.ComponentDirs()
	var broken []diagnostic.Related
	for _, dir := range p.world.Below {
		inner := p.Component(dir)
		if inner == nil {
			continue
		}
		if _, isComponent := slices.BinarySearch(components, dir); !isComponent { // of that it is said that it has errors
			broken = append(broken, syntaxErrors(inner)...)
		}
		for _, name := range slices.Sorted(maps.Keys(inner.scopeData().packages)) {
			path, block, _ := inner.PackageBlock(name)
			here := diagnostic.Related{Path: path, Span: tree.Header(block.Item).Shift(block.Base), Message: "declared here"}
			now := declaredBelow{inner.scopeData().packages[name].ref, first, []diagnostic.Related{here}}
			before, isKnown := declared[name]
			switch {
			case !isKnown:
				declared[name] = now
			case !packageblock.Equal(before.ref, now.ref):
				found = append(found, diagnostic.New(before.at, codes.PackageConflict, "package `"+name+"` is declared differently in "+
					diagnostic.RelativePath(p.Dir, path)+", which the run reads too; make all declarations equal", append(before.places, here)...))
			}
		}
	}
	if len(broken) > 0 {
		found = append(found, diagnostic.New(first, codes.FileBelow, diagnostic.RelativePath(p.Dir, broken[0].Path)+" has a syntax error"+
			others(len(broken)-1)+", so a run of this program stops before it begins. Mend it, or move it out of this directory", broken[0]))
	}
	return found
}

// declaredBelow is what a program or one below it declares of a package, where something is said of that, and where else it stands.
type declaredBelow struct {
	ref    schema.Ref
	at     diagnostic.Position
	places []diagnostic.Related
}

func others(n int) string {
	if n == 0 {
		return ""
	}
	return " (" + prose.Counted(n, "other file") + " too)"
}

// syntaxErrors are the first ones in each file.
func syntaxErrors(p *Program) (found []diagnostic.Related) {
	for _, f := range p.Files {
		if f.IsLarge() {
			continue
		}
		errs := f.Errors
		for _, it := range f.Broken() {
			errs = append(slices.Clip(errs), f.ErrorsOf(it)...)
		}
		if len(errs) > 0 {
			first := slices.MinFunc(errs, func(a, b syntax.Error) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
			found = append(found, diagnostic.Related{Path: f.Path, Span: first.Span, Message: first.Message})
		}
	}
	return found
}
