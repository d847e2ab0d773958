package complete_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/complete"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// BenchmarkTokens completes type tokens in the largest available packages: the modules of the
// package, and the members of each module, each time in a freshly opened package. The goal is
// 20 ms at the 99th percentile.
func BenchmarkTokens(b *testing.B) {
	for _, name := range []string{"azure-native-1.77.0-alpha.1663190557", "aws-5.14.0"} {
		text, index := largeSchema(b, name)
		opened := func() *schema.Package {
			p, err := schema.Config{}.OpenIndexed(bytes.NewReader(text), int64(len(text)), bytes.NewReader(index), "")
			if err != nil {
				b.Fatal(err)
			}
			return p
		}
		pkg := opened()
		words := []string{pkg.Name() + ":"}
		for _, l := range pkg.ListResources() {
			if t, ok := schema.ParseToken(l.Canonical); ok && t.Module != "index" {
				words = append(words, pkg.Name()+":"+t.Module+":")
			}
		}
		slices.Sort(words)
		words = slices.Compact(words)
		b.Run(pkg.Name(), func(b *testing.B) {
			var times []time.Duration
			items, i := 0, 0
			for b.Loop() {
				word := words[i%len(words)]
				program := programWith(fmt.Sprintf("resource r %q {\n}\n", word), opened())
				start := time.Now()
				list, err := complete.At(context.Background(), program, "main.pp", len("resource r \"")+len(word))
				times = append(times, time.Since(start))
				if err != nil || len(list.Items) == 0 {
					b.Fatalf("%s: got %v, %v", word, list, err)
				}
				items = max(items, len(list.Items))
				i++
			}
			slices.Sort(times)
			b.ReportMetric(float64(times[len(times)*99/100].Microseconds())/1000, "p99-ms")
			b.ReportMetric(float64(items), "longest-list")
			b.ReportMetric(float64(len(words)), "words")
		})
	}
}

func largeSchema(b *testing.B, name string) (text, index []byte) {
	b.Helper()
	file := "../../../../shared/schemas/" + name + ".json.gz"
	if _, err := os.Stat(file); err != nil {
		b.Skip("the shared schemas are missing")
	}
	text = unpacked(b, file)
	index, err := schema.Index(bytes.NewReader(text), int64(len(text)), "")
	if err != nil {
		b.Fatal(err)
	}
	return text, index
}

// unpacked returns the content of a compressed file.
func unpacked(t testing.TB, file string) []byte {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	packed, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(packed)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func programWith(text string, pkg *schema.Package) *analysis.Program {
	world := analysis.World{Schemas: analysistest.Schemas{pkg.Name(): {pkg}}}
	return analysis.NewProgram("", []*syntax.File{syntax.Parse("main.pp", text, nil)}, world, nil)
}
