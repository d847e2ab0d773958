package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/transport"
)

const (
	initialize  = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}`
	initialized = `{"jsonrpc":"2.0","method":"initialized","params":{}}`
	shutdown    = `{"jsonrpc":"2.0","id":2,"method":"shutdown"}`
	exit        = `{"jsonrpc":"2.0","method":"exit"}`
)

// bare is an environment without variables.
func bare(t *testing.T) environment {
	return environment{dir: t.TempDir(), variable: func(string) string { return "" }}
}

// converse sends a whole session, and returns what the server answers before it closes the connection.
func converse(t *testing.T, c net.Conn) string {
	t.Helper()
	if _, err := io.Copy(c, frames(initialize, initialized, shutdown, exit)); err != nil {
		t.Error(err)
	}
	answers, err := io.ReadAll(c)
	if err != nil {
		t.Error(err)
	}
	return string(answers)
}

// listening runs the server with --listen until the test calls end, and returns the address. What it says after that arrives at the end.
func listening(t *testing.T, line string, env environment) (address string, end func() (code int, said string)) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	r, w := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, words(line), strings.NewReader(""), io.Discard, w, env)
		w.Close()
	}()
	all := bufio.NewReader(r)
	first, err := all.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	address, ok := strings.CutPrefix(strings.TrimSpace(first), "pcl-lsp: listening at ")
	if !ok {
		t.Fatalf("it says %q", first)
	}
	said := make(chan string, 1)
	go func() {
		rest, _ := io.ReadAll(all)
		said <- string(rest)
	}()
	return address, func() (int, string) {
		cancel()
		return <-ended, <-said
	}
}

// A server that listens serves several editors at once, and others after them, until it is interrupted.
func TestListen(t *testing.T) {
	t.Parallel()
	address, end := listening(t, "serve --listen 127.0.0.1:0", bare(t))
	dial := func() net.Conn {
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	stays := dial()
	if _, err := io.Copy(stays, frames(initialize)); err != nil {
		t.Fatal(err)
	}
	for range transport.MostEditors + 3 {
		if got := converse(t, dial()); strings.Count(got, `"result"`) != 2 {
			t.Fatalf("got %q", got)
		}
	}
	one := make([]byte, 16)
	if _, err := io.ReadFull(stays, one); err != nil || !bytes.HasPrefix(one, []byte("Content-Length")) {
		t.Errorf("the first editor got %q (%v)", one, err)
	}
	page := dial() // a page in a browser cannot do better
	post := fmt.Sprintf("POST /a:b HTTP/1.1\r\nHost: %s\r\nContent-Length: %d\r\n\r\n%s", address, len(initialize), initialize)
	if _, err := io.WriteString(page, post); err != nil {
		t.Fatal(err)
	}
	if got, _ := io.ReadAll(page); len(got) > 0 {
		t.Errorf("a page gets %q", got)
	}
	gone := dial() // an editor that leaves without a word
	gone.Close()
	code, said := end()
	if code != 0 || !strings.Contains(said, "POST /a:b") {
		t.Errorf("got %d: %s", code, said)
	}
	if _, err := io.ReadAll(stays); err != nil {
		t.Errorf("the connection does not end: %v", err)
	}
}

// Other machines can connect only if the user says so.
func TestListenToOthers(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"serve --listen 0.0.0.0:0":                                      "0.0.0.0 can be reached from other machines",
		"serve --listen somewhere":                                      "somewhere is not HOST:PORT",
		"serve --listen-to-others":                                      "--listen-to-others needs --listen",
		"serve --listen 127.0.0.1:0 --pipe x":                           "[listen pipe] were all set",
		"serve --listen 127.0.0.1:0 --mcp-listen 127.0.0.1:0":           "[listen mcp-listen] were all set",
		"serve --listen localhost:0":                                    "localhost is a name",
		"serve --listen 127.0.0.1:0 --schema nowhere":                   "--schema nowhere",
		"serve --pipe nobody":                                           "--pipe nobody: no editor waits there",
		"serve --socket 70000":                                          "--socket",
		"serve --log-level loud":                                        "--log-level",
		"serve --log-file " + filepath.Join("no", "such", "folder.log"): "--log-file",
	} {
		var stdout, stderr bytes.Buffer
		if code := run(t.Context(), words(line), frames(initialize), &stdout, &stderr, bare(t)); code != exitUsage || !strings.Contains(stderr.String(), want) || stdout.Len() > 0 {
			t.Errorf("pcl-lsp %s: got %d, %s; want %q", line, code, stderr.String(), want)
		}
	}
	address, end := listening(t, "serve --listen 0.0.0.0:0 --listen-to-others", bare(t))
	defer end()
	_, port, _ := net.SplitHostPort(address)
	c, err := net.Dial("tcp", "127.0.0.1:"+port)
	if err != nil {
		t.Fatal(err)
	}
	if got := converse(t, c); !strings.Contains(got, `"capabilities"`) {
		t.Errorf("got %q", got)
	}
}

// The server connects to an editor that waits, and its exit code is that of the protocol.
func TestConnect(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "s")
	for network, address := range map[string]string{"unix": file, "tcp": "127.0.0.1:0"} {
		if network == "unix" && runtime.GOOS == "windows" {
			continue
		}
		l, err := net.Listen(network, address)
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		line := "serve --pipe " + file
		if network == "tcp" {
			line = fmt.Sprint("serve --socket ", l.Addr().(*net.TCPAddr).Port)
		}
		ended := make(chan int, 1)
		var stderr bytes.Buffer
		go func() { ended <- run(t.Context(), words(line), strings.NewReader(""), io.Discard, &stderr, bare(t)) }()
		c, err := l.Accept()
		if err != nil {
			t.Fatal(err)
		}
		if got := converse(t, c); strings.Count(got, `"result"`) != 2 {
			t.Errorf("%s: got %q", line, got)
		}
		if code := <-ended; code != 0 || stderr.Len() > 0 {
			t.Errorf("%s: got %d, %s", line, code, stderr.String())
		}
	}
}

// The log is added to a file from a level on, and standard error stays empty.
func TestLogFile(t *testing.T) {
	t.Parallel()
	env := bare(t)
	path := filepath.Join(env.dir, "server.log")
	if err := os.WriteFile(path, []byte("before\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	unknown := `{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///nowhere.pp","version":1},"contentChanges":[{"text":""}]}}`
	for _, level := range []string{"info", "error"} {
		var stdout, stderr bytes.Buffer
		code := run(t.Context(), words("serve --log-file server.log --log-level "+level), frames(initialize, initialized, unknown, shutdown, exit), &stdout, &stderr, env)
		if code != 0 || stderr.Len() > 0 {
			t.Errorf("%s: got %d, %s", level, code, stderr.String())
		}
	}
	text, err := os.ReadFile(path)
	if err != nil || !strings.HasPrefix(string(text), "before\n") || strings.Count(string(text), "not open") != 1 {
		t.Errorf("the log is %q (%v)", text, err)
	}
}
