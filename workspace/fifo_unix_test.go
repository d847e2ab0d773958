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

// A pipe that a program names is looked at and never opened. What comes out of it
// is nobody's business, so it is not reported either.
func TestPipeAtAPath(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	write(t, root, "main.pp", "a = readFile(\"./pipe\")\nb = fileArchive(\"./pipe\")\nc = readFile(\"./no-pipe\")\n")
	if err := syscall.Mkfifo(filepath.Join(root, "pipe"), 0o644); err != nil {
		t.Skip("no pipes here:", err)
	}
	wantCodes(t, workspace.New(workspace.Options{}).Snapshot(), slashed(root), "main.pp:file.missing")
}
