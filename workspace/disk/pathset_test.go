package disk_test

import (
	"testing"

	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// TestPathSet: a set answers what comparing each of its paths answers.
func TestPathSet(t *testing.T) {
	t.Parallel()
	paths := []string{"/", "/a", "/a/b", "/a/bc", "/a/b/c", "/d", "C:/", "C:/a", "untitled:1"}
	for _, p := range paths {
		for _, q := range paths {
			set := disk.PathSetOf(p)
			if got, want := set.Covers(q), disk.Inside(q, p); got != want {
				t.Errorf("the set of %s covers %s: %t", p, q, got)
			}
			if got, want := set.AnyIn(q), disk.Inside(p, q); got != want {
				t.Errorf("the set of %s has something in %s: %t", p, q, got)
			}
		}
	}
}
