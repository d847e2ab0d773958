package plugins_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// This file holds what the tests share: the provider, built once, and the check
// that in the end no goroutine is left.

var scratch string // for the run of the tests

func TestMain(m *testing.M) {
	before := runtime.NumGoroutine()
	var err error
	if scratch, err = os.MkdirTemp("", "plugins-test-*"); err != nil {
		panic(err)
	}
	status := m.Run()
	os.RemoveAll(scratch)
	if status == 0 && !eventually(func() bool { return runtime.NumGoroutine() <= before }) {
		stacks := make([]byte, 1<<20)
		fmt.Fprintf(os.Stderr, "goroutines were left:\n%s\n", stacks[:runtime.Stack(stacks, true)])
		status = 1
	}
	os.Exit(status)
}

// eventually waits for something that takes a while to come true.
func eventually(holds func() bool) bool {
	again := time.NewTicker(5 * time.Millisecond)
	defer again.Stop()
	deadline := time.NewTimer(2 * time.Minute) // only a hang takes as long
	defer deadline.Stop()
	for !holds() {
		select {
		case <-again.C:
		case <-deadline.C:
			return false
		}
	}
	return true
}

var builtProvider = sync.OnceValues(func() (string, error) {
	path := filepath.Join(scratch, "testprovider"+exe())
	out, err := exec.Command("go", "build", "-o", path, "../../internal/testprovider").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return path, nil
})

func exe() string {
	if runtime.GOOS == "windows" {
		return ".exe"
	}
	return ""
}

// plugin is a provider that was installed into a Pulumi home of its own.
type plugin struct {
	t    testing.TB
	path string
}

// install installs the provider in one of its variants.
func install(t testing.TB, variant string) plugin {
	t.Helper()
	binary, err := builtProvider()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "plugins", "resource-moon-v1.2.3")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	p := plugin{t, filepath.Join(dir, "pulumi-resource-moon"+exe())}
	link(t, binary, p.path)
	p.write("variant", variant)
	t.Cleanup(p.wantNoProcess)
	return p
}

// link puts the binary at a path.
func link(t testing.TB, binary, path string) {
	t.Helper()
	if os.Link(binary, path) == nil {
		return
	}
	replace(t, binary, path)
}

// replace puts a copy of the binary at a path, whatever is there.
func replace(t testing.TB, binary, path string) {
	t.Helper()
	text, err := os.ReadFile(binary)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	writeProgram(t, path, text)
}

// writeProgram writes a program that is run later. No process may be started while
// it is open: that process would have it open too for a moment, and a program that
// somebody has open for writing cannot be run.
func writeProgram(t testing.TB, path string, text []byte) {
	t.Helper()
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	if err := os.WriteFile(path, text, 0o700); err != nil {
		t.Fatal(err)
	}
}

func (p plugin) file(name string) string { return filepath.Join(filepath.Dir(p.path), name) }

func (p plugin) write(name, text string) {
	p.t.Helper()
	writeProgram(p.t, p.file(name), []byte(text))
}

// processes are those that ran so far.
func (p plugin) processes() []int {
	text, _ := os.ReadFile(p.file("pids"))
	var pids []int
	for line := range strings.Lines(string(text)) {
		if pid, err := strconv.Atoi(strings.TrimSpace(line)); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids
}

// wantNoProcess checks that all of them are gone.
func (p plugin) wantNoProcess() {
	p.t.Helper()
	for _, pid := range p.processes() {
		if !eventually(func() bool { return gone(pid) }) {
			p.t.Errorf("process %d of %s was left behind", pid, p.path)
		}
	}
}
