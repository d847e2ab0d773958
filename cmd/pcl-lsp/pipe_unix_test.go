//go:build !windows

package main

import (
	"io"
	"os"
	"syscall"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/transport"
)

// TestPolled: a pipe is read to its end without a thread that waits, and blocks as before at the end of its use.
func TestPolled(t *testing.T) {
	t.Parallel()
	var fds [2]int
	if err := syscall.Pipe(fds[:]); err != nil {
		t.Fatal(err)
	}
	in, out := os.NewFile(uintptr(fds[0]), "in"), os.NewFile(uintptr(fds[1]), "out")
	defer in.Close()
	r, end := transport.Polled(in, os.Stderr)
	if r == io.Reader(in) {
		t.Fatal("the pipe is read as it is")
	}
	if !isNonblocking(t, in) {
		t.Error("the pipe blocks")
	}
	go func() {
		_, _ = io.WriteString(out, "text")
		out.Close()
	}()
	if text, err := io.ReadAll(r); err != nil || string(text) != "text" {
		t.Errorf("got %q, %v", text, err)
	}
	if end(); isNonblocking(t, in) {
		t.Error("the pipe does not block at the end")
	}
}

// TestPolledIsNotShared: a socket that is written to as well stays as it is, since a writer would get errors instead of waiting.
func TestPolledIsNotShared(t *testing.T) {
	t.Parallel()
	fds, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	in, other := os.NewFile(uintptr(fds[0]), "in"), os.NewFile(uintptr(fds[1]), "other")
	defer in.Close()
	defer other.Close()
	out, err := syscall.Dup(fds[0])
	if err != nil {
		t.Fatal(err)
	}
	both := os.NewFile(uintptr(out), "out")
	defer both.Close()
	if r, _ := transport.Polled(in, both); r != io.Reader(in) || isNonblocking(t, in) {
		t.Error("a socket for both directions does not block")
	}
	if r, _ := transport.Polled(in, other); r == io.Reader(in) {
		t.Error("a socket for one direction blocks")
	}
}

func isNonblocking(t *testing.T, f *os.File) bool {
	t.Helper()
	flags, _, errno := syscall.Syscall(syscall.SYS_FCNTL, f.Fd(), syscall.F_GETFL, 0)
	if errno != 0 {
		t.Fatal(errno)
	}
	return flags&syscall.O_NONBLOCK != 0
}
