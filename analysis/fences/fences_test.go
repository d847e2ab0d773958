package fences_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/analysis/fences"
)

func TestIn(t *testing.T) {
	t.Parallel()
	const text = "# A\n\n```pcl\na = 1\n```\n\n" +
		"- one\n\n  ~~~~ PP title=\"x\"\n  b = <<-X\n  ```\n  ~~~\n  X\n  ~~~~~\r\n" +
		"````md\n```pcl\nno\n```\n````\n```` not `a` fence\n```pcl ignore\nc = …\n```\n```{pcl, ignore}\n```\n```hcl\nd\n```\n```pcl\nopen"
	var got []string
	for _, b := range fences.In(text) {
		if b.IsPCL() {
			got = append(got, text[b.Start:b.End])
		}
	}
	if diff := cmp.Diff([]string{"a = 1\n", "  b = <<-X\n  ```\n  ~~~\n  X\n", "open"}, got); diff != "" {
		t.Error(diff)
	}
	if all := fences.In(text); len(all) != 7 || strings.Count(text[all[2].Start:all[2].End], "\n") != 3 {
		t.Errorf("got %v", all)
	}
	if all := fences.In("text\n```"); len(all) != 1 || all[0] != (fences.Block{Start: 8, End: 8}) {
		t.Errorf("got %v", all)
	}
}
