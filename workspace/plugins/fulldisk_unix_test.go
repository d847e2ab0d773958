//go:build unix

package plugins_test

import (
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/workspace/plugins"
)

// A disk that is full before the whole schema is written costs the cache, not the answer. The test runs itself as a process that may write few bytes to a file.
func TestFullDisk(t *testing.T) {
	if executable := os.Getenv("PCL_LSP_TEST_FULL"); executable != "" {
		signal.Ignore(syscall.SIGXFSZ) // a write that goes too far fails then
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 16, Max: 16}); err != nil {
			t.Skip("the size of files cannot be limited here:", err)
		}
		c := newCache(t)
		s, err := c.Ask(t.Context(), plugins.Request{Executable: executable})
		if err != nil || s.Path != "" || len(s.Text) == 0 || len(files(t, c)) != 0 {
			t.Errorf("got %+v, %v, and %q in the cache", s, err, files(t, c))
		}
		return
	}
	t.Parallel()
	p := install(t, "")
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestFullDisk$")
	cmd.Env = append(os.Environ(), "PCL_LSP_TEST_FULL="+p.path)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}
