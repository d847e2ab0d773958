package targets_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/targets"
)

// Every row names something that the language has, once, with a fact and a source for each target.
func TestTable(t *testing.T) {
	t.Parallel()
	seen := map[targets.Construct]bool{}
	for _, row := range targets.Rows() {
		c := row.Construct
		known := c.Name == ""
		switch c.Kind {
		case targets.Function:
			known = language.Called(c.Name).Name == c.Name
		case targets.Option:
			known = language.OptionNamed(c.Name).Name == c.Name
		case targets.Block:
			known = language.KindOf(c.Name) != language.KindUnknown
		}
		if !known || seen[c] || row.Text == "" || len(row.Facts) == 0 {
			t.Errorf("%+v: known %t, seen %t", row, known, seen[c])
		}
		seen[c] = true
		if !slices.IsSortedFunc(row.Facts, func(a, b targets.Fact) int { return int(a.Target) - int(b.Target) }) {
			t.Errorf("%s: the targets are not in order", row.Text)
		}
		for i, f := range row.Facts {
			if i > 0 && row.Facts[i-1].Target == f.Target || !strings.Contains(f.Source, ".go: ") {
				t.Errorf("%s: %+v", row.Text, f)
			}
		}
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"go": "go", "yaml, go": "go,yaml", "go,go": "go",
		"pyton":  `unknown target "pyton"; did you mean python?; the targets are go, python, typescript, csharp, java, yaml`,
		"nodejs": `unknown target "nodejs"; did you mean typescript?; the targets are go, python, typescript, csharp, java, yaml`,
		"go,":    `unknown target ""; the targets are go, python, typescript, csharp, java, yaml`,
	} {
		set, err := targets.Parse(strings.Split(text, ","))
		got := set.String()
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}
