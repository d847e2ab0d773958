package house

import (
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/pcl-lsp/pcl-lsp/analysis"
)

// This file finds files that depend on each other. A file depends on another file of its package when it uses a name
// that the other one declares. Files that depend on each other, directly or through further files, form a circle: none
// of them can be read, tested or moved alone.

// uses lists, for each file of a package by its base name, the other files of the package that it depends on, each with
// the names of what it uses.
type uses map[string]map[string]map[string]bool

// load type-checks the packages that match the patterns, without their tests, as `go list` understands patterns in dir.
func load(dir string, patterns ...string) ([]*packages.Package, error) {
	const mode = packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes |
		packages.NeedTypesInfo | packages.NeedImports
	return packages.Load(&packages.Config{Mode: mode, Dir: dir}, patterns...)
}

// usesOf computes the dependencies between the files of a package.
func usesOf(p *packages.Package) uses {
	found := make(uses)
	for _, file := range p.Syntax {
		from := filepath.Base(p.Fset.Position(file.Package).Filename)
		found[from] = make(map[string]map[string]bool)
		ast.Inspect(file, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			obj := p.TypesInfo.Uses[id]
			if obj == nil || obj.Pkg() != p.Types || !declaredOutside(obj) {
				return true
			}
			to := filepath.Base(p.Fset.Position(obj.Pos()).Filename)
			if to == from {
				return true
			}
			if found[from][to] == nil {
				found[from][to] = make(map[string]bool)
			}
			found[from][to][obj.Name()] = true
			return true
		})
	}
	return found
}

// declaredOutside reports whether an object can be seen from other files: a package-level name, a field or a method.
func declaredOutside(obj types.Object) bool {
	if obj.Parent() == obj.Pkg().Scope() {
		return true
	}
	switch o := obj.(type) {
	case *types.Var:
		return o.IsField()
	case *types.Func:
		return true
	}
	return false
}

// circles returns the strongly connected components of more than one file, largest first, each sorted by name.
func (u uses) circles() [][]string {
	var circles [][]string
	for _, circle := range components(u) {
		if len(circle) > 1 {
			slices.Sort(circle)
			circles = append(circles, circle)
		}
	}
	slices.SortFunc(circles, func(a, b []string) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return slices.Compare(a, b)
	})
	return circles
}

// describe lists the files of a circle, with those of it that each one depends on and through which names.
func (u uses) describe(circle []string) string {
	var b strings.Builder
	for _, from := range circle {
		b.WriteString("\n" + from)
		for _, to := range circle {
			if names := slices.Sorted(maps.Keys(u[from][to])); len(names) > 0 {
				fmt.Fprintf(&b, " → %s %v", to, names)
			}
		}
	}
	return b.String()
}

// components returns the strongly connected components of a graph.
func components[N comparable, E any, M ~map[N]map[N]E](edges M) map[int32][]N {
	var nodes []N
	numbers := map[N]int32{}
	number := func(n N) int32 {
		if _, ok := numbers[n]; !ok {
			numbers[n] = int32(len(nodes))
			nodes = append(nodes, n)
		}
		return numbers[n]
	}
	var numbered [][2]int32
	for from, all := range edges {
		number(from)
		for to := range all {
			numbered = append(numbered, [2]int32{number(from), number(to)})
		}
	}
	next := make([][]int32, len(nodes))
	for _, e := range numbered {
		next[e[0]] = append(next[e[0]], e[1])
	}
	found := map[int32][]N{}
	component, _ := analysis.StrongComponents(next)
	for n, c := range component {
		found[c] = append(found[c], nodes[n])
	}
	return found
}
