package rulefile_test

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/complete"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/rulefile"
	"github.com/pcl-lsp/pcl-lsp/analysis/rules"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// shown is how many items of a list a golden contains.
const shown = 12

// Fixtures in testdata/rulefile have cursors in rule files. What is offered there comes first, then what a hover says.
func TestFixtures(t *testing.T) {
	t.Parallel()
	schemas := named{analysistest.RepositorySchemas(t)}
	analysistest.Run(t, "rulefile", func(t *testing.T, f *analysistest.Fixture) {
		var out strings.Builder
		file, offsets := marked(f.Archive)
		for _, offset := range offsets {
			line := file.Line(offset)
			start := file.LineStart(line)
			text := file.Slice(syntax.Span{Start: start, End: file.LineEnd(line)})
			fmt.Fprintf(&out, "%d: %s|%s\n", line+1, text[:offset-start], text[offset-start:])
			writeItems(&out, file, rulefile.Complete(file, offset, schemas).Items)
			if h := rulefile.Hover(file, offset, schemas); h != nil {
				said, _, _ := strings.Cut(strings.TrimPrefix(h.Markdown, "```pcl\n"), "\n\n\n")
				fmt.Fprintf(&out, "  hover %q: %s\n", file.Slice(h.Span), strings.ReplaceAll(strings.TrimSpace(said), "\n", "\n    "))
			}
		}
		f.Check(t, "", out.String())
	})
}

// named is schemas that list their packages.
type named struct{ analysistest.Schemas }

func (named) Names() []string { return []string{"cloudy", "kit"} }

// marked is the rule file of an archive with its cursors.
func marked(archive *txtar.Archive) (*syntax.File, []int) {
	for _, part := range archive.Files {
		if rules.IsFile(part.Name) {
			text, offsets := analysistest.TakeCursors(string(part.Data))
			return syntax.Parse("/p/"+part.Name, text, nil), offsets
		}
	}
	return nil, nil
}

func writeItems(out *strings.Builder, file *syntax.File, items []complete.Item) {
	for i, item := range items {
		if i == shown {
			fmt.Fprintf(out, "  … %d more\n", len(items)-shown)
			break
		}
		fmt.Fprintf(out, "  %s", item.Label)
		if item.Detail != "" {
			fmt.Fprintf(out, " (%s)", item.Detail)
		}
		if item.Insert != item.Label {
			fmt.Fprintf(out, " insert %q", item.Insert)
		}
		if replaced := file.Slice(item.Replace); replaced != "" {
			fmt.Fprintf(out, " for %q", replaced)
		}
		out.WriteString("\n")
	}
}
