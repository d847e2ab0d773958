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
	const mode = packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedImports | packages.NeedDeps
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
	// Tarjan's algorithm.
	var (
		index, low = map[string]int{}, map[string]int{}
		onStack    = map[string]bool{}
		stack      []string
		circles    [][]string
		visit      func(string)
	)
	visit = func(f string) {
		index[f] = len(index) + 1
		low[f] = index[f]
		stack, onStack[f] = append(stack, f), true
		for to := range u[f] {
			if index[to] == 0 {
				visit(to)
				low[f] = min(low[f], low[to])
			} else if onStack[to] {
				low[f] = min(low[f], index[to])
			}
		}
		if low[f] != index[f] {
			return
		}
		var circle []string
		for {
			top := stack[len(stack)-1]
			stack, onStack[top] = stack[:len(stack)-1], false
			circle = append(circle, top)
			if top == f {
				break
			}
		}
		if len(circle) > 1 {
			slices.Sort(circle)
			circles = append(circles, circle)
		}
	}
	for f := range u {
		if index[f] == 0 {
			visit(f)
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
