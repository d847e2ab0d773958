package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/frame"
)

// frames are messages as a client sends them.
func frames(messages ...string) io.Reader {
	var b bytes.Buffer
	for _, m := range messages {
		b.Write(frame.Of(m))
	}
	return &b
}

// The server is the default command, and its exit code is that of the protocol.
func TestServe(t *testing.T) {
	t.Parallel()
	env := bare(t)
	for _, test := range []struct {
		line  string
		input []string
		code  int
	}{
		{"", []string{initialize, shutdown, exit}, 0},
		{"--stdio", []string{initialize, shutdown, exit}, 0},
		{"serve", []string{initialize, shutdown, exit}, 0},
		{"serve --stdio", []string{initialize, shutdown, exit}, 0},
		{"serve", []string{initialize, exit}, 1},
	} {
		var stdout, stderr bytes.Buffer
		code := run(context.Background(), words(test.line), frames(test.input...), &stdout, &stderr, env)
		if code != test.code || !strings.Contains(stdout.String(), `"capabilities"`) {
			t.Errorf("pcl-lsp %s: got %d, %s, %s; want %d", test.line, code, stdout.String(), stderr.String(), test.code)
		}
	}
	trace := filepath.Join(env.dir, "trace.jsonl")
	env.variable = func(name string) string { return map[string]string{"PCL_LSP_TRACE": trace}[name] }
	for range 2 { // the file is added to
		var stdout, stderr bytes.Buffer
		run(context.Background(), words("serve"), frames(initialize, shutdown, exit), &stdout, &stderr, env)
	}
	if text, err := os.ReadFile(trace); err != nil || strings.Count(string(text), `"method":"shutdown"`) != 2 {
		t.Errorf("the trace is %q (%v)", text, err)
	}
	var stdout, stderr bytes.Buffer
	code := run(context.Background(), words("serve --schema nowhere"), frames(initialize), &stdout, &stderr, env)
	if code != exitUsage || stdout.Len() > 0 || !strings.Contains(stderr.String(), "--schema nowhere") {
		t.Errorf("got %d, %s, %s", code, stdout.String(), stderr.String())
	}
}
