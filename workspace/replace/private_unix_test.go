//go:build unix

package replace_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/workspace/replace"
)

// Directories are made for the user alone, with those above.
func TestMakePrivate(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "a", "b")
	if replace.IsPrivate(dir) {
		t.Error("there is none, and it is private")
	}
	for range 2 {
		if err := replace.MakePrivate(dir); err != nil {
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
	if err := replace.MakePrivate(dir); err != nil {
		t.Fatal(err)
	}
	for mode, want := range map[os.FileMode]bool{0o700: true, 0o755: true, 0o770: false, 0o702: false, 0o777 | os.ModeSticky: false} {
		if err := os.Chmod(dir, mode); err != nil {
			t.Fatal(err)
		}
		if err := replace.MakePrivate(dir); replace.IsPrivate(dir) != want || errors.Is(err, replace.ErrShared) == want {
			t.Errorf("mode %v: %t, %v", mode, replace.IsPrivate(dir), err)
		}
	}
	file := filepath.Join(top, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if replace.IsPrivate(file) || replace.MakePrivate(file) == nil {
		t.Error("a file is a private directory")
	}
}

// Whose a directory or a link is counts, whatever its mode is.
func TestPrivateOwner(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only the superuser can give files away")
	}
	top := t.TempDir()
	for _, dir := range []string{"mine", "theirs"} {
		if err := replace.MakePrivate(filepath.Join(top, dir)); err != nil {
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
		if got := replace.IsPrivate(filepath.Join(top, name)); got != want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
