// This file implements the trace of the work that each message causes, one JSON object a line. It has names of files and items, sizes and times, and never
// the text of a document.

package lsp

import (
	"context"
	"io"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/lsp/wire"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"go.lsp.dev/jsonrpc2"
)

type tracer struct {
	began   time.Time
	session *workspace.Session
	current atomic.Pointer[activity] // of the message that the read loop is handling

	mu  sync.Mutex // guards out
	out io.Writer
}

// traceLine is one line of a trace. Times are in microseconds.
type traceLine struct {
	At      int64  `json:"at"`    // since the server started
	Event   string `json:"event"` // "message", "pass", "published" or "read"
	Method  string `json:"method,omitzero"`
	ID      string `json:"id,omitzero"`
	Program string `json:"program,omitzero"`
	File    string `json:"file,omitzero"`
	Bytes   int    `json:"bytes,omitzero"`
	Queued  int64  `json:"queued,omitzero"` // from the first byte until a handler begins
	Took    int64  `json:"took,omitzero"`
	// Snapshot is the number of the newest snapshot at the end of the work.
	Snapshot uint64 `json:"snapshot,omitzero"`
	Outcome  string `json:"outcome,omitzero"` // "failed" or "cancelled"
	Findings *int   `json:"findings,omitzero"`

	Parsed   *traced        `json:"parsed,omitzero"`
	Kept     int            `json:"kept,omitzero"` // items that were not parsed again
	Computed tracedByResult `json:"computed,omitzero"`
	Reused   tracedByResult `json:"reused,omitzero"`
}

// activity is the work for one line. It is safe for concurrent use.
type activity struct {
	mu               sync.Mutex // guards the fields below
	items            *traced    // that were parsed
	kept             int
	computed, reused tracedByResult
}

// fill moves the work so far into a line.
func (a *activity) fill(line *traceLine) {
	a.mu.Lock()
	defer a.mu.Unlock()
	line.Parsed, line.Kept, line.Computed, line.Reused = a.items, a.kept, a.computed, a.reused
	a.items, a.computed, a.reused = nil, nil, nil
}

type tracedByResult map[analysis.ResultKind]*traced

// traced counts items and names the first of them.
type traced struct {
	Count int      `json:"count"`
	Items []string `json:"items"`
}

// mostTraced is how many items a line names for each kind of work.
const mostTraced = 50

func (t *traced) add(label string) {
	t.Count++
	if len(t.Items) < mostTraced && !slices.Contains(t.Items, label) {
		t.Items = append(t.Items, label)
	}
}

func newTracer(out io.Writer, session *workspace.Session) *tracer {
	if out == nil {
		return nil
	}
	t := &tracer{began: time.Now(), session: session, out: out}
	session.Observe(t.parsed)
	return t
}

// write writes a line. If it fails, the trace is incomplete and the server continues.
func (t *tracer) write(line *traceLine) {
	line.At = time.Since(t.began).Microseconds()
	b, err := json.Marshal(line, json.Deterministic(true))
	if err != nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	_, _ = t.out.Write(append(b, '\n'))
}

// message begins a line about a message; end writes it. Work under the returned context counts for the message.
func (t *tracer) message(ctx context.Context, m wire.Message) (traced context.Context, end func(error)) {
	begun := time.Now()
	a := &activity{}
	t.current.Store(a)
	line := &traceLine{Event: "message", Method: m.Method, Bytes: m.Bytes, Queued: begun.Sub(m.Arrived).Microseconds()}
	if m.IsRequest {
		line.ID = traceID(m.ID)
	}
	return analysis.Observed(ctx, a.work), func(err error) {
		t.current.CompareAndSwap(a, nil)
		line.Took, line.Snapshot, line.Outcome = time.Since(begun).Microseconds(), t.session.Snapshot().Number(), outcome(ctx, err)
		a.fill(line)
		t.write(line)
	}
}

// released notes that the read loop goes on while a request is being answered.
func (t *tracer) released() { t.current.Store(nil) }

// Pass begins a line about the check of one program.
func (t *tracer) Pass(ctx context.Context, program string) (traced context.Context, end func(error)) {
	begun := time.Now()
	a := &activity{}
	return analysis.Observed(ctx, a.work), func(err error) {
		line := &traceLine{
			Event: "pass", Program: program, Took: time.Since(begun).Microseconds(), Snapshot: t.session.Snapshot().Number(),
			Outcome: outcome(ctx, err),
		}
		a.fill(line)
		t.write(line)
	}
}

// Published writes a line about findings that were sent.
func (t *tracer) Published(path string, findings, bytes int) {
	t.write(&traceLine{Event: "published", File: path, Bytes: bytes, Findings: &findings})
}

// parsed records parsing: for the message that changed a document, or on a line of its own for a file that was read.
func (t *tracer) parsed(p workspace.Parsed) {
	a := t.current.Load()
	if !p.Open || a == nil {
		a, line := &activity{}, &traceLine{Event: "read", File: p.Path}
		a.parsed(p)
		a.fill(line)
		t.write(line)
		return
	}
	a.parsed(p)
}

func (a *activity) parsed(p workspace.Parsed) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.kept += p.Kept
	if a.items == nil {
		a.items = &traced{}
	}
	for _, label := range p.Items {
		a.items.add(label)
	}
}

func (a *activity) work(w analysis.Work) {
	a.mu.Lock()
	defer a.mu.Unlock()
	into := &a.computed
	if w.Reused {
		into = &a.reused
	}
	if *into == nil {
		*into = tracedByResult{}
	}
	if (*into)[w.Result] == nil {
		(*into)[w.Result] = &traced{}
	}
	(*into)[w.Result].add(w.Item)
}

func outcome(ctx context.Context, err error) string {
	switch {
	case ctx.Err() != nil:
		return "cancelled"
	case err != nil:
		return "failed"
	}
	return ""
}

func traceID(id jsonrpc2.ID) string {
	if n, isNumber := id.Number(); isNumber {
		return strconv.FormatInt(n, 10)
	}
	text, _ := id.StringValue()
	return text[:min(len(text), 64)]
}
