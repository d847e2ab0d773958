package lsp

import (
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"go.lsp.dev/uri"

	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// A file behind a link that leads out of the repository is read while the user trusts the workspace, and only then.
func TestLinkedFilesNeedTrust(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	for name, text := range map[string]string{"key.pp": "shown = 1\n", "w/.git/HEAD": "", "w/main.pp": "output o {\n  value = shown\n}\n"} {
		at := filepath.Join(top, name)
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("../key.pp", filepath.Join(top, "w", "key.pp")); err != nil {
		t.Skip("no links here:", err)
	}
	var trusted atomic.Bool
	c := connect(t, func(s *server) {
		s.session = workspace.New(workspace.Options{FS: &disk.Confined{FS: disk.Machine{}, Trusted: func(string) bool { return trusted.Load() }}})
		s.opts.Trust = func(now Trust) { trusted.Store(now.Given) }
	}).initializeWith(modern("utf-8"))
	main := string(uri.File(filepath.ToSlash(top) + "/w/main.pp"))
	c.open(main, 1, "output o {\n  value = shown\n}\n")
	symbols := func() string {
		return string(c.call("workspace/symbol", object{"query": "shown"}).Result)
	}
	for _, given := range []bool{false, true, false} {
		c.notify("workspace/didChangeConfiguration", object{"settings": object{"pcl": object{"trusted": given}}})
		if got := symbols(); strings.Contains(got, "shown") != given {
			t.Errorf("trusted %t: got %s", given, got)
		}
	}
}
