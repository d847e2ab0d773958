package changes

import (
	"hash/fnv"
	"maps"
	"math/rand/v2"

	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file makes up programs before and after edits.

// Source is a program with the values of its stack's configuration.
type Source struct {
	// Files are texts by relative path.
	Files map[string]string
	// Config has a value for a name; "secret:name" for one that is encrypted, and "package:name" for one of a package.
	Config map[string]string
	// Pulumi is the version of Pulumi that judges it; empty for the newest.
	Pulumi string
}

// Family is a set of programs that differ by their seeds, with the kinds of edits that are made of them.
type Family struct {
	// Kinds are the kinds of the edits.
	Kinds []string
	write func(*generator)
}

// All are programs of all forms. Most of their resources are of the first package.
var All = Family{write: (*generator).top, Kinds: namesOf(edits)}

// Before is the program of a seed.
func (f Family) Before(packages []*schema.Package, seed uint64) Source {
	return newGenerator(packages, seed, f.write).source()
}

// After is the program of a seed after edits of some kinds. It is not ok if there is nothing in the program for such an edit.
func (f Family) After(packages []*schema.Package, seed uint64, kinds ...string) (edited Source, ok bool) {
	g := newGenerator(packages, seed, f.write)
	before := g.source()
	for _, kind := range kinds {
		sum := fnv.New64a()
		sum.Write([]byte(kind))
		g.Rand = rand.New(rand.NewPCG(seed, sum.Sum64()))
		if !changed(edits, kind, g) {
			return Source{}, false
		}
	}
	edited = g.source()
	return edited, !maps.Equal(before.Files, edited.Files) || !maps.Equal(before.Config, edited.Config)
}

func (g *generator) source() Source {
	return Source{Files: g.files(), Config: maps.Clone(g.program.config)}
}

// Packages are the packages of which the programs declare resources.
func Packages() []schema.Ref {
	return []schema.Ref{{Name: "fleet", Version: "1.0.0"}, {Name: "cloudy"}, {Name: "dns"}, {Name: "kit"}}
}
