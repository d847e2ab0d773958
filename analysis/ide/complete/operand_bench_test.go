package complete_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/complete"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/workload"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// BenchmarkOperand completes an operand and the name of an attribute in programs with 50 and
// 5,000 resources.
func BenchmarkOperand(b *testing.B) {
	yard, err := schema.Open(bytes.NewReader(workload.Schema()), int64(len(workload.Schema())))
	if err != nil {
		b.Fatal(err)
	}
	world := analysis.World{Schemas: analysistest.Schemas{"yard": {yard}}}
	for _, n := range []int{50, 5000} {
		w := workload.Generate(workload.Config{Kind: workload.Nested, Resources: n, Files: 1, Seed: 1})
		for path, text := range w.Files {
			at := strings.Index(text[len(text)/2:], " = ") + len(text)/2
			line := at - strings.LastIndexByte(text[:at], '\n') - 1
			for _, c := range []struct {
				what   string
				text   string
				offset int
			}{
				{"operand", text[:at] + " = " + text[at+strings.IndexByte(text[at:], '\n'):], at + 3},
				{"attribute", text[:at-line] + "  \n" + text[at-line:], at - line + 2},
			} {
				p := analysis.NewProgram("", []*syntax.File{syntax.Parse(path, c.text, nil)}, world, nil)
				b.Run(c.what+"/"+map[int]string{50: "50", 5000: "5,000"}[n], func(b *testing.B) {
					b.ReportAllocs()
					items := 0
					for b.Loop() {
						list, err := complete.At(context.Background(), p, path, c.offset)
						if err != nil || len(list.Items) == 0 {
							b.Fatalf("got %v, %v", list, err)
						}
						items = len(list.Items)
					}
					b.ReportMetric(float64(items), "items")
				})
			}
		}
	}
}
