//go:build !windows

package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/frame"
)

// This file tests how a server that is a process of its own ends.

// served is a server in a process of its own.
type served struct {
	t      *testing.T
	cmd    *exec.Cmd
	to     io.Writer     // what the server reads
	in     *os.File      // the end of a pipe that this is
	out    *os.File      // the end that takes what the server writes
	lines  *bufio.Reader // what it writes
	stderr bytes.Buffer
}

// serveProcess starts a server with real pipes.
func serveProcess(t *testing.T, args ...string) *served {
	t.Helper()
	home := t.TempDir()
	s := &served{t: t, cmd: exec.Command(os.Args[0], append([]string{"serve"}, args...)...)}
	fromClient, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	out, toClient, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	s.to, s.in, s.out, s.lines = in, in, out, bufio.NewReader(out)
	s.cmd.Dir, s.cmd.Stdin, s.cmd.Stdout, s.cmd.Stderr = home, fromClient, toClient, &s.stderr
	s.cmd.Env = append(os.Environ(), runAsProgram+"=1", "HOME="+home, "XDG_CACHE_HOME="+home, "PULUMI_HOME="+home, "PCL_SCHEMA_PATH=")
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	fromClient.Close()
	toClient.Close()
	t.Cleanup(func() {
		in.Close()
		out.Close()
		_ = s.cmd.Process.Kill() // it has ended, if the test was right
		_ = s.cmd.Wait()
	})
	return s
}

// send sends messages; that the server no longer takes them is for the test to see.
func (s *served) send(messages ...string) { _, _ = io.Copy(s.to, frames(messages...)) }

// initialize sends the handshake of a client with some process, and reads the answer.
func (s *served) initialize(processID string) *served {
	s.t.Helper()
	s.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":%s,"rootUri":null,"capabilities":{}}}`, processID))
	s.receive()
	s.send(`{"jsonrpc":"2.0","method":"initialized","params":{}}`)
	return s
}

// receive reads one message.
func (s *served) receive() string {
	s.t.Helper()
	body, err := frame.Read(s.lines)
	if err != nil {
		s.t.Fatalf("the server sends no message: %v, %s", err, s.stderr.String())
	}
	return string(body)
}

// wantStatus waits for the end and checks the status. A process that was ended by a
// signal has -1.
func (s *served) wantStatus(want int) {
	s.t.Helper()
	err := s.cmd.Wait()
	var status *exec.ExitError
	if err != nil && !errors.As(err, &status) {
		s.t.Fatal(err)
	}
	if got := s.cmd.ProcessState.ExitCode(); got != want {
		s.t.Errorf("the status is %d (%v), want %d; it said %s", got, s.cmd.ProcessState, want, s.stderr.String())
	}
}

const (
	askedNothing  = `{"jsonrpc":"2.0","id":7,"method":"no/such/method"}`
	askedShutdown = `{"jsonrpc":"2.0","id":8,"method":"shutdown"}`
	saidExit      = `{"jsonrpc":"2.0","method":"exit"}`
)

// TestServerEnds: whatever ends the server, it does so with a status of its own, and says
// why where that is not plain.
func TestServerEnds(t *testing.T) {
	t.Parallel()
	// Started by nohup, this process ignores it, and so would the servers; then what ends them is waited for in vain.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	signalled := func(signal syscall.Signal) func(*served) {
		return func(s *served) { _ = s.cmd.Process.Signal(signal) }
	}
	// What the server says about many faulty frames is more than a pipe holds.
	flood := strings.Repeat(`Content-Length: 0`+"\r\n\r\n", 5000)
	for name, test := range map[string]struct {
		end    func(s *served)
		status int
		says   string
	}{
		"SIGTERM":                  {signalled(syscall.SIGTERM), 1, ""},
		"SIGINT":                   {signalled(syscall.SIGINT), 1, ""},
		"SIGHUP":                   {signalled(syscall.SIGHUP), 1, ""},
		"end of input":             {func(s *served) { s.in.Close() }, 1, ""},
		"end of input, shut down":  {func(s *served) { s.send(askedShutdown); s.in.Close() }, 0, ""},
		"exit":                     {func(s *served) { s.send(saidExit) }, 1, ""},
		"shutdown, exit":           {func(s *served) { s.send(askedShutdown, saidExit) }, 0, ""},
		"output nobody takes":      {func(s *served) { s.out.Close(); s.send(askedNothing) }, 1, "broken pipe"},
		"output not read, exit":    {func(s *served) { _, _ = io.WriteString(s.in, flood); s.send(saidExit) }, 1, ""},
		"output not read, SIGTERM": {func(s *served) { _, _ = io.WriteString(s.in, flood); signalled(syscall.SIGTERM)(s) }, 1, ""},
		"output not read, shutdown, exit": {func(s *served) {
			_, _ = io.WriteString(s.in, flood)
			s.send(askedShutdown, saidExit)
		}, 0, ""},
		"a length that is none": {func(s *served) { _, _ = io.WriteString(s.in, "Content-Length: x\r\n\r\n") }, 1, "is not a length"},
		"a negative length":     {func(s *served) { _, _ = io.WriteString(s.in, "Content-Length: -5\r\n\r\n") }, 1, "is not a length"},
		"an immense length":     {func(s *served) { _, _ = io.WriteString(s.in, "Content-Length: 99999999999\r\n\r\n") }, 1, "over the limit"},
		"no length":             {func(s *served) { _, _ = io.WriteString(s.in, "X: y\r\n\r\n") }, 1, "without Content-Length"},
		"no end of a header":    {func(s *served) { _, _ = io.WriteString(s.in, strings.Repeat("X: y\r\n", 20_000)) }, 1, "longer than"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serveProcess(t).initialize("null")
			test.end(s)
			s.wantStatus(test.status)
			if !strings.Contains(s.stderr.String(), test.says) || test.says == "" && strings.Contains(s.stderr.String(), "pcl-lsp:") {
				t.Errorf("it said %q, want %q", s.stderr.String(), test.says)
			}
		})
	}
}

// bystander is a process that does nothing. It is not the parent of the server, whose input
// stays open when it ends.
func bystander(t *testing.T) (id int, end func()) {
	t.Helper()
	cmd := exec.Command("cat")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Skipf("no process to look at: %v", err)
	}
	var once sync.Once
	reap := func() { once.Do(func() { in.Close(); _ = cmd.Wait() }) }
	t.Cleanup(reap)
	if leaves := runtime.GOOS == "linux"; leaves { // what nobody has waited for is gone too
		return cmd.Process.Pid, func() { in.Close() }
	}
	return cmd.Process.Pid, reap
}

// TestServerEndsWithItsClient: with the process whose id the client gave, although the
// input stays open. An id that says nothing ends nobody.
func TestServerEndsWithItsClient(t *testing.T) {
	t.Parallel()
	t.Run("killed", func(t *testing.T) {
		t.Parallel()
		id, end := bystander(t)
		s := serveProcess(t).initialize(strconv.Itoa(id))
		s.send(askedNothing)
		s.receive()
		end()
		s.wantStatus(1)
		if !strings.Contains(s.stderr.String(), "the client's process has ended") {
			t.Errorf("it said %q", s.stderr.String())
		}
	})
	t.Run("killed after shutdown", func(t *testing.T) {
		t.Parallel()
		id, end := bystander(t)
		s := serveProcess(t).initialize(strconv.Itoa(id))
		s.send(askedShutdown)
		s.receive()
		end()
		s.wantStatus(0)
	})
	gone := exec.Command("true")
	if err := gone.Run(); err != nil {
		t.Skipf("no process to look at: %v", err)
	}
	dead := gone.Process.Pid
	for name, id := range map[string]string{
		"null": "null", "of nobody": strconv.Itoa(dead), "of process 1": "1", "zero": "0", "negative": "-1", "beyond all": "2147483647",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serveProcess(t).initialize(id)
			for range 20 {
				s.send(askedNothing)
				s.receive()
			}
			s.send(askedShutdown, saidExit)
			s.wantStatus(0)
		})
	}
}
