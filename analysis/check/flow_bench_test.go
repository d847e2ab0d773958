package check_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/workload"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file measures what flows cost: each benchmark once with and once without
// them. Their share is the difference; allocations do not depend on the machine.
//
//	go test ./analysis/check -run '^$' -bench 'BenchmarkFlows' -benchmem -count 6

// BenchmarkFlowsCold checks programs from nothing, as text.
func BenchmarkFlowsCold(b *testing.B) {
	eachFlowWorkload(b, func(b *testing.B, world check.World, w *workload.Workload) {
		for b.Loop() {
			report(b, analysis.NewProgram("d", parsed(w), world, nil))
		}
	})
}

// BenchmarkFlowsParsed checks them when they are parsed.
func BenchmarkFlowsParsed(b *testing.B) {
	eachFlowWorkload(b, func(b *testing.B, world check.World, w *workload.Workload) {
		files := parsed(w)
		for b.Loop() {
			report(b, analysis.NewProgram("d", files, world, nil))
		}
	})
}

func report(b *testing.B, p *check.Program) {
	if _, err := p.Report(context.Background(), nil); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkFlowsEdit changes one value and asks for all findings. The parser is not
// measured.
func BenchmarkFlowsEdit(b *testing.B) {
	eachFlowWorkload(b, func(b *testing.B, world check.World, w *workload.Workload) {
		place := w.Places[len(w.Places)/2]
		versions := [2]*syntax.File{parsed(w)[0]}
		edit := syntax.Edit{Span: syntax.Span{Start: place.Offset, End: place.Offset + len(place.Texts[0].Text)}, Text: place.Texts[1].Text}
		versions[1] = versions[0].Edited(edit)
		p := analysis.NewProgram("d", versions[:1], world, nil)
		report(b, p)
		for i := 1; b.Loop(); i++ {
			p = analysis.NewProgram("d", []*syntax.File{versions[i%2]}, world, p)
			report(b, p)
		}
	})
}

func eachFlowWorkload(b *testing.B, measure func(b *testing.B, world check.World, w *workload.Workload)) {
	yard, err := schema.Open(bytes.NewReader(workload.Schema()), int64(len(workload.Schema())))
	if err != nil {
		b.Fatal(err)
	}
	schemas := analysistest.Schemas{yard.Name(): {yard}}
	with := check.World{Schemas: schemas, SchemasVersion: 1, FilesVersion: 1, ComponentsVersion: 1}
	for _, kind := range []workload.Kind{workload.Simple, workload.Nested, workload.Chained} {
		w := workload.Generate(workload.Config{Kind: kind, Resources: 1000, Seed: 1})
		for name, world := range map[string]check.World{"with": with, "without": check.WithoutFlows(with)} {
			b.Run(fmt.Sprintf("%s/%s", kind, name), func(b *testing.B) {
				b.ReportAllocs()
				measure(b, world, w)
			})
		}
	}
}

func parsed(w *workload.Workload) []*syntax.File {
	var files []*syntax.File
	for _, path := range slices.Sorted(maps.Keys(w.Files)) {
		files = append(files, syntax.Parse("d/"+path, w.Files[path], nil))
	}
	return files
}
