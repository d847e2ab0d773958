// This file tests the trace: what it reports, and what it must not contain.

package lsp

import (
	"bytes"
	"encoding/json"
	"strings"
	"sync"
	"testing"
)

// traceBuffer collects lines from many goroutines.
type traceBuffer struct {
	mu sync.Mutex // guards b
	b  bytes.Buffer
}

func (b *traceBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

// tracedWork is a line of a trace as a reader sees it.
type tracedWork struct {
	Event, Method, ID, Program, File, Outcome string
	Bytes, Kept, Snapshot                     int
	Findings                                  *int
	Parsed                                    traced
	Computed, Reused                          map[string]traced
}

func (b *traceBuffer) lines(t *testing.T) (lines []tracedWork) {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for text := range strings.Lines(b.b.String()) {
		var line tracedWork
		if err := json.Unmarshal([]byte(text), &line); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		lines = append(lines, line)
	}
	return lines
}

func withTrace(out *traceBuffer) func(*server) {
	return func(s *server) { s.trace = newTracer(out, s.session) }
}

// A line reports what a message made the server parse and compute, and what it could reuse.
func TestTrace(t *testing.T) {
	t.Parallel()
	var out traceBuffer
	c := connect(t, withTrace(&out)).initialize()
	c.open(mainURI, 1, "a = 1\nb = [a]\n\noutput o {\n  value = b\n}\n")
	c.published(mainURI, 1)
	c.change(mainURI, 2, partial(0, 4, 0, 5, "\"x\""))
	c.published(mainURI, 2)
	c.call("textDocument/hover", object{"textDocument": object{"uri": mainURI}, "position": object{"line": 1, "character": 0}})
	c.call("shutdown", nil)
	c.notify("exit", nil)
	c.ended()

	var change, hover, sent bool
	computed := map[string]int{}
	for _, line := range out.lines(t) {
		switch {
		case line.Method == "textDocument/didChange":
			change = true
			if line.Parsed.Count != 1 || line.Parsed.Items[0] != "local a" || line.Kept < 2 || line.Bytes == 0 || line.Snapshot == 0 {
				t.Errorf("the change is traced as %+v", line)
			}
		case line.Method == "textDocument/hover":
			hover = line.ID != ""
		case line.Event == "pass" && line.Program != "":
			for _, item := range line.Computed["facts"].Items {
				computed[item]++
			}
		case line.Event == "published" && line.Findings != nil:
			sent = true
		}
	}
	if !change || !hover || !sent || computed["local a"] != 2 || computed["output o"] < 1 {
		t.Errorf("change %v, hover %v, published %v, computed %v in\n%s", change, hover, sent, computed, out.b.String())
	}
}

// No literal of a document is in a trace.
func TestTraceHoldsNoText(t *testing.T) {
	t.Parallel()
	const text = "config pw string {\n  secret  = true\n  default = \"hunter-two\"\n}\n\nkey = secret(\"open-sesame\")\n\n" +
		"resource r \"zoo:index:Animal\" {\n  name = \"token-forty ${pw}\"\n  nope = 86753098675309\n}\n\n\"stray-words\" {\n}\nbroken = <<END-OF\nin-a-heredoc\n"
	var out traceBuffer
	c := connect(t, withTrace(&out)).initialize()
	c.open(mainURI, 1, text)
	c.published(mainURI, 1)
	document := object{"textDocument": object{"uri": mainURI}, "position": object{"line": 5, "character": 16}}
	for _, method := range []string{"hover", "completion", "signatureHelp", "definition", "documentSymbol", "formatting"} {
		c.call("textDocument/"+method, document)
	}
	c.change(mainURI, 2, partial(5, 14, 5, 14, "more-of-it "))
	c.published(mainURI, 2)
	c.call("no/such-secret-method", object{"secret": "in-parameters"})
	c.notify("exit", nil)
	c.ended()
	if len(out.lines(t)) < 10 {
		t.Fatalf("the trace is too short:\n%s", out.b.String())
	}
	for _, literal := range []string{"hunter", "sesame", "token-forty", "86753098675309", "stray-words", "heredoc", "END-OF", "more-of", "such-secret", "in-parameters", "zoo:"} {
		if strings.Contains(out.b.String(), literal) {
			t.Errorf("%q is in the trace:\n%s", literal, out.b.String())
		}
	}
}
