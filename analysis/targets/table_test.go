package targets_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/targets"
)

var tests = regexp.MustCompile(`^l\d-[a-z0-9-]+(, l\d-[a-z0-9-]+)*$`)

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
			if i > 0 && row.Facts[i-1].Target == f.Target || !strings.Contains(f.Source, ".go: ") || f.Tests != "" && !tests.MatchString(f.Tests) {
				t.Errorf("%s: %+v", row.Text, f)
			}
			if f.Target == targets.Java && f.Evidence != targets.Read {
				t.Errorf("%s: the generator for Java was not run, so nothing shows %+v", row.Text, f)
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
