package workspace_test

import (
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// counting counts how often files are read.
type counting struct {
	fixture.Files
	reads *int
}

func (c counting) ReadFile(path string) ([]byte, error) {
	*c.reads++
	return c.Files.ReadFile(path)
}

const empty = `{"version": 3, "deployment": {"manifest": {}, "resources": []}}`

// TestEachVersionIsReadOnce: a file is read again only after a change of it, also in later books.
func TestEachVersionIsReadOnce(t *testing.T) {
	t.Parallel()
	reads := 0
	q := workspace.StateQuestion{Dir: "/p", Stack: "dev", Project: "shop", Path: "/p/{project}.{stack}.json", FS: counting{fixture.Files{"/p/shop.dev.json": empty, "/p/shop.prod.json": empty}, &reads}, Limit: 1 << 20}
	book := workspace.NewStateBook()
	first := book.Of(q)
	if first == nil || first.State == nil || first.Path != "/p/shop.dev.json" {
		t.Fatalf("got %+v", first)
	}
	other := book.Without([]string{"/p/other.json"}).Given("/q", nil)
	if got := other.Of(q); got != first || reads != 1 {
		t.Errorf("got %+v after %d reads", got, reads)
	}
	q.Stack = "prod"
	if got := other.Of(q); got.Path != "/p/shop.prod.json" || reads != 2 {
		t.Errorf("got %+v after %d reads", got, reads)
	}
	q.Stack = "dev"
	if got := other.Without([]string{"/p/shop.dev.json"}).Of(q); got == first || got.State == nil || reads != 3 {
		t.Errorf("got %+v after %d reads", got, reads)
	}
	if got := other.At("/s/{stack}.json").Of(q); !got.Absent || got.Problem != "the state in dev.json is not there; write it with pulumi stack export --file" {
		t.Errorf("got %+v", got)
	}
}

// TestNamesAreNoPaths: the name of a stack or project that is missing, or leads elsewhere, selects no file.
func TestNamesAreNoPaths(t *testing.T) {
	t.Parallel()
	for _, q := range []workspace.StateQuestion{
		{Path: "/p/{stack}.json"}, {Path: "/p/{project}.json", Stack: "dev"}, {Path: "/p/{stack}.json", Stack: "a/b"},
		{Path: "/p/{project}.json", Project: "../secret"}, {Path: "/p/{project}.json", Project: `..\secret`}, {},
	} {
		q.FS = fixture.Files{}
		if got := workspace.NewStateBook().Of(q); got != nil {
			t.Errorf("%+v: got %+v", q, got)
		}
	}
}
