package analysis_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/analysistest"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
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

both%[1]d = [net%[1]d.arn, wall%[1]d.id, size%[1]d == 3 ? "a" : "b"]
`, i)
	}
	b.WriteString("owner = \"shop\"\n")
	return b.String()
}

func benchmarkWorld(b *testing.B) analysis.World {
	return analysis.World{Schemas: analysistest.RepositorySchemas(b)}
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

// BenchmarkEdit changes one value inside a resource and asks for all findings.
func BenchmarkEdit(b *testing.B) {
	world := benchmarkWorld(b)
	for _, n := range []int{10, 1000} {
		texts := [2]string{generatedProgram(n)}
		texts[1] = strings.Replace(texts[0], `"Group ${size3}"`, `"Group 3"`, 1)
		b.Run(fmt.Sprintf("%d resources", 2*n), func(b *testing.B) {
			b.ReportAllocs()
			f := syntax.Parse("d/main.pp", texts[0], nil)
			p := analysis.NewProgram("d", []*syntax.File{f}, world, nil)
			for i := 1; b.Loop(); i++ {
				f = syntax.Parse("d/main.pp", texts[i%2], f)
				p = analysis.NewProgram("d", []*syntax.File{f}, world, p)
				if _, err := p.Diagnostics(context.Background()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
