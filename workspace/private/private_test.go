//go:build unix

package private_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/workspace/private"
)

// Directories are made for the user alone, with those above.
func TestMake(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "a", "b")
	if private.Is(dir) {
		t.Error("there is none, and it is private")
	}
	for range 2 {
		if err := private.Make(dir); err != nil {
			t.Fatal(err)
		}
	}
	for _, made := range []string{filepath.Dir(dir), dir} {
		if info, err := os.Stat(made); err != nil || info.Mode() != os.ModeDir|0o700 {
			t.Errorf("%s: %v %v", made, info.Mode(), err)
		}
	}
}

// A directory that others can write to, or have made, is refused; one that others can
// only read is none of those.
func TestShared(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	dir := filepath.Join(top, "dir")
	if err := private.Make(dir); err != nil {
		t.Fatal(err)
	}
	for mode, want := range map[os.FileMode]bool{0o700: true, 0o755: true, 0o770: false, 0o702: false, 0o777 | os.ModeSticky: false} {
		if err := os.Chmod(dir, mode); err != nil {
			t.Fatal(err)
		}
		if err := private.Make(dir); private.Is(dir) != want || errors.Is(err, private.ErrShared) == want {
			t.Errorf("mode %v: %t, %v", mode, private.Is(dir), err)
		}
	}
	file := filepath.Join(top, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if private.Is(file) || private.Make(file) == nil {
		t.Error("a file is a private directory")
	}
}

// Whose a directory or a link is counts, whatever its mode is.
func TestOwner(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only the superuser can give files away")
	}
	top := t.TempDir()
	for _, dir := range []string{"mine", "theirs"} {
		if err := private.Make(filepath.Join(top, dir)); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{"mine to mine": "mine", "theirs to mine": "mine", "mine to theirs": "theirs"} {
		if err := os.Symlink(to, filepath.Join(top, link)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"theirs", "theirs to mine"} {
		if err := os.Lchown(filepath.Join(top, name), 4321, 4321); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]bool{"mine": true, "theirs": false, "mine to mine": true, "theirs to mine": false, "mine to theirs": false} {
		if got := private.Is(filepath.Join(top, name)); got != want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
