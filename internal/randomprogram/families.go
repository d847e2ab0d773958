package randomprogram

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

// This file declares the sets of schemas for random programs.

// Recorded is the number of programs of each family whose verdicts are recorded.
const Recorded = 5_000

// Family is a set of schemas.
type Family struct {
	Store    *schemas.Store    // of all schemas that programs may name
	packages []*schema.Package // those with resources for the programs
	written  sync.Map          // programs by seed
}

// declared is a family before its schemas are opened.
type declared struct {
	name     string
	dirs     []string // of schema files, relative to the repository
	packages []string
}

var families = []declared{
	{"small", []string{"testdata/schemas", "testdata/conformance/schemas"}, []string{
		"cloudy", "dns", "kit", "command", "gadget", "media-kit", "nestedobject", "primitive", "simple", "subpackage", "union", "zoo",
	}},
	{"aws", []string{"../shared/schemas"}, []string{"aws"}},
	{"kubernetes", []string{"../shared/schemas"}, []string{"kubernetes"}},
	{"random", []string{"../shared/schemas"}, []string{"random"}},
}

// Families returns the names of all families. The schemas of the first one are always there.
func Families() (names []string) {
	for _, f := range families {
		names = append(names, f.name)
	}
	return names
}

// Schemas returns the folders with the schemas of a family, for a repository in some folder.
func Schemas(repository, name string) (dirs []string) {
	f, _ := find(name)
	for _, dir := range f.dirs {
		dirs = append(dirs, filepath.Join(repository, filepath.FromSlash(dir)))
	}
	return dirs
}

func find(name string) (declared, bool) {
	i := slices.IndexFunc(families, func(f declared) bool { return f.name == name })
	if i < 0 {
		return declared{}, false
	}
	return families[i], true
}

// Open opens the schemas of a family. It fails if there is no such family, or a schema is missing.
func Open(repository, name string) (*Family, error) {
	f, ok := find(name)
	if !ok {
		return nil, fmt.Errorf("there is no family %q", name)
	}
	opened := &Family{Store: schemas.New(schemas.Options{Paths: Schemas(repository, name)})}
	for _, of := range f.packages {
		p, _ := opened.Store.Package(schema.Ref{Name: of})
		if p == nil {
			return nil, fmt.Errorf("the schema of %s is missing", of)
		}
		opened.packages = append(opened.packages, p)
	}
	return opened, nil
}

// Program returns the program of a seed, with members of at most three packages.
func (f *Family) Program(seed int) Program {
	write, _ := f.written.LoadOrStore(seed, sync.OnceValue(func() Program {
		var packages []*schema.Package
		for _, i := range rand.New(rand.NewPCG(uint64(seed), 4)).Perm(len(f.packages))[:min(3, len(f.packages))] {
			packages = append(packages, f.packages[i])
		}
		return Generate(packages, uint64(seed))
	}))
	return write.(func() Program)()
}
