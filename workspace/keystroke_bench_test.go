package workspace_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/internal/workload"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// BenchmarkKeystroke edits one of many resources in an open document and asks for
// the findings of its program, as a server does without the protocol.
func BenchmarkKeystroke(b *testing.B) {
	for _, kind := range []workload.Kind{workload.Nested, workload.Chained} {
		for _, files := range []int{1, 50} {
			for _, n := range []int{50, 5000} {
				b.Run(fmt.Sprintf("%s/%d resources/%d files", kind, n, files), func(b *testing.B) {
					keystrokes(b, workload.Generate(workload.Config{Kind: kind, Resources: n, Files: min(files, n/5), Seed: 1}))
				})
			}
		}
	}
}

func keystrokes(b *testing.B, w *workload.Workload) {
	files := fixture.Files{}
	for path, text := range w.Files {
		files["/w/"+path] = text
	}
	schemas := analysistest.RepositorySchemas(b)
	s := workspace.New(workspace.Options{FS: files, Schemas: schemas})
	place := w.Places[len(w.Places)/2]
	path := "/w/" + place.Path
	s.Apply(workspace.Open{Path: path, Text: files[path]})
	b.ReportAllocs()
	text := place.Texts[0].Text
	for i := 1; b.Loop(); i++ {
		f, _, _, _ := s.Snapshot().File(path)
		next := place.Texts[i%len(place.Texts)].Text
		f = f.Edited(syntax.Edit{Span: syntax.Span{Start: place.Offset, End: place.Offset + len(text)}, Text: next})
		text = next
		snapshot := s.Apply(workspace.Edit{Path: path, File: f, Version: i})
		if _, err := snapshot.Program(path).Report(context.Background(), nil); err != nil {
			b.Fatal(err)
		}
	}
}
