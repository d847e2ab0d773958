package randomprogram_test

import (
	"path"
	"sync"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/internal/randomprogram"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file opens the families, each once for all tests.

var opened sync.Map // functions by name

// open skips the test if a schema is not there.
func open(t *testing.T, name string) *randomprogram.Family {
	t.Helper()
	once, _ := opened.LoadOrStore(name, sync.OnceValues(func() (*randomprogram.Family, error) {
		return randomprogram.Open(analysistest.Repository(t), name)
	}))
	f, err := once.(func() (*randomprogram.Family, error))()
	if err != nil {
		t.Skip(err)
	}
	return f
}

// session has a program in the root of fixtures, and is judged by a version of Pulumi.
func session(f *randomprogram.Family, p randomprogram.Program, pulumi string) *workspace.Session {
	files := fixture.Files{}
	for name, text := range p.Files {
		files[path.Join(fixture.Root, name)] = text
	}
	return workspace.New(workspace.Options{FS: files, Schemas: f.Store, Pulumi: pulumi})
}
