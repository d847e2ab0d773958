package checked_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/checked"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// generatedProgram is a program of n groups: a config, a network with nested
// values, a security group that refers to it, and a local of both.
func generatedProgram(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `
config size%[1]d number {
  default = %[1]d
}

resource net%[1]d "cloudy:net/network:Network" {
  cidrBlock = "10.${size%[1]d}.0.0/16"
  enableDns = true
  tags      = { Name = "net-${size%[1]d}", Owner = owner }
}

resource wall%[1]d "cloudy:net/securityGroup:SecurityGroup" {
  networkId   = net%[1]d.id
  description = "Group ${size%[1]d}"
}

output both%[1]d {
  value = [net%[1]d.arn, wall%[1]d.id, size%[1]d == 3 ? "a" : "b"]
}
`, i)
	}
	b.WriteString("owner = \"shop\"\n")
	return b.String()
}

func benchmarkWorld(b *testing.B) checked.World {
	return checked.World{Schemas: analysistest.RepositorySchemas(b), SchemasVersion: 1, FilesVersion: 1, ComponentsVersion: 1}
}

// BenchmarkFindings checks a program from nothing.
func BenchmarkFindings(b *testing.B) {
	world := benchmarkWorld(b)
	for _, n := range []int{10, 1000} {
		f := syntax.Parse("d/main.pp", generatedProgram(n), nil)
		b.Run(fmt.Sprintf("%d resources", 2*n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p := analysis.NewProgram("d", []*syntax.File{f}, world, nil)
				found, err := p.Diagnostics(context.Background())
				if err != nil {
					b.Fatal(err)
				}
				if len(found) > 3*n {
					b.Fatalf("%d findings, among them %v", len(found), found[0])
				}
			}
		})
	}
}

// BenchmarkEdit changes one value inside a resource and asks for all findings. The
// parser is not measured.
func BenchmarkEdit(b *testing.B) { benchmarkVersions(b, `"Group ${size3}"`, `"Group 3"`) }

// BenchmarkEditSuppressed is BenchmarkEdit where the file has a comment for every tenth config,
// none of which suppresses anything.
func BenchmarkEditSuppressed(b *testing.B) {
	benchmarkTexts(b, `"Group ${size3}"`, `"Group 3"`, func(n int) string {
		return strings.ReplaceAll(generatedProgram(n), "7 number {", "7 number { # pcl-lsp:ignore prop.unknown, name.undefined -- for now")
	})
}

// BenchmarkRename gives an output another name each time, to which nothing refers.
func BenchmarkRename(b *testing.B) { benchmarkVersions(b, "output both3 ", "output bothThree ") }

// benchmarkVersions asks two versions of a program in turn for all findings.
func benchmarkVersions(b *testing.B, old, new string) { benchmarkTexts(b, old, new, generatedProgram) }

func benchmarkTexts(b *testing.B, old, new string, textOf func(n int) string) {
	world := benchmarkWorld(b)
	for _, n := range []int{25, 2500} {
		text := textOf(n)
		files := [2]*syntax.File{syntax.Parse("d/main.pp", text, nil)}
		files[1] = syntax.Parse("d/main.pp", strings.Replace(text, old, new, 1), files[0])
		b.Run(fmt.Sprintf("%d resources", 2*n), func(b *testing.B) {
			b.ReportAllocs()
			p := analysis.NewProgram("d", []*syntax.File{files[0]}, world, nil)
			for i := 1; b.Loop(); i++ {
				p = analysis.NewProgram("d", []*syntax.File{files[i%2]}, world, p)
				if _, err := p.Report(context.Background(), nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
