package program

import (
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// Edits of texts keep the numbers of a file, even the same list, in however many
// items they are. Items that change places keep theirs.
func TestNumbersStay(t *testing.T) {
	t.Parallel()
	const text = "a = 1\nb = a\nc = b\nd = c\n\n# names\n"
	for _, test := range []struct {
		name, text string
		stay       bool
		gone       []int32
	}{
		{"one item", strings.Replace(text, "b = a", "b = [a]", 1), true, []int32{1}},
		{"one name", strings.Replace(text, "b = a", "e = a", 1), true, []int32{1}},
		{"items apart", strings.NewReplacer("a = 1", "a = 2", "d = c", "d = [c]").Replace(text), true, []int32{0, 3}},
		{"what stands behind the items too", strings.NewReplacer("names", "locals", "d = c", "d = [c]").Replace(text), true, []int32{3}},
		{"several names", strings.NewReplacer("a", "e", "b", "f").Replace(text), false, nil},
		{"items that change places", strings.Replace(text, "c = b\nd = c\n", "d = c\nc = b\n", 1), false, nil},
		{"one more", text + "e = d\n", false, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			old := syntax.Parse("main.pp", text, nil)
			f := syntax.Parse("main.pp", test.text, old)
			before := make([]int32, old.Count())
			for i, next := 0, int32(0); i < len(before); i++ {
				if before[i] = -1; old.Item(i).Kind != syntax.KindBlank {
					before[i], next = next, next+1
				}
			}
			ids, gone, come := alignItems(old, f, before)
			if stay := len(ids) == len(before) && &ids[0] == &before[0]; stay != test.stay {
				t.Fatalf("the ids %v became %v; stay is %v, want %v", before, ids, stay, test.stay)
			}
			if test.stay && (!slices.Equal(gone, test.gone) || len(come) != len(test.gone)) {
				t.Errorf("gone are %v and %d came, want %v and as many", gone, len(come), test.gone)
			}
		})
	}
}
