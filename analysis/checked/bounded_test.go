package checked_test

import (
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/checked"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/cost"
)

// The cost law for a check, on larger programs than those of the tests of requests and commands. It runs alone: the work of others would count too.
func TestWorkIsBounded(t *testing.T) {
	var sheet cost.Sheet
	for _, shape := range cost.Shapes {
		sheet.Check(t, "check", "", shape, 200, func(n int) []float64 {
			text := shape.Text(n)
			return cost.Of(func() {
				findingsOf(t, analysis.NewProgram("d", []*syntax.File{syntax.Parse("d/main.pp", text, nil)}, checked.World{}, nil))
			})
		})
	}
}
