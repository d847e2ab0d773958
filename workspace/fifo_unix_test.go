//go:build unix

package workspace_test

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// A pipe is reported and never waited for.
func TestPipe(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	write(t, root, "main.pp", "a = 1\n")
	if err := syscall.Mkfifo(filepath.Join(root, "pipe.pp"), 0o644); err != nil {
		t.Skip("no pipes here:", err)
	}
	found, err := workspace.New(workspace.Options{}).Snapshot().Discover(slashed(root))
	if got := describe(found, err); !strings.Contains(got, "pipe.pp is not a regular file") || len(found.Targets) != 1 {
		t.Errorf("got %s", got)
	}
}
