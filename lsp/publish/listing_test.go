// This file tests that a listing of which only changes are looked at is shown as if all files were.

package publish

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestListingsOfEdits: only files that differ from what is shown are looked at, and all files where that is unknown
// because sending failed.
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
	file := func(name string, messages ...string) *listed {
		return &listed{findings: testFindings("/p/"+name, 0, messages...)}
	}
	step := func(what string, l *listing, wantFiles int, want ...string) {
		t.Helper()
		sent = nil
		files, _ := l.since(b.last("/p"))
		if err := b.replace(context.Background(), "/p", l); (err != nil) != failing {
			t.Fatalf("%s: %v", what, err)
		}
		if diff := cmp.Diff(strings.Join(want, "\n"), strings.Join(sent, "\n")); diff != "" || len(files) != wantFiles {
			t.Errorf("%s: %d files, want %d; sent (-want +got):\n%s", what, len(files), wantFiles, diff)
		}
	}
	a, x, z := file("a", "1"), file("b"), file("c", "2")
	first := &listing{files: []*listed{a, x, z}}
	step("all files", first, 3, "/p/a 1", "/p/c 2")
	second := &listing{files: []*listed{a, file("b", "3"), z}}
	step("one edited", second, 1, "/p/b 3")
	step("nothing new", second, 0)
	third := &listing{files: []*listed{file("a"), second.files[1], z}}
	step("another one", third, 1, "/p/a")
	failing = true
	step("not sent", &listing{files: []*listed{file("a", "4"), x, file("c")}}, 3)
	failing = false
	if last := b.last("/p"); last != nil {
		t.Errorf("what was sent in part is shown as %v", last)
	}
	step("sent again", third, 3)
	gone := &listing{files: []*listed{third.files[0], third.files[1], {findings: testFindings("/p/c", 0), missing: true}}}
	step("a file is gone", gone, 2, "/p/c")
	edited := &listing{files: []*listed{file("a"), file("b"), file("c")}, edited: "/p/b"}
	var order []string
	all, _ := edited.since(nil)
	for _, f := range all {
		order = append(order, f.path)
	}
	if got := strings.Join(order, " "); got != "/p/b /p/a /p/c" {
		t.Errorf("the order is %s", got)
	}
}
