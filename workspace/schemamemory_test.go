package workspace_test

import (
	"context"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

// faultySchemas cannot be read at all.
type faultySchemas struct{}

func (faultySchemas) Package(schema.Ref) (*schema.Package, schema.Availability) {
	panic("no such luck")
}

// A fault while a schema is read in the background is a finding and not the end.
func TestFaultInBackground(t *testing.T) {
	t.Parallel()
	files := fixture.Files{"/w/main.pp": "resource r \"cloudy:net/network:Network\" {\n}\n"}
	s := workspace.New(workspace.Options{FS: files, Schemas: faultySchemas{}})
	s.LoadInBackground(func(_ string, work func(schemas.Caller)) { work(schemas.Caller{}) })
	wantCodes(t, s.Snapshot(), "/w", "")
	wantCodes(t, s.Apply(workspace.SchemasArrived{}), "/w", "main.pp:package.unknown")
}

// A package that is loaded in the background is unknown until its arrival is a
// change; a snapshot from before does not change.
func TestLoadInBackground(t *testing.T) {
	t.Parallel()
	files := fixture.Files{"/w/main.pp": "resource r \"cloudy:net/network:Network\" {\n  nonsense = 1\n  cidrBlock = \"10.0.0.0/8\"\n}\n"}
	s := workspace.New(workspace.Options{FS: files, Schemas: analysistest.RepositorySchemas(t)})
	var works []func(schemas.Caller)
	s.LoadInBackground(func(name string, work func(schemas.Caller)) {
		if name != "cloudy" {
			t.Errorf("asked to load %q", name)
		}
		works = append(works, work)
	})
	before := s.Snapshot()
	wantCodes(t, before, "/w", "")
	wantCodes(t, before, "/w", "")
	if len(works) != 1 || !before.Loading() {
		t.Fatalf("%d packages to load, want one", len(works))
	}
	works[0](schemas.Caller{})
	wantCodes(t, before, "/w", "")
	wantCodes(t, s.Apply(edit(s, "/w/other.pp", "output o {\n  value = 1\n}\n", 0)), "/w", "")
	after := s.Apply(workspace.SchemasArrived{})
	wantCodes(t, after, "/w", "main.pp:attr.unknown")
	wantCodes(t, before, "/w", "")
	if after.Loading() {
		t.Error("still loading")
	}
	if uses := after.PackagesUsed(); len(uses) != 1 || uses[0].Version != "1.4.0" {
		t.Errorf("used are %v", uses)
	}
	again := s.Apply(workspace.SchemasChanged{})
	wantCodes(t, again, "/w", "")
	if len(works) != 2 {
		t.Errorf("a change of schemas made %d loads, want a second one", len(works))
	}
	if _, err := again.Diagnose(context.Background(), again.ProgramIn("/w")); err != nil {
		t.Error(err)
	}
}
