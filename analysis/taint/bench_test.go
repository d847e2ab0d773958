package taint_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/checked"
	"github.com/pcl-lsp/pcl-lsp/analysis/lint"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/taint"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/workload"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file measures what taints cost: each benchmark once with and once without
// them. Their share is the difference; allocations do not depend on the machine.
//
//	go test ./analysis/taint -run '^$' -bench 'BenchmarkTaints' -benchmem -count 6

// BenchmarkTaintsCold checks programs from nothing, as text.
func BenchmarkTaintsCold(b *testing.B) {
	eachTaintWorkload(b, func(b *testing.B, world checked.World, w *workload.Workload) {
		for b.Loop() {
			report(b, checked.NewProgram("d", parsed(w), world, nil))
		}
	})
}

// BenchmarkTaintsParsed checks them when they are parsed.
func BenchmarkTaintsParsed(b *testing.B) {
	eachTaintWorkload(b, func(b *testing.B, world checked.World, w *workload.Workload) {
		files := parsed(w)
		for b.Loop() {
			report(b, checked.NewProgram("d", files, world, nil))
		}
	})
}

func report(b *testing.B, p *checked.Program) {
	if _, err := p.Report(context.Background(), nil); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkTaintsEdit changes one value and asks for all findings. The parser is not
// measured.
func BenchmarkTaintsEdit(b *testing.B) {
	eachTaintWorkload(b, func(b *testing.B, world checked.World, w *workload.Workload) {
		place := w.Places[len(w.Places)/2]
		versions := [2]*syntax.File{parsed(w)[0]}
		edit := syntax.Edit{Span: syntax.Span{Start: place.Offset, End: place.Offset + len(place.Texts[0].Text)}, Text: place.Texts[1].Text}
		versions[1] = versions[0].Edited(edit)
		p := checked.NewProgram("d", versions[:1], world, nil)
		report(b, p)
		for i := 1; b.Loop(); i++ {
			p = checked.NewProgram("d", []*syntax.File{versions[i%2]}, world, p)
			report(b, p)
		}
	})
}

func eachTaintWorkload(b *testing.B, measure func(b *testing.B, world checked.World, w *workload.Workload)) {
	yard, err := schema.Open(bytes.NewReader(workload.Schema()), int64(len(workload.Schema())))
	if err != nil {
		b.Fatal(err)
	}
	schemas := analysistest.Schemas{yard.Name(): {yard}}
	without := checked.World{Schemas: schemas, SchemasVersion: 1, FilesVersion: 1, ComponentsVersion: 1, Linter: lint.Linter}
	with := without
	with.Passes = []checked.Pass{taint.Pass{}}
	for _, kind := range []workload.Kind{workload.Simple, workload.Nested, workload.Chained} {
		w := workload.Generate(workload.Config{Kind: kind, Resources: 1000, Seed: 1})
		for name, world := range map[string]checked.World{"with": with, "without": without} {
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
