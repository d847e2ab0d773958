package refactor_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/refactor"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// BenchmarkAt requests refactorings in programs of different sizes. The cost must hardly
// depend on the size.
func BenchmarkAt(b *testing.B) {
	for _, n := range []int{50, 5000} {
		for _, length := range []int{0, 5} {
			b.Run(fmt.Sprintf("%d resources/%d selected", n, length), func(b *testing.B) {
				var text strings.Builder
				for i := range n {
					fmt.Fprintf(&text, "resource r%d \"kit:index:Name\" {\n  words = 2 + %d\n  prefix = \"a-${\"b\"}\"\n}\n\n", i, i)
				}
				file := syntax.Parse("/p/main.pp", text.String(), nil)
				p := analysis.NewProgram("/p", []*syntax.File{file}, analysis.World{Schemas: analysistest.RepositorySchemas(b)}, nil)
				if _, err := p.Diagnostics(context.Background()); err != nil {
					b.Fatal(err)
				}
				at := strings.Index(text.String(), fmt.Sprintf("2 + %d", n/2))
				b.ReportAllocs()
				for b.Loop() {
					if found, err := refactor.At(context.Background(), p, file.Path, syntax.Span{Start: at, End: at + length}); err != nil || len(found) == 0 {
						b.Fatal(found, err)
					}
				}
			})
		}
	}
}
