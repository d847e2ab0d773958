package checked_test

import (
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/checked"
	"github.com/pcl-lsp/pcl-lsp/analysis/dump"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// TestFarNumbers: a number of a few characters may have millions of digits. Nothing
// writes them out: with the square of their count that would take minutes.
func TestFarNumbers(t *testing.T) {
	t.Parallel()
	for _, expression := range []string{
		"1e9999999", "[1, 2][1e9999999]", "{ a = 1 }[1e9999999]", "[1, 2][1e-9999999]", `"${1e9999999}y"`, "{ (1e9999999) = 1 }", "{ 1e9999999 = 1 }",
		`1e9999999 == "x"`, "-1e9999999", "1e-9999999 + 1", `{ a = 1 }["${1e9999999}"]`, "1e9999999 * 1e-9999999", "1 / 1e9999999", "1 % 1e-9999999",
		"range(1e9999999)", `join("", [1e-9999999])`, "toJSON(1e-9999999)", "true ? 1e9999999 : 1e-9999999",
	} {
		for _, pattern := range []string{
			"x = %\noutput o {\n  value = x\n}\n", "config c string {\n  default = %\n}\n",
			"resource r \"cloudy:storage/bucket:Bucket\" {\n  name = %\n  options {\n    range = %\n  }\n}\n",
		} {
			text := strings.ReplaceAll(pattern, "%", expression)
			p := analysis.NewProgram("d", []*syntax.File{syntax.Parse("d/main.pp", text, nil)}, checked.World{Schemas: analysistest.RepositorySchemas(t)}, nil)
			d, err := dump.Program(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			for _, found := range d.Diagnostics {
				if len(found.Message) > 1000 {
					t.Errorf("%s: a message of %d bytes: %.100s", expression, len(found.Message), found.Message)
				}
			}
			for _, e := range d.Expressions {
				if len(e.Type) > 1000 {
					t.Errorf("%s: a type of %d bytes: %.100s", expression, len(e.Type), e.Type)
				}
			}
		}
	}
}
