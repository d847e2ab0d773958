package rename_test

import (
	"context"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/navigate"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/rename"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/workload"
)

// large is a program of 5,000 resources in one file, checked or not, and the place of a
// resource's name in it.
func large(b *testing.B, checked bool) (p *analysis.Program, path string, offset int) {
	b.Helper()
	w := workload.Generate(workload.Config{Kind: workload.Chained, Resources: 5000, Files: 1, Seed: 1})
	for name, text := range w.Files {
		path = "/w/" + name
		p = analysis.NewProgram("/w", []*syntax.File{syntax.Parse(path, text, nil)}, analysis.World{
			Schemas: analysistest.RepositorySchemas(b), SchemasVersion: 1, FilesVersion: 1, ComponentsVersion: 1,
		}, nil)
	}
	if checked {
		if _, err := p.Diagnostics(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
	var resources []*analysis.Object
	for _, o := range p.Objects() {
		if o.Kind == analysis.ObjectResource {
			resources = append(resources, o)
		}
	}
	return p, path, resources[len(resources)/2].Span.Start
}

// BenchmarkUses finds the uses of one of 5,000 resources.
func BenchmarkUses(b *testing.B) {
	p, path, offset := large(b, false)
	b.ReportAllocs()
	for b.Loop() {
		t, err := navigate.TargetAt(context.Background(), p, path, offset)
		if err != nil || t == nil {
			b.Fatal(err)
		}
		if uses, err := t.Uses(context.Background()); err != nil || len(uses) < 2 {
			b.Fatal(uses, err)
		}
	}
}

// BenchmarkRename renames one of 5,000 resources of a program that is checked.
func BenchmarkRename(b *testing.B) {
	p, path, offset := large(b, true)
	b.ReportAllocs()
	for b.Loop() {
		set, err := rename.Rename(context.Background(), rename.Surroundings{}, p, path, offset, fresh)
		if err != nil || len(set.Edits) < 2 {
			b.Fatal(set, err)
		}
	}
}
