package analysistest

import (
	"bytes"
	"os"
	"path"
	"path/filepath"
	"sync"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file serves schemas to fixtures.

// Schemas serves opened packages by name. It answers for the version that is
// asked for, or for the first where none is; a parameterized package is found by
// its name alone.
type Schemas map[string][]*schema.Package

// Package implements [analysis.Schemas].
func (s Schemas) Package(ref schema.Ref) (*schema.Package, schema.Availability) {
	for _, p := range s[ref.Name] {
		if ref.Version == "" || ref.Version == p.Version() || ref.Parameterization != nil {
			return p, schema.Availability{State: schema.Ready, Version: p.Version()}
		}
	}
	return nil, schema.Availability{State: schema.Missing, Reason: "not among the schemas of the tests"}
}

func (s Schemas) open(t testing.TB, name string, data []byte) {
	t.Helper()
	p, err := schema.Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	s[p.Name()] = append(s[p.Name()], p)
}

// SchemasOf are the schemas that a fixture sees: first its own.
func SchemasOf(t testing.TB, archive *txtar.Archive) Schemas {
	t.Helper()
	all := Schemas{}
	for _, part := range archive.Files {
		if ok, _ := path.Match("schemas/*.json", part.Name); ok {
			all.open(t, part.Name, part.Data)
		}
	}
	for name, packages := range RepositorySchemas(t) {
		all[name] = append(all[name], packages...)
	}
	return all
}

var repositorySchemas struct {
	sync.Mutex // guards opened
	opened     Schemas
}

// RepositorySchemas are the schemas that every fixture sees. The caller must not
// change them.
func RepositorySchemas(t testing.TB) Schemas {
	t.Helper()
	repositorySchemas.Lock()
	defer repositorySchemas.Unlock()
	if repositorySchemas.opened != nil {
		return repositorySchemas.opened
	}
	opened := Schemas{}
	for _, dir := range []string{"testdata/schemas", "testdata/conformance/schemas"} {
		files, err := filepath.Glob(filepath.Join(Repository(t), dir, "*.json"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			opened.open(t, file, data)
		}
	}
	repositorySchemas.opened = opened
	return opened
}

// Repository is the root directory of the repository.
func Repository(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Fatal("no go.mod in this directory or above it")
		}
		dir = parent
	}
}
