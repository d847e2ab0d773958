package replace_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/faults"
	"github.com/pcl-lsp/pcl-lsp/workspace/replace"
)

const faultyFolder = "PCL_LSP_TEST_FAULTY"

// Invariant: at every moment every file has its old or its new text, and when a function
// returns there is no temporary file. Each call of the system about each file fails once, as on
// a broken or a full disk; only when the files are being renamed some are new. The test runs
// itself as a process that replaces the files.
func TestEveryStepFails(t *testing.T) {
	names := []string{"a", "b", "c"}
	if dir := os.Getenv(faultyFolder); dir != "" {
		files := inNew(dir, names...)
		faults.Enter()
		if _, err := replace.All(context.Background(), files); err != nil {
			fmt.Println(err)
			os.Exit(3)
		}
		os.Exit(0)
	}
	t.Parallel()
	run := func(dir string, fault faults.Fault, at int) (code int, said string, s *faults.System) {
		var out bytes.Buffer
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestEveryStepFails$")
		cmd.Env = append(os.Environ(), faultyFolder+"="+dir)
		cmd.Stdout, cmd.Stderr = &out, &out
		s, err := faults.Start(cmd, dir, fault, at)
		if errors.Is(err, faults.ErrRefused) {
			t.Skip(err)
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Wait(); err != nil && !errors.As(err, new(*exec.ExitError)) {
			t.Fatal(err)
		}
		return cmd.ProcessState.ExitCode(), out.String(), s
	}
	whole := folder(t, names...)
	_, said, all := run(whole, faults.None, 0)
	if got := texts(t, whole); !slices.Equal(got, []string{"a: new a", "b: new b", "c: new c"}) {
		t.Fatalf("without a fault, there are %v: %s", got, said)
	}
	for _, fault := range []faults.Fault{faults.Unreadable, faults.Denied, faults.Gone, faults.Broken, faults.Full} {
		steps := fault.Among(all.Steps())
		if steps < len(names) {
			t.Errorf("%s: only %d steps", fault.Name, steps)
		}
		for at := 1; at <= steps; at++ {
			dir := folder(t, names...)
			code, said, s := run(dir, fault, at)
			step := s.Failed()
			if step == nil {
				t.Errorf("%s: step %d of %d did not fail", fault.Name, at, steps)
				continue
			}
			where := fmt.Sprintf("%s, %s of %s (%d)", fault.Name, step.Call, filepath.Base(step.Path), at)
			new := 0
			for i, text := range texts(t, dir) {
				switch {
				case i >= len(names):
					t.Errorf("%s: left is %s", where, text)
				case text == names[i]+": new "+names[i] && new == i:
					new++
				case text != names[i]+": old "+names[i]:
					t.Errorf("%s: it has %s", where, text)
				}
			}
			switch {
			case code == 0 && new == len(names): // the step is not needed
			case code != 3 || !strings.Contains(said, "cannot write "+dir):
				t.Errorf("%s: exit code %d, %d new files: %s", where, code, new, said)
			case new > 0 && !strings.Contains(said, fmt.Sprintf("%d of 3 files were already written: ", new)):
				t.Errorf("%s: the error does not say that %d files were written: %s", where, new, said)
			}
		}
	}
}
