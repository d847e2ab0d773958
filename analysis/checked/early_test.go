package checked_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/checked"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// An early report shows what was not edited as it was. Nothing that is found out for it may
// be kept of that: what was edited would stay as if a schema had not changed meanwhile.
func TestEarlyReportsAreOfWhatIsCertain(t *testing.T) {
	t.Parallel()
	text := func(member string, edited int) string {
		var b strings.Builder
		for i := range 12 {
			name := "value"
			if i == edited {
				name = member
			}
			fmt.Fprintf(&b, "resource s%d \"cloudy:data/secret:Secret\" {\n  value = \"v\"\n}\n\noutput o%d {\n  value = s%d.%s\n}\n\n", i, i, i, name)
		}
		return b.String()
	}
	schemas := analysistest.RepositorySchemas(t)
	without := checked.World{SchemasVersion: 1, FilesVersion: 1, ComponentsVersion: 1}
	with := checked.World{Schemas: schemas, SchemasVersion: 2, FilesVersion: 1, ComponentsVersion: 1}
	early := 0
	for edited := range 12 {
		for name, change := range map[string][2]checked.World{"a schema comes": {without, with}, "a schema goes": {with, without}} {
			before := syntax.Parse("d/main.pp", text("value", -1), nil)
			base := analysis.NewProgram("d", []*syntax.File{before}, change[0], nil)
			if _, err := base.Diagnostics(context.Background()); err != nil {
				t.Fatal(err)
			}
			after := syntax.Parse("d/main.pp", text("nothing", edited), before)
			p := analysis.NewProgram("d", []*syntax.File{after}, change[1], base)
			if _, err := p.Report(context.Background(), func(*checked.Report) { early++ }); err != nil {
				t.Fatal(err)
			}
			got, err := p.Diagnostics(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			want, err := analysis.NewProgram("d", []*syntax.File{after}, change[1], nil).Diagnostics(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(said(want), said(got)); diff != "" {
				t.Errorf("%s, and output o%d is edited (-fresh +derived):\n%s", name, edited, diff)
			}
		}
	}
	if early == 0 {
		t.Error("there was no early report")
	}
}

// said are findings as lines.
func said(found []diagnostic.Diagnostic) []string {
	var lines []string
	for _, d := range found {
		lines = append(lines, fmt.Sprintf("%d-%d %s %s", d.Span.Start, d.Span.End, d.Code, d.Message))
	}
	return lines
}
