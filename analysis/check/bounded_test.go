package check_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// growing are programs of any size, of a shape each in which work could multiply.
var growing = map[string]func(n int) string{
	"items that need each other": func(n int) string {
		var b strings.Builder
		b.WriteString("l0 = 1\n")
		for i := range n {
			fmt.Fprintf(&b, "l%d = [l%d, l%d]\n", i+1, i, i/2)
		}
		return b.String()
	},
	"items in a circle": func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "c%d = c%d\n", i, (i+1)%n)
		}
		return b.String()
	},
	"a list":                 func(n int) string { return "a = [" + strings.Repeat("{ k = 1 }, ", n) + "]\n" },
	"lists of all kinds":     func(n int) string { return "a = [" + strings.Repeat("1, \"x\", true, [1], ", n/4) + "]\n" },
	"unknown names":          func(n int) string { return "a = [" + strings.Repeat("nope, ", n) + "]\n" },
	"one name":               func(n int) string { return strings.Repeat("a = 1\n", n) },
	"operators":              func(n int) string { return strings.Repeat("x = 1 + 2 * 3 == 4 ? \"${1}\" : [2][0]\n", n) },
	"what is not closed yet": func(n int) string { return strings.Repeat("a = [\nb {\n", n) },
}

// A program of twice the size takes about twice the work to check, whatever its shape;
// what counts is how often memory is asked for. It runs alone: others would count too.
func TestWorkIsBounded(t *testing.T) {
	for shape, text := range growing {
		work := func(n int) float64 {
			program := text(n)
			return testing.AllocsPerRun(1, func() {
				p := analysis.NewProgram("d", []*syntax.File{syntax.Parse("d/main.pp", program, nil)}, check.World{}, nil)
				findingsOf(t, p)
			})
		}
		once, twice := work(200), work(400)
		if twice > 2.5*once {
			t.Errorf("%s: %.0f allocations for 200, %.0f for 400", shape, once, twice)
		}
		t.Logf("%s: %.0f and %.0f", shape, once, twice)
	}
}
