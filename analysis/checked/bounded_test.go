package checked_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/checked"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/cost"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// A name that another one uses many times has its value computed once, however many expressions ask.
func TestNamesAreEvaluatedOnce(t *testing.T) {
	work := func(link string) float64 {
		var text strings.Builder
		text.WriteString("list = [1]\nx0 = 0\n")
		for i := range 12 {
			fmt.Fprintf(&text, "x%d = %s\n", i+1, strings.ReplaceAll(link, "x", fmt.Sprintf("x%d", i)))
		}
		text.WriteString("y = [" + strings.Repeat("list[x12], ", 100) + "]\n")
		return cost.Of(func() {
			findingsOf(t, analysis.NewProgram("d", []*syntax.File{syntax.Parse("d/main.pp", text.String(), nil)}, checked.World{}, nil))
		})[0]
	}
	once, often := work("x"), work("(x == x ? x : x + x)")
	t.Logf("%.0f and %.0f allocations", once, often)
	if often > 10*once {
		t.Errorf("%.0f allocations where each name is used once, and %.0f where it is used five times", once, often)
	}
}

// The cost law for a check, on larger programs than those of the tests of requests and commands. It runs alone: the work of others would count too.
func TestWorkIsBounded(t *testing.T) {
	testsize.Full(t, "the law of costs needs programs of some size")
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
