//go:build unix

package replace_test

import (
	"context"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/workspace/replace"
)

// Other names of a file keep the old text, and that is said. A report has one text under all its names.
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
	if err := os.Link(filepath.Join(dir, "b"), filepath.Join(dir, "c")); err != nil {
		t.Fatal(err)
	}
	if err := replace.One(filepath.Join(dir, "b"), []byte("new"), 0o600); err != nil {
		t.Error(err)
	}
	expect(t, dir, "a: new a", "b: new", "c: new")
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

// A disk that takes only the beginning of a text leaves the old one. The test runs itself as a process that may write few bytes to a file.
func TestPartOfAText(t *testing.T) {
	if dir := os.Getenv("PCL_LSP_TEST_PART"); dir != "" {
		signal.Ignore(syscall.SIGXFSZ) // a write that goes too far fails then
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 4096, Max: 4096}); err != nil {
			t.Skip("the size of files cannot be limited here:", err)
		}
		long := []byte(strings.Repeat("new ", 4096))
		if err := replace.One(filepath.Join(dir, "a"), long, 0o644); err == nil {
			t.Error("One wrote a text that is too long")
		}
		if _, err := replace.All(context.Background(), []replace.File{{Path: filepath.Join(dir, "b"), Old: "old b", New: string(long)}}); err == nil {
			t.Error("All wrote a text that is too long")
		}
		return
	}
	t.Parallel()
	dir := folder(t, "a", "b")
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestPartOfAText$")
	cmd.Env = append(os.Environ(), "PCL_LSP_TEST_PART="+dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
	expect(t, dir, "a: old a", "b: old b")
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
