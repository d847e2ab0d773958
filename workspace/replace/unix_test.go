//go:build unix

package replace_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/workspace/replace"
)

// Other names of a file keep the old text, and that is said.
func TestHardLink(t *testing.T) {
	t.Parallel()
	dir := folder(t, "a")
	if err := os.Link(filepath.Join(dir, "a"), filepath.Join(dir, "b")); err != nil {
		t.Skip("no hard links here:", err)
	}
	notes, err := replace.All(context.Background(), inNew(dir, "a"))
	if err != nil || len(notes) != 1 || !strings.Contains(notes[0], "a has other names") {
		t.Errorf("got %q, %v", notes, err)
	}
	expect(t, dir, "a: new a", "b: old a")
}

// The owner stays where that is allowed.
func TestOwner(t *testing.T) {
	t.Parallel()
	dir := folder(t, "a")
	if err := os.Chown(filepath.Join(dir, "a"), 4711, 4712); err != nil {
		t.Skip("only the superuser can give files away:", err)
	}
	if _, err := replace.All(context.Background(), inNew(dir, "a")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(filepath.Join(dir, "a"))
	if err != nil {
		t.Fatal(err)
	}
	if stat := info.Sys().(*syscall.Stat_t); stat.Uid != 4711 || stat.Gid != 4712 {
		t.Errorf("the owner is %d:%d", stat.Uid, stat.Gid)
	}
}

// A directory that takes no new file leaves all as it was.
func TestReadOnlyDirectory(t *testing.T) {
	t.Parallel()
	if os.Getuid() == 0 {
		t.Skip("the superuser may write everywhere")
	}
	dir, closed := folder(t, "a"), folder(t, "b")
	if err := os.Chmod(closed, 0o555); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(closed, 0o755) }) // so that it can be removed
	_, err := replace.All(context.Background(), append(inNew(dir, "a"), inNew(closed, "b")...))
	if err == nil || !strings.Contains(err.Error(), "its directory takes no new file") {
		t.Errorf("got error %v", err)
	}
	expect(t, dir, "a: old a")
	expect(t, closed, "b: old b")
}
