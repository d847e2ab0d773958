package workspace_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// Each block of PCL in Markdown is a program of its own, and its findings stand in the file.
func TestMarkdown(t *testing.T) {
	t.Parallel()
	const page = "# A\n\n```pcl\na = b\nc = 1\nc = 2\n```\n\n- two\n\n  ```pp\n  output d {\n    value = c\n  }\n  ```\n\n```pcl ignore\n…\n```\n\n```hcl\nno = nothing\n```\n"
	files := fixture.Files{"/w/docs/a.md": page, "/w/docs/none.md": "```sh\nls\n```\n", "/w/docs/deep/b.markdown": "~~~PCL\nx =\n~~~\n", "/p/main.pp": "x = 1\n", "/p/README.md": page, "/q/x.md": "text\n"}
	now := workspace.New(workspace.Options{FS: files, Embedded: workspace.Embedded}).Snapshot()
	for root, want := range map[string][]string{
		"/w": {"/w/docs/a.md", "/w/docs/deep/b.markdown"}, "/p": {"/p"}, "/p/README.md": {"/p/README.md"},
	} {
		found, err := now.Discover(root)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, target := range found.Targets {
			got = append(got, target.Dir)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", root, diff)
		}
	}
	for _, root := range []string{"/q", "/w/docs/none.md"} {
		if _, err := now.Discover(root); !errors.As(err, new(*workspace.NotPCL)) {
			t.Errorf("%s: got %v", root, err)
		}
	}
	var got []string
	all, err := now.DiagnoseEmbedded(context.Background(), "/w/docs/a.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range all {
		line := fmt.Sprintf("%s %s %s", d.Code, d.Path, page[d.Span.Start:d.Span.End])
		for _, r := range d.Related {
			line += fmt.Sprintf(" (%s %s)", r.Path, page[r.Span.Start:r.Span.End])
		}
		got = append(got, line)
	}
	if diff := cmp.Diff([]string{
		"unused.local /w/docs/a.md a", "name.undefined /w/docs/a.md b", "unused.local /w/docs/a.md c", "name.duplicate /w/docs/a.md c (/w/docs/a.md c)", "name.undefined /w/docs/a.md c",
	}, got); diff != "" {
		t.Error(diff)
	}
}
