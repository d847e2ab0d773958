package complete_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/complete"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// This file compares the items at the cursors of fixtures with their goldens.

var kindNames = map[complete.Kind]string{
	complete.KindKeyword: "keyword", complete.KindAttribute: "attribute", complete.KindOption: "option",
	complete.KindVariable: "variable", complete.KindMember: "member", complete.KindFunction: "function",
	complete.KindToken: "token", complete.KindType: "type", complete.KindValue: "value",
	complete.KindSnippet: "snippet", complete.KindFolder: "folder", complete.KindHook: "hook",
	complete.KindPackage: "package", complete.KindModule: "module", complete.KindFile: "file",
}

// shown is how many items of a list a golden contains, so that long lists are not repeated in
// each.
const shown = 14

func TestFixtures(t *testing.T) {
	t.Parallel()
	analysistest.Run(t, "complete", func(t *testing.T, f *analysistest.Fixture) {
		var got strings.Builder
		for _, cursor := range f.Cursors {
			list, err := complete.At(context.Background(), f.ProgramOf(cursor.Path), cursor.Path, cursor.Offset)
			if err != nil {
				t.Fatal(err)
			}
			got.WriteString(f.Show(cursor) + "\n")
			writeItems(&got, f, cursor, list.Items)
		}
		f.Check(t, "", got.String())
	})
}

func writeItems(out *strings.Builder, f *analysistest.Fixture, at analysistest.Cursor, items []complete.Item) {
	for i, item := range items {
		if i == shown {
			fmt.Fprintf(out, "  … %d more\n", len(items)-shown)
			break
		}
		text := f.Text(at.Path)
		fmt.Fprintf(out, "  %s %s", kindNames[item.Kind], item.Label)
		if item.Detail != "" {
			fmt.Fprintf(out, " (%s)", item.Detail)
		}
		if item.Deprecated {
			out.WriteString(" deprecated")
		}
		if item.Insert != item.Label {
			fmt.Fprintf(out, " insert %q", item.Insert)
		}
		if item.Plain != item.Insert {
			fmt.Fprintf(out, " plain %q", item.Plain)
		}
		if replaced := text[item.Replace.Start:item.Replace.End]; replaced != "" {
			fmt.Fprintf(out, " for %q", replaced)
		}
		for _, e := range item.Also {
			fmt.Fprintf(out, " also %q at %s", e.Text, f.ShowSpan(e.Path, e.Span))
		}
		out.WriteString("\n")
	}
}

// TestDocs: items carry the documentation of the schema.
func TestDocs(t *testing.T) {
	t.Parallel()
	f := analysistest.LoadText(t, `The documentation of an item is the first paragraph of the schema's.
-- main.pp --
resource bucket "cloudy:storage/bucket:Bucket" {
  $0
}
resource machine "cloudy:compute/instance:Instance" {
  $0
}
resource password "kit:$0" {}
x = bucket.$0
config title string {
  description = "What it is called."
}
y = $0
`)
	tests := []struct{ label, doc string }{
		{"acl", "Who may read"},
		{"associatePublicIp", "**Deprecated**: "},
		{"kit:Password", "A password made up once and kept in the state."},
		{"id", "The id that the provider gave the resource."},
		{"title", "What it is called."},
	}
	for i, test := range tests {
		c := f.Cursors[i]
		list, err := complete.At(context.Background(), f.Program, c.Path, c.Offset)
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, item := range list.Items {
			if item.Label != test.label {
				continue
			}
			found = true
			if !strings.HasPrefix(item.Doc, test.doc) || strings.Contains(item.Doc, "## Example") {
				t.Errorf("%s: got documentation %q, want it to begin with %q", test.label, item.Doc, test.doc)
			}
			if item.Deprecated != strings.HasPrefix(item.Doc, "**Deprecated**") {
				t.Errorf("%s: deprecated is %v, and the documentation %q", test.label, item.Deprecated, item.Doc)
			}
		}
		if !found {
			t.Errorf("%s is not offered at %s", test.label, f.Show(c))
		}
	}
}
