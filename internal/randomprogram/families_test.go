package randomprogram_test

import (
	"math/rand/v2"
	"path"
	"path/filepath"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/internal/randomprogram"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

// This file declares the sets of schemas for random programs.

// recorded is the number of programs of each family whose verdicts are recorded.
const recorded = 5_000

// family is a set of schemas.
type family struct {
	name     string
	dirs     []string // of schema files, relative to the repository
	packages []string // those with resources for the programs
}

var families = []family{
	{"small", []string{"testdata/schemas", "testdata/conformance/schemas"}, []string{
		"cloudy", "dns", "kit", "command", "gadget", "media-kit", "nestedobject", "primitive", "simple", "subpackage", "union", "zoo",
	}},
	{"aws", []string{"../shared/schemas"}, []string{"aws"}},
	{"kubernetes", []string{"../shared/schemas"}, []string{"kubernetes"}},
	{"random", []string{"../shared/schemas"}, []string{"random"}},
}

// opened is a family with its schemas.
type opened struct {
	family
	store *schemas.Store
}

// open skips the test if a schema is not there.
func (f family) open(t *testing.T) opened {
	t.Helper()
	var paths []string
	for _, dir := range f.dirs {
		paths = append(paths, filepath.Join(analysistest.Repository(t), filepath.FromSlash(dir)))
	}
	store := schemas.New(schemas.Options{Paths: paths})
	for _, name := range f.packages {
		if p, _ := store.Package(schema.Ref{Name: name}); p == nil {
			t.Skipf("the schema of %s is not there", name)
		}
	}
	return opened{f, store}
}

// program is the program of a seed, with members of at most three packages.
func (f opened) program(seed int) randomprogram.Program {
	var packages []*schema.Package
	for _, i := range rand.New(rand.NewPCG(uint64(seed), 4)).Perm(len(f.packages))[:min(3, len(f.packages))] {
		p, _ := f.store.Package(schema.Ref{Name: f.packages[i]})
		packages = append(packages, p)
	}
	return randomprogram.Generate(packages, uint64(seed))
}

// session has the program in the root of fixtures.
func (f opened) session(p randomprogram.Program) *workspace.Session {
	files := fixture.Files{}
	for name, text := range p.Files {
		files[path.Join(fixture.Root, name)] = text
	}
	return workspace.New(workspace.Options{FS: files, Schemas: f.store})
}
