package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace/replace"
)

// stopAt is the variable with which the tests' executable is the program until it comes to
// the step of writing files with that number. There it says so and stops.
const stopAt = "PCL_LSP_TEST_STOP_AT"

// prepareProcess does what a variable says before the program runs in a process of its own.
var prepareProcess = func() {}

// runStopping is the program, which stops at a step.
func runStopping(args []string) int {
	stop, err := strconv.Atoi(os.Getenv(stopAt))
	if err != nil {
		return exitUsage
	}
	env := processEnvironment()
	env.cache, env.variable = "", func(string) string { return "" }
	steps := 0
	env.replacing = func(step replace.Step, path string) error {
		if steps++; steps == stop {
			fmt.Fprintln(os.Stderr, "stopped before", step, filepath.Base(path))
			_, _ = bufio.NewReader(os.Stdin).ReadByte() // nobody writes
		}
		return nil
	}
	prepareProcess()
	return run(context.Background(), args, strings.NewReader(""), os.Stdout, os.Stderr, env)
}

// fixingProcess is a process that fixes the programs of a directory.
func fixingProcess(t *testing.T, dir string, variables ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0], "check", "--fix", "--quiet", "two")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), variables...)
	return cmd
}

// A process that is killed at any step of writing leaves every file with its old or its new
// text. The next one removes what it left, and fixes the rest.
func TestKilledFix(t *testing.T) {
	t.Parallel()
	old := inFolders(t, unpacked(t, fixture.LoadText(t, fixedPrograms)))
	done := unpacked(t, fixture.LoadText(t, fixedPrograms))
	runIn(t, done, words("check --fix two"))
	fixed := inFolders(t, done)
	steps := 0
	for killedAt(t, old, fixed, steps+1) {
		steps++
	}
	if steps != 12 { // six for each file
		t.Errorf("the process was killed at %d steps", steps)
	}
}

// killedAt kills a process at a step; false if it ends before.
func killedAt(t *testing.T, old, fixed map[string]string, step int) bool {
	t.Helper()
	dir := unpacked(t, fixture.LoadText(t, fixedPrograms))
	cmd := fixingProcess(t, dir, fmt.Sprintf("%s=%d", stopAt, step))
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	stopped := false
	for lines := bufio.NewScanner(stderr); !stopped && lines.Scan(); {
		stopped = strings.HasPrefix(lines.Text(), "stopped before ")
	}
	if stopped {
		_ = cmd.Process.Kill()
	}
	_ = cmd.Wait() // it was killed
	oldOrNew(t, dir, old, fixed)
	if got := runIn(t, dir, words("check --fix two")); got.code != exitClean {
		t.Errorf("step %d: the next run says %+v", step, got)
	}
	oldOrNew(t, dir, fixed, fixed)
	if left := temporary(inFolders(t, dir)); len(left) > 0 {
		t.Errorf("step %d: %v is left", step, left)
	}
	return stopped
}

// oldOrNew checks that all files have one of two texts. There may be temporary files.
func oldOrNew(t *testing.T, dir string, old, fixed map[string]string) {
	t.Helper()
	now := inFolders(t, dir)
	for name := range old {
		if text, there := now[name]; !there || text != old[name] && text != fixed[name] {
			t.Errorf("%s has the text %q, %v", name, text, there)
		}
	}
	if more := len(now) - len(old); more != len(temporary(now)) {
		t.Errorf("there are %d more files, and not all are temporary: %v", more, now)
	}
}

// temporary are the names of files that a replacement made.
func temporary(files map[string]string) []string {
	var names []string
	for name := range files {
		if replace.IsTemporary(name) {
			names = append(names, name)
		}
	}
	return names
}
