package workspace_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/internal/workload"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

// known is all that is found out about the programs at or below a directory. They are looked at in their order, or the last one first.
func known(t *testing.T, s *workspace.Session, dir string, lastFirst bool) string {
	t.Helper()
	snapshot := s.Snapshot()
	found, err := snapshot.Discover(dir)
	if err != nil {
		return err.Error()
	}
	all := make([]any, 2*len(found.Targets))
	snapshot.Each(len(found.Targets), func(i int) {
		if lastFirst {
			i = len(found.Targets) - 1 - i
		}
		p := snapshot.ProgramIn(found.Targets[i].Dir)
		findings, err := snapshot.Diagnose(context.Background(), p)
		if err != nil {
			t.Error(err)
		}
		dump, err := analysis.DumpProgram(context.Background(), p)
		if err != nil {
			t.Error(err)
		}
		all[2*i], all[2*i+1] = findings, dump
	})
	text, err := json.MarshalIndent(all, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func compareWorkers(t *testing.T, files fixture.Files, options workspace.Options) {
	t.Helper()
	options.FS, options.Workers = files, 1
	want := known(t, workspace.New(options), fixture.Root, false)
	if got := known(t, workspace.New(options), fixture.Root, true); got != want {
		t.Errorf("in the other order something else is found:\n--- first to last\n+++ last to first\n%s", cmp.Diff(want, got))
	}
	for _, options.Workers = range []int{2, 4, 9} {
		if got := known(t, workspace.New(options), fixture.Root, false); got != want {
			t.Errorf("%d workers find something else than one:\n--- one\n+++ several\n%s", options.Workers, cmp.Diff(want, got))
		}
	}
}

// The findings depend neither on the number of workers nor on the order of the programs.
func TestWorkersFindTheSame(t *testing.T) {
	t.Parallel()
	for _, dir := range []string{"testdata/check", "testdata/hover"} {
		fixture.Run(t, dir, func(t *testing.T, f *fixture.Fixture) {
			compareWorkers(t, f.Files, workspace.Options{Schemas: schemas.New(schemas.Options{Paths: f.SchemaFiles})})
		})
	}
}

// The same for programs that are large enough to keep all workers busy.
func TestWorkersFindTheSameInLarge(t *testing.T) {
	t.Parallel()
	for _, c := range []workload.Config{
		{Kind: workload.Nested, Resources: 120, Files: 5, Programs: 3},
		{Kind: workload.Chained, Resources: 200},
		{Kind: workload.Simple, Resources: 60, Programs: 12},
	} {
		files := fixture.Files{}
		for name, text := range workload.Generate(c).Files {
			files[fixture.Root+"/"+name] = text
		}
		compareWorkers(t, files, workspace.Options{})
	}
}
