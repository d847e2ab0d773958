// Package house measures the structure of this repository, for tests of it.
//
// A file depends on another file of its package when it uses a name that the other one declares. Files that depend on each other, directly or
// through further files, form a circle: none of them can be read, tested or moved alone.
package house

import (
	"go/ast"
	"go/types"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/packages"
)

// Uses tells, for each file of a package by its base name, which other files of the package it depends on and through how many distinct names.
type Uses map[string]map[string]map[string]bool

// Load type-checks the packages that match the patterns, without their tests, as `go list` understands patterns in dir.
func Load(dir string, patterns ...string) ([]*packages.Package, error) {
	const mode = packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedImports
	return packages.Load(&packages.Config{Mode: mode, Dir: dir}, patterns...)
}

// UsesOf computes the dependencies between the files of a package.
func UsesOf(p *packages.Package) Uses {
	uses := make(Uses)
	for _, file := range p.Syntax {
		from := filepath.Base(p.Fset.Position(file.Package).Filename)
		uses[from] = make(map[string]map[string]bool)
		ast.Inspect(file, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			obj := p.TypesInfo.Uses[id]
			if obj == nil || obj.Pkg() != p.Types {
				return true
			}
			if !declaredOutside(obj) {
				return true
			}
			to := filepath.Base(p.Fset.Position(obj.Pos()).Filename)
			if to == from {
				return true
			}
			if uses[from][to] == nil {
				uses[from][to] = make(map[string]bool)
			}
			uses[from][to][obj.Name()] = true
			return true
		})
	}
	return uses
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

// Circles returns the strongly connected components of more than one file, largest first, each sorted by name.
func (u Uses) Circles() [][]string {
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

// components returns the strongly connected components of a graph, by Tarjan's algorithm.
func components[N comparable, E any, M ~map[N]map[N]E](edges M) (found [][]N) {
	var (
		index, low = map[N]int{}, map[N]int{}
		onStack    = map[N]bool{}
		stack      []N
		visit      func(N)
	)
	visit = func(n N) {
		index[n] = len(index) + 1
		low[n] = index[n]
		start := len(stack)
		stack, onStack[n] = append(stack, n), true
		for to := range edges[n] {
			if index[to] == 0 {
				visit(to)
				low[n] = min(low[n], low[to])
			} else if onStack[to] {
				low[n] = min(low[n], index[to])
			}
		}
		if low[n] != index[n] {
			return
		}
		component := slices.Clone(stack[start:])
		stack = stack[:start]
		for _, one := range component {
			onStack[one] = false
		}
		found = append(found, component)
	}
	for n := range edges {
		if index[n] == 0 {
			visit(n)
		}
	}
	return found
}
