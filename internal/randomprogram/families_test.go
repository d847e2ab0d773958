package randomprogram_test

import (
	"math/rand/v2"
	"path"
	"path/filepath"
	"sync"
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

	opening sync.Once // makes what follows, which all tests share
	store   *schemas.Store
	opened  []*schema.Package
	missing string                         // the first package without a schema
	written []func() randomprogram.Program // by seed
}

var families = []*family{
	{name: "small", dirs: []string{"testdata/schemas", "testdata/conformance/schemas"}, packages: []string{
		"cloudy", "dns", "kit", "command", "gadget", "media-kit", "nestedobject", "primitive", "simple", "subpackage", "union", "zoo",
	}},
	{name: "aws", dirs: []string{"../shared/schemas"}, packages: []string{"aws"}},
	{name: "kubernetes", dirs: []string{"../shared/schemas"}, packages: []string{"kubernetes"}},
	{name: "random", dirs: []string{"../shared/schemas"}, packages: []string{"random"}},
}

// open skips the test if a schema is not there.
func (f *family) open(t *testing.T) *family {
	t.Helper()
	f.opening.Do(func() {
		var paths []string
		for _, dir := range f.dirs {
			paths = append(paths, filepath.Join(analysistest.Repository(t), filepath.FromSlash(dir)))
		}
		f.store = schemas.New(schemas.Options{Paths: paths})
		for _, name := range f.packages {
			p, _ := f.store.Package(schema.Ref{Name: name})
			if p == nil && f.missing == "" {
				f.missing = name
			}
			f.opened = append(f.opened, p)
		}
		for seed := range max(recorded, *count) {
			f.written = append(f.written, sync.OnceValue(func() randomprogram.Program { return f.write(seed) }))
		}
	})
	if f.missing != "" {
		t.Skipf("the schema of %s is not there", f.missing)
	}
	return f
}

// program is the program of a seed.
func (f *family) program(seed int) randomprogram.Program { return f.written[seed]() }

// write writes the program of a seed, with members of at most three packages.
func (f *family) write(seed int) randomprogram.Program {
	var packages []*schema.Package
	for _, i := range rand.New(rand.NewPCG(uint64(seed), 4)).Perm(len(f.packages))[:min(3, len(f.packages))] {
		packages = append(packages, f.opened[i])
	}
	return randomprogram.Generate(packages, uint64(seed))
}

// session has the program in the root of fixtures.
func (f *family) session(p randomprogram.Program) *workspace.Session {
	files := fixture.Files{}
	for name, text := range p.Files {
		files[path.Join(fixture.Root, name)] = text
	}
	return workspace.New(workspace.Options{FS: files, Schemas: f.store, Pulumi: analysistest.Recorded})
}
