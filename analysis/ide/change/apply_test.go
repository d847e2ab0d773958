package change_test

import (
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

func edit(path string, start, end int, text string) change.Edit {
	return change.Edit{Path: path, Span: syntax.Span{Start: start, End: end}, Text: text}
}

// TestApplied: offsets refer to the original text, in any order, and edits of other files do
// nothing.
func TestApplied(t *testing.T) {
	t.Parallel()
	file := syntax.Parse("a.pp", "x = 1\ny = 2\n", nil)
	got := change.Applied(file, []change.Edit{edit("a.pp", 10, 11, "30"), edit("b.pp", 0, 5, ""), edit("a.pp", 0, 1, "long")})
	if want := "long = 1\ny = 30\n"; got.Text() != want {
		t.Errorf("got %q, want %q", got.Text(), want)
	}
	if change.Applied(file, []change.Edit{edit("b.pp", 0, 5, "")}) != file {
		t.Error("a file that nothing changes is another one")
	}
}

func TestOverlap(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		a, b change.Edit
		want bool
	}{
		{"apart", edit("a", 0, 2, ""), edit("a", 3, 4, ""), false},
		{"next to each other", edit("a", 0, 2, ""), edit("a", 2, 4, ""), false},
		{"crossing", edit("a", 0, 3, ""), edit("a", 2, 4, ""), true},
		{"inside", edit("a", 0, 9, ""), edit("a", 2, 4, ""), true},
		{"two insertions at one place", edit("a", 2, 2, "x"), edit("a", 2, 2, "y"), true},
		{"an insertion inside", edit("a", 0, 4, ""), edit("a", 2, 2, "y"), true},
		{"an insertion at the end", edit("a", 0, 4, ""), edit("a", 4, 4, "y"), true},
		{"other files", edit("a", 0, 4, ""), edit("b", 0, 4, ""), false},
	} {
		if change.Overlap(test.a, test.b) != test.want || change.Overlap(test.b, test.a) != test.want {
			t.Errorf("%s: wanted %v, both ways", test.name, test.want)
		}
	}
}
