package main

import (
	"errors"
	"slices"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// Results are used in order, each once, however many are made at once and in whichever order they
// are done.
func TestInOrder(t *testing.T) {
	t.Parallel()
	const n = 500
	backwards := func(n int, do func(int)) {
		for i := range n {
			do(n - 1 - i)
		}
	}
	atOnce := workspace.New(workspace.Options{Workers: 8}).Snapshot().Each
	for name, each := range map[string]func(int, func(int)){"at once": atOnce, "backwards": backwards} {
		var used []int
		err := inOrder(each, n, func(i int) int { return i }, func(i int) error {
			used = append(used, i)
			return nil
		})
		if err != nil || len(used) != n || !slices.IsSorted(used) {
			t.Errorf("%s: %v, used %d: %v", name, err, len(used), used)
		}
	}
	used, broken := 0, errors.New("broken")
	err := inOrder(atOnce, n, func(i int) int { return i }, func(i int) error {
		used++
		if i == 7 {
			return broken
		}
		return nil
	})
	if !errors.Is(err, broken) || used != 8 {
		t.Errorf("got %v after %d", err, used)
	}
}
