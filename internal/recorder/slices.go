package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/internal/asking"
)

// This file finds the failures of all declarations of a program, though a run ends with the first one: it runs each with what it needs alone.

// A declaration is an attribute or a block of a file.
type declaration struct {
	file, name string
	at         asking.Range
	value      asking.Range // what is at fault if the run doesn't say
	body       *hclsyntax.Body
	inside     []asking.Range // its expressions, the smaller first
	needs      []string
	with       []int // the other declarations that run with it
}

// declarations are those of the files of a directory.
func declarations(dir string) (all []*declaration, err error) {
	files, _ := filepath.Glob(filepath.Join(dir, "*.pp"))
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		parsed, _ := hclsyntax.ParseConfig(text, filepath.Base(file), hcl.InitialPos)
		body := parsed.Body.(*hclsyntax.Body)
		for _, a := range body.Attributes {
			all = append(all, declared(a, a.Name, a.SrcRange, a.Expr.Range()))
		}
		for _, b := range body.Blocks {
			at, name := hcl.RangeBetween(b.TypeRange, b.CloseBraceRange), ""
			if len(b.Labels) > 0 && b.Type != "output" {
				name = b.Labels[0]
			}
			d := declared(b.Body, name, at, at)
			if d.body = b.Body; b.Type == "package" {
				d.name = "package"
			}
			all = append(all, d)
		}
	}
	slices.SortFunc(all, func(a, b *declaration) int {
		if a.file != b.file {
			return strings.Compare(a.file, b.file)
		}
		return a.at[0] - b.at[0]
	})
	for i := range all {
		needed(all, i, all[i])
	}
	return all, nil
}

func declared(n hclsyntax.Node, name string, at, value hcl.Range) *declaration {
	d := &declaration{file: at.Filename, name: name, at: asking.Range{at.Start.Byte, at.End.Byte}, value: asking.Range{value.Start.Byte, value.End.Byte}}
	d.needs = []string{"package"}
	hclsyntax.VisitAll(n, func(n hclsyntax.Node) hcl.Diagnostics {
		switch x := n.(type) {
		case *hclsyntax.ScopeTraversalExpr:
			d.needs = append(d.needs, x.Traversal.RootName())
		case *hclsyntax.LiteralValueExpr, *hclsyntax.ObjectConsKeyExpr: // they do not fail
		case hclsyntax.Expression:
			d.inside = append(d.inside, asking.Range{x.Range().Start.Byte, x.Range().End.Byte})
		}
		return nil
	})
	slices.SortFunc(d.inside, func(a, b asking.Range) int { return cmp.Or((a[1]-a[0])-(b[1]-b[0]), a[0]-b[0]) })
	return d
}

// needed adds to a declaration what another one needs.
func needed(all []*declaration, i int, of *declaration) {
	for j, d := range all {
		first := d.name == "package" || slices.IndexFunc(all, func(e *declaration) bool { return e.name == d.name }) == j
		if first && j != i && slices.Contains(of.needs, d.name) && !slices.Contains(all[i].with, j) {
			all[i].with = append(all[i].with, j)
			needed(all, i, d)
		}
	}
}

// slice writes a program to a folder in which other declarations than one, and those with it, are blank. An expression takes the place of the one.
func slice(all []*declaration, i int, expression *asking.Range, dir, folder string) (string, error) {
	to, err := os.MkdirTemp(folder, filepath.Base(dir))
	if err != nil {
		return "", err
	}
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		return "", err
	}
	if expression != nil {
		text, err := os.ReadFile(filepath.Join(dir, all[i].file))
		if err != nil {
			return "", err
		}
		if err := write(filepath.Join(to, "expression.pp"), fmt.Appendf(nil, "expression = %s\n", text[expression[0]:expression[1]])); err != nil {
			return "", err
		}
	}
	for j, d := range all {
		if j == i && expression == nil || slices.Contains(all[i].with, j) {
			continue
		}
		file := filepath.Join(to, d.file)
		text, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		for at := d.at[0]; at < d.at[1]; at++ {
			if text[at] != '\n' {
				text[at] = ' '
			}
		}
		if err := write(file, text); err != nil {
			return "", err
		}
	}
	return to, nil
}

// own are the failures of each slice that those of the declarations with it do not have.
func own(all []*declaration, answers []asking.Answer) [][]failure {
	found := make([][]failure, len(all))
	for i, a := range answers {
		if a.Status == asking.OK {
			found[i] = failuresIn(&a)
		}
	}
	rest := slices.Clone(found)
	for i, d := range all {
		rest[i] = slices.DeleteFunc(slices.Clone(found[i]), func(f failure) bool {
			return slices.ContainsFunc(d.with, func(j int) bool { return slices.ContainsFunc(found[j], f.same) })
		})
	}
	return rest
}

// places are where a failure of a declaration is that does not say it: the smallest expressions that fail in the same way, or the declaration.
func (d *declaration) places(f failure, expressions []asking.Answer) (places []asking.Range) {
	if parts := strings.SplitN(f.message, ": ", 3); f.stage == "provider" && d.body != nil && len(parts) > 1 && d.body.Attributes[parts[1]] != nil {
		at := d.body.Attributes[parts[1]].Expr.Range()
		return []asking.Range{{at.Start.Byte, at.End.Byte}}
	}
	for i, a := range expressions {
		at := d.inside[i]
		around := func(p asking.Range) bool { return at[0] <= p[0] && p[1] <= at[1] }
		if a.Status == asking.OK && !slices.ContainsFunc(places, around) && slices.ContainsFunc(failuresIn(&a), func(g failure) bool { return g.full() == f.full() }) {
			places = append(places, at)
		}
	}
	if len(places) == 0 {
		places = []asking.Range{d.value}
	}
	return places
}
