package schemadoc_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/schemadoc"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// typeFixtures shows the type at each cursor with its supertypes and subtypes.
func typeFixtures(t *testing.T) {
	t.Parallel()
	analysistest.Run(t, "typehierarchy", func(t *testing.T, f *analysistest.Fixture) {
		var out strings.Builder
		for _, c := range f.Cursors {
			fmt.Fprintln(&out, f.Show(c))
			n, err := schemadoc.TypeAt(context.Background(), f.ProgramOf(c.Path), c.Path, c.Offset)
			if err != nil {
				t.Fatal(err)
			}
			if n == nil {
				out.WriteString("  nothing\n")
				continue
			}
			fmt.Fprintf(&out, "  %s\n", show(*n))
			for _, a := range supertypes(t, *n) {
				fmt.Fprintf(&out, "    is a %s\n", show(a))
			}
			for _, b := range n.Subtypes() {
				fmt.Fprintf(&out, "    may be %s\n", show(b))
			}
		}
		f.Check(t, "", out.String())
	})
}

func show(n schemadoc.Node) string {
	text := fmt.Sprintf("%s %s (%s)", n.Kind, n.Name(), n.Detail())
	if n.Output {
		text += " given"
	}
	if n.IsDeprecated() {
		text += " deprecated"
	}
	return text
}

// A subtype of a union has it as a supertype, and vice versa.
func TestBothWays(t *testing.T) {
	t.Parallel()
	unions := 0
	for _, packages := range analysistest.RepositorySchemas(t) {
		for _, pkg := range packages {
			for _, token := range pkg.TypeTokens() {
				if pkg.ObjectType(token) == nil {
					continue
				}
				n := schemadoc.Node{Member: schema.Member{Package: pkg, Kind: schema.TypeMember, Token: token}}
				for _, u := range supertypes(t, n) {
					if !u.Exists() || !slices.Contains(u.Subtypes(), n) {
						t.Errorf("%s has no %s", show(u), show(n))
					}
				}
			}
			for _, u := range unionsOf(pkg) {
				unions++
				for _, n := range u.Subtypes() {
					taken := u
					taken.Output = false
					if above := supertypes(t, n); !slices.Contains(above, u) && !slices.Contains(above, taken) {
						t.Errorf("%s is not above %s", show(u), show(n))
					}
				}
			}
		}
	}
	if unions < 5 {
		t.Errorf("there are %d unions", unions)
	}
}

// unionsOf returns the unions of a package by an exhaustive search.
func unionsOf(pkg *schema.Package) []schemadoc.Node {
	var all []schemadoc.Node
	add := func(m schema.Member, output bool, properties []*schema.Property) {
		for _, p := range properties {
			if n := (schemadoc.Node{Member: m, Property: p.Name, Output: output}); n.Exists() {
				all = append(all, n)
			}
		}
	}
	for _, token := range pkg.ResourceTokens() {
		r := pkg.Resource(token)
		m := schema.Member{Package: pkg, Kind: schema.ResourceMember, Token: token}
		add(m, false, r.Inputs)
		add(m, true, r.Outputs)
	}
	for _, token := range pkg.FunctionTokens() {
		f := pkg.Function(token)
		m := schema.Member{Package: pkg, Kind: schema.FunctionMember, Token: token}
		add(m, false, f.Inputs)
		add(m, true, f.Outputs)
	}
	for _, token := range pkg.TypeTokens() {
		if o := pkg.ObjectType(token); o != nil {
			add(schema.Member{Package: pkg, Kind: schema.TypeMember, Token: token}, false, o.Properties())
		}
	}
	return all
}

func supertypes(t *testing.T, n schemadoc.Node) []schemadoc.Node {
	t.Helper()
	all, err := n.Supertypes(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return all
}
