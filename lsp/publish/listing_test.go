// This file tests that a result which lists only changes is shown as if it listed all files.

package publish

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestListingsOfEdits: only files that differ from what is shown are looked at, and all files where something else is shown than the listing was compared
// with: because sending failed, or because another listing came first.
func TestListingsOfEdits(t *testing.T) {
	t.Parallel()
	var sent []string
	failing := false
	var b table
	b.trace = noTrace{}
	b.push = func(params [][]byte) error {
		if failing {
			return errors.New("the client is gone")
		}
		sent = append(sent, shortened(t, params))
		return nil
	}
	last := func() *listing {
		l, _ := b.last("/p").(*listing)
		return l
	}
	file := func(name string, messages ...string) *listed {
		return &listed{findings: testFindings("/p/"+name, 0, messages...)}
	}
	step := func(what string, r result, wantFiles int, want ...string) {
		t.Helper()
		sent = nil
		if err := b.replace(context.Background(), "/p", r); (err != nil) != failing {
			t.Fatalf("%s: %v", what, err)
		}
		if diff := cmp.Diff(strings.Join(want, "\n"), strings.Join(sent, "\n")); diff != "" || len(r.files) != wantFiles {
			t.Errorf("%s: %d files, want %d; sent (-want +got):\n%s", what, len(r.files), wantFiles, diff)
		}
	}
	a, x, z := file("a", "1"), file("b"), file("c", "2")
	first := &listing{files: []*listed{a, x, z}}
	step("all files", first.result(nil, ""), 3, "/p/a 1", "/p/c 2")
	second := &listing{files: []*listed{a, file("b", "3"), z}}
	step("one edited", second.result(first, ""), 1, "/p/b 3")
	step("nothing new", second.result(last(), ""), 0)
	if got := (&listing{files: second.files}).result(second, ""); got.token != any(second) {
		t.Errorf("a listing with the same entries has another token: %v", got.token)
	}
	third := &listing{files: []*listed{file("a"), second.files[1], z}}
	step("compared with another listing than is shown", third.result(first, ""), 2, "/p/a")
	failing = true
	step("not sent", (&listing{files: []*listed{file("a", "4"), x, file("c")}}).result(third, ""), 3)
	failing = false
	if last() != nil {
		t.Errorf("what was sent in part has the token %v", last())
	}
	step("sent again", third.result(third, ""), 0)
	gone := &listing{files: []*listed{third.files[0], third.files[1], {findings: testFindings("/p/c", 0), missing: true}}}
	step("a file is gone", gone.result(third, ""), 2, "/p/c")
	edited := &listing{files: []*listed{file("a"), file("b"), file("c")}}
	var order []string
	for _, f := range edited.all("/p/b") {
		order = append(order, f.path)
	}
	if got := strings.Join(order, " "); got != "/p/b /p/a /p/c" {
		t.Errorf("the order is %s", got)
	}
}
