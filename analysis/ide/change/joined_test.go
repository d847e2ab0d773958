package change_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// TestManyEdits: edits give the same text whether they are close together, in one item or far apart.
func TestManyEdits(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	for i := range 100 {
		fmt.Fprintf(&text, "a%d = [%s]\n", i, strings.Repeat("1, ", i%20))
	}
	file := syntax.Parse("a.pp", text.String(), nil)
	random := rand.New(rand.NewPCG(1, 2))
	for range 10 {
		var edits []change.Edit
		want, at := "", 0
		for at < file.Len() {
			start := min(at+1+random.IntN(1<<random.IntN(14)), file.Len())
			end := min(start+random.IntN(4), file.Len())
			insert := []string{"", "x", "\n", "b = 2\n"}[random.IntN(4)]
			edits = append(edits, edit("a.pp", start, end, insert))
			want += text.String()[at:start] + insert
			at = end
		}
		random.Shuffle(len(edits), func(i, k int) { edits[i], edits[k] = edits[k], edits[i] })
		got := change.Applied(file, edits)
		if got.Text() != want+text.String()[at:] || fmt.Sprint(got.Errors) != fmt.Sprint(syntax.Parse("a.pp", got.Text(), nil).Errors) {
			t.Fatal("the edits give another text")
		}
	}
}
