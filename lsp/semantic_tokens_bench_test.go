// This file measures the cost of the tokens of a large document after an edit.

package lsp

import (
	"context"
	"fmt"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/semantic"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/workload"
)

// BenchmarkTokens edits one of many items and computes the difference of the tokens. It measures neither the edit nor the findings.
func BenchmarkTokens(b *testing.B) {
	for _, n := range []int{50, 5000} {
		b.Run(fmt.Sprint(n, " resources"), func(b *testing.B) {
			w := workload.Generate(workload.Config{Kind: workload.Nested, Resources: n, Files: 1, Seed: 1})
			var path, text string
			for p, t := range w.Files {
				path, text = "/p/"+p, t
			}
			world := analysis.World{Schemas: analysistest.RepositorySchemas(b), SchemasVersion: 1, FilesVersion: 1, ComponentsVersion: 1}
			file := syntax.Parse(path, text, nil)
			place := w.Places[len(w.Places)/2]
			at, length := file.LineStart(place.Line)+place.Column, len(place.Texts[0].Text)
			var program *analysis.Program
			edit := func(to int) {
				insert := place.Texts[to].Text
				defer func() { length = len(insert) }()
				file = file.Edited(syntax.Edit{Span: syntax.Span{Start: at, End: at + length}, Text: insert})
				program = analysis.NewProgram("/p", []*syntax.File{file}, world, program)
				if _, err := program.Diagnostics(context.Background()); err != nil {
					b.Fatal(err)
				}
			}
			c := client{legend: newLegend(nil, nil)}
			tokens := func(before *documentTokens) *documentTokens {
				made, err := semantic.Whole(context.Background(), program, path, before.reusable(), c.encode)
				if err != nil {
					b.Fatal(err)
				}
				return newDocumentTokens(made, before)
			}
			edit(0)
			now := tokens(nil)
			b.ReportAllocs()
			b.ResetTimer()
			for i := range b.N {
				b.StopTimer()
				edit(1 - i%2)
				b.StartTimer()
				next := tokens(now)
				tokenEdits(now.items, next.items)
				now = next
			}
		})
	}
}
