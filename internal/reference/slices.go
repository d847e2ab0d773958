package main

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/internal/reference/binding"
)

// This file finds the failures of all declarations of a program, though a run ends with the first one: it runs each with what it needs alone.

// A declaration is an attribute or a block of a file.
type declaration struct {
	file, name string
	at         binding.Range
	value      binding.Range // what is at fault if the run doesn't say
	body       *hclsyntax.Body
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
	d := &declaration{file: at.Filename, name: name, at: binding.Range{at.Start.Byte, at.End.Byte}, value: binding.Range{value.Start.Byte, value.End.Byte}}
	d.needs = []string{"package"}
	hclsyntax.VisitAll(n, func(n hclsyntax.Node) hcl.Diagnostics {
		if x, is := n.(*hclsyntax.ScopeTraversalExpr); is {
			d.needs = append(d.needs, x.Traversal.RootName())
		}
		return nil
	})
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

// slice writes a program to a folder in which other declarations than one, and those with it, are blank.
func slice(all []*declaration, i int, dir, folder string) (string, error) {
	to := filepath.Join(folder, filepath.Base(dir)+"-"+strconv.Itoa(i))
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		return "", err
	}
	for j, d := range all {
		if j == i || slices.Contains(all[i].with, j) {
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

// placed are the failures of slices by the declarations that fail, with places.
func placed(all []*declaration, answers []answer) (failures []failure) {
	own := make([][]failure, len(all))
	for i, a := range answers {
		if a.Status == binding.OK {
			own[i] = a.failures()
		}
	}
	for i, d := range all {
		for _, f := range own[i] {
			elsewhere := func(j int) bool { return slices.ContainsFunc(own[j], f.same) }
			if slices.ContainsFunc(d.with, elsewhere) {
				continue
			}
			if f.at == nil {
				f.file, f.at = d.file, &d.value
				if parts := strings.SplitN(f.message, ": ", 3); f.stage == "provider" && len(parts) == 3 && d.body != nil {
					f.message = parts[2]
					if a := d.body.Attributes[parts[1]]; a != nil {
						f.at = &binding.Range{a.Expr.Range().Start.Byte, a.Expr.Range().End.Byte}
					}
				}
			}
			if !slices.ContainsFunc(failures, f.same) {
				failures = append(failures, f)
			}
		}
	}
	return failures
}
