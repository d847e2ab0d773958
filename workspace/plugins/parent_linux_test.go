package plugins_test

import (
	"flag"
	"os"
	"os/exec"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/workspace/plugins"
)

// A plugin does not outlive who started it, even if that one is killed. The test
// runs itself to have somebody to kill.
func TestKilledWithItsParent(t *testing.T) {
	t.Parallel()
	if flag.NArg() == 1 {
		_, err := plugins.Ask(t.Context(), plugins.Request{Executable: flag.Arg(0)})
		t.Fatalf("nobody killed this process: %v", err)
	}
	p := install(t, "deaf")
	parent := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", p.path)
	parent.Env = append(os.Environ(), "TMPDIR="+t.TempDir()) // it does not clean up
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	if !eventually(func() bool { return len(p.processes()) == 1 }) {
		t.Error("the plugin was not started")
	}
	if err := parent.Process.Kill(); err != nil {
		t.Error(err)
	}
	_ = parent.Wait() // it was killed
	p.wantNoProcess()
}
