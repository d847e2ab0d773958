package checking

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
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

// Components that were used lately stay, all others are forgotten, and what stays has a limit.
func TestRecentComponents(t *testing.T) {
	t.Parallel()
	var forgotten []string
	r := recent{forget: func(dir string) { forgotten = append(forgotten, dir) }}
	r.done("/alone", nil)
	if !slices.Equal(forgotten, []string{"/alone"}) {
		t.Errorf("forgotten: %q", forgotten)
	}
	forgotten = nil
	const n = 1000
	for i := range n {
		r.used(fmt.Sprintf("/c%d", i))
		r.used("/shared")
		r.done(fmt.Sprintf("/p%d", i), nil)
	}
	kept := 2*n + 1 - len(forgotten)
	if slices.Contains(forgotten, "/shared") || kept < 50 || kept > 200 || r.total > recentBytes {
		t.Errorf("%d components of %d bytes stay", kept, r.total)
	}
}

func TestMasked(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text  string
		spans []syntax.Span
		want  string
	}{
		{"abc\ndef", nil, "abc\ndef"},
		{"abc\ndef", []syntax.Span{{Start: 5, End: 6}, {Start: 1, End: 3}}, "a**\nd*f"},
		{"aé€😀\r\n\xffz", []syntax.Span{{End: 99}}, "*·•🞄\r\n**"},
	} {
		if got := masked(test.text, test.spans); got != test.want || len(got) != len(test.text) {
			t.Errorf("%q: got %q, want %q", test.text, got, test.want)
		}
	}
}
