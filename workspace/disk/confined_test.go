package disk_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// tree makes files, and links of the form "path -> target", and returns the directory without links.
func treeOf(t *testing.T, entries ...string) string {
	t.Helper()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		name, target, isLink := strings.Cut(entry, " -> ")
		at := filepath.Join(top, name)
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if isLink {
			err = os.Symlink(target, at)
		} else {
			err = os.WriteFile(at, []byte("text"), 0o600)
		}
		if err != nil {
			t.Skip("no links here:", err)
		}
	}
	return filepath.ToSlash(top)
}

// Law: a file is read unless a link on its path leads out of its repository or, without one, out of the folder or the named directory.
func TestConfined(t *testing.T) {
	t.Parallel()
	top := treeOf(t,
		"home/key", "home/other/.git", "home/other/x.pp",
		"repo/.git", "repo/own.pp", "repo/in.pp -> own.pp", "repo/out.pp -> ../home/key", "repo/chain.pp -> out.pp", "repo/sub/up.pp -> ../own.pp",
		"repo/dir -> ../home", "repo/private -> ../home/other", "repo/self -> .", "repo/gone.pp -> ../home/nothing", "repo/inner/.git", "repo/inner/up.pp -> ../own.pp",
		"plain/app/in.pp -> ../own.pp", "plain/own.pp", "plain/app/out.pp -> ../../home/key",
		"short -> repo", "named -> home",
	)
	for _, test := range []struct {
		named, folder, path string
		reads               bool
	}{
		{"repo", "", "repo/own.pp", true},
		{"repo", "", "repo/in.pp", true},
		{"repo", "", "repo/self/self/own.pp", true},
		{"repo", "", "repo/sub/up.pp", true},
		{"repo/sub", "", "repo/sub/up.pp", true},
		{"repo", "", "repo/out.pp", false},
		{"repo/out.pp", "", "repo/out.pp", false},
		{"repo", "", "repo/chain.pp", false},
		{"repo", "", "repo/gone.pp", false},
		{"repo", "", "repo/dir/key", false},
		{"repo/dir", "", "repo/dir/key", false},
		{"repo", "", "repo/private/x.pp", false},
		{"repo/private", "", "repo/private/x.pp", false},
		{"repo/sub", "", "repo/private/x.pp", false},
		{"repo", "", "repo/inner/up.pp", false},
		{"", "repo", "repo/out.pp", false},
		{"", "", "repo/out.pp", false},
		{"", "", "repo/sub/up.pp", true},
		{"plain", "", "plain/app/in.pp", true},
		{"plain/app", "", "plain/app/in.pp", false},
		{"plain", "", "plain/app/out.pp", false},
		{"", "plain", "plain/app/in.pp", true},
		{"short", "", "short/sub/up.pp", true},
		{"short", "", "short/out.pp", false},
		{"named", "", "named/key", true},
	} {
		c := &disk.Confined{FS: disk.Machine{}}
		if test.named != "" {
			c.Name(top + "/" + test.named)
		}
		if test.folder != "" {
			c.Folders = func() []string { return []string{top + "/" + test.folder} }
		}
		text, err := c.ReadFile(top + "/" + test.path)
		if (err == nil) != test.reads || len(text) > 0 != test.reads {
			t.Errorf("%+v: got %q, %v", test, text, err)
		}
		if !test.reads && !strings.Contains(test.path, "gone") && !errors.Is(err, disk.ErrLeaves) {
			t.Errorf("%+v: %v", test, err)
		}
	}
	for name, c := range map[string]*disk.Confined{
		"trusted": {FS: disk.Machine{}, Trusted: func(string) bool { return true }}, "own": {FS: disk.Machine{}, Own: []string{top + "/repo"}},
	} {
		if _, err := c.ReadFile(top + "/repo/out.pp"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	follows := &disk.Confined{FS: disk.Machine{}}
	follows.Follows.Store(true)
	if _, err := follows.ReadFile(top + "/repo/out.pp"); err != nil {
		t.Error(err)
	}
}
