package main

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/url"
	"os/exec"
	"path"
	"slices"
	"sync"
	"time"

	"github.com/pcl-lsp/pcl-lsp/internal/attempt"
	"github.com/pcl-lsp/pcl-lsp/internal/frame"
	"github.com/pcl-lsp/pcl-lsp/internal/workload"
)

// This file implements the client of a server process, which edits and waits for findings.

// server is a program to measure. Its arguments follow the name of each command.
type server struct {
	path string
	args []string
}

// run returns the process of a command.
func (s server) run(ctx context.Context, name string, args ...string) *exec.Cmd {
	return exec.CommandContext(ctx, s.path, slices.Concat([]string{name}, s.args, args)...)
}

// message is a received message, with the time of its last byte.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  json.RawMessage `json:"error"`
	at     time.Time
}

// client is the editor's side of a server process. One goroutine calls its methods, and another one reads.
type client struct {
	cmd      *exec.Cmd
	in       io.Writer
	sent     int            // requests
	got      chan message   // answers; closed when the process has ended
	pushed   chan message   // publishDiagnostics; closed then, too
	hungUp   error          // why the server hung up, once they are closed
	exit     error          // how the process ended, known then as well
	write    sync.Mutex     // guards in: the reading goroutine answers requests
	settings map[string]any // by section
}

const (
	// room is the number of messages that can wait, more than a server ever sends between two edits. A client that
	// stopped reading would measure itself.
	room     = 1 << 14
	patience = 2 * time.Minute // for an answer
)

// spawn starts a server, by the name of its command, and reads its messages. It answers questions about settings.
func spawn(ctx context.Context, s server, serve string, settings map[string]any) *client {
	c := &client{settings: settings, got: make(chan message, room), pushed: make(chan message, room)}
	c.cmd = s.run(ctx, serve)
	var stderr bytes.Buffer
	c.cmd.Stderr = &stderr
	c.in = attempt.Must(c.cmd.StdinPipe())
	out := attempt.Must(c.cmd.StdoutPipe())
	attempt.Check(c.cmd.Start())
	go c.listen(out, &stderr)
	return c
}

// listen sorts messages until the server hangs up, and waits for the end of the process.
func (c *client) listen(out io.Reader, stderr *bytes.Buffer) {
	defer close(c.got)
	defer close(c.pushed)
	err := c.sort(bufio.NewReaderSize(out, 1<<20))
	if !errors.Is(err, io.EOF) {
		c.stop()
	}
	c.exit = c.cmd.Wait()
	said := bytes.TrimSpace(stderr.Bytes())
	c.hungUp = fmt.Errorf("the server hung up: %w\n%s", err, said[max(0, len(said)-4096):])
}

// sort puts messages where they are waited for, and answers requests. The time of a message does not include decoding.
func (c *client) sort(r *bufio.Reader) error {
	for {
		body, err := frame.Read(r)
		if err != nil {
			return err
		}
		m := message{at: time.Now()}
		if err := json.Unmarshal(body, &m); err != nil {
			return err
		}
		switch {
		case m.Method == "textDocument/publishDiagnostics":
			c.pushed <- m
		case m.Method == "":
			c.got <- m
		case m.Method == "workspace/configuration":
			c.send(map[string]any{"id": m.ID, "result": c.configuration(m.Params)})
		case m.ID != nil: // whatever else it asks for, there is none
			c.send(map[string]any{"id": m.ID, "result": nil})
		}
	}
}

// errLate says that a message did not come in time.
var errLate = errors.New("no answer in time")

func (c *client) next(from <-chan message, late <-chan time.Time) (message, error) {
	select {
	case m, open := <-from:
		if !open {
			return m, c.hungUp
		}
		return m, nil
	case <-late:
		return message{}, errLate
	}
}

// configuration returns the settings that a server asks for, in its order.
func (c *client) configuration(params json.RawMessage) any {
	var asked struct{ Items []struct{ Section string } }
	if json.Unmarshal(params, &asked) != nil {
		return nil
	}
	settings := make([]any, len(asked.Items))
	for i, item := range asked.Items {
		settings[i] = c.settings[item.Section]
	}
	return settings
}

// send sends a message and returns when it started to. If the server has hung up, the next read notices that.
func (c *client) send(m map[string]any) time.Time {
	m["jsonrpc"] = "2.0"
	data := frame.Of(attempt.Must(json.Marshal(m)))
	start := time.Now()
	c.write.Lock()
	defer c.write.Unlock()
	_, _ = c.in.Write(data)
	return start
}

// notify sends a notification and returns when it started to.
func (c *client) notify(method string, params any) time.Time {
	return c.send(map[string]any{"method": method, "params": params})
}

func (c *client) request(method string, params any) (answer message, took time.Duration) {
	c.sent++
	start := c.send(map[string]any{"id": c.sent, "method": method, "params": params})
	answer, err := c.next(c.got, time.After(patience))
	if err != nil {
		attempt.Check(fmt.Errorf("%s: %w", method, err))
	}
	return answer, answer.at.Sub(start)
}

// textDocument is what editors usually say that they can do with a document.
//
//go:embed textdocument.json
var textDocument json.RawMessage

// initialize initializes the server, with a position encoding and the URI of a folder, or nil.
func (c *client) initialize(encoding string, root any) {
	answer, _ := c.request("initialize", map[string]any{
		"processId": nil, "rootUri": root,
		"capabilities": map[string]any{
			"workspace":    map[string]any{"configuration": c.settings != nil},
			"general":      map[string]any{"positionEncodings": []string{encoding}},
			"textDocument": textDocument,
		},
	})
	if answer.Error != nil {
		attempt.Check(fmt.Errorf("initialize: %s", answer.Error))
	}
	c.notify("initialized", map[string]any{})
}

// trip returns the milliseconds of a request that does nothing.
func (c *client) trip() float64 {
	var took []float64
	for range 50 {
		_, d := c.request("bench/nothing", nil) // the answer is that there is no such method
		took = append(took, milliseconds(d))
	}
	return summarize(took).Median
}

// close shuts the server down by the protocol, and waits for the process.
func (c *client) close() {
	c.request("shutdown", nil)
	c.notify("exit", nil)
	impatient := time.AfterFunc(patience, c.stop)
	defer impatient.Stop()
	c.drain()
	attempt.Check(c.exit)
}

func (c *client) kill() {
	c.stop()
	c.drain()
}

// stop lets the process end at once, if it has not ended yet.
func (c *client) stop() { _ = c.cmd.Process.Kill() }

// drain drops what the server still has to say, until the process has ended.
func (c *client) drain() {
	for range c.pushed {
	}
	for range c.got {
	}
}

// editor is a client with the files of a workload open.
type editor struct {
	*client
	dir     string // of the program, absolute, with slashes
	version map[string]int
	text    map[spot]string      // what stands at places that were edited
	edits   int                  // how many there were
	before  int                  // the findings of the program before any edit
	tokens  map[string]string    // ids of the last answers about tokens, by path
	latest  map[string]published // what is shown, by URI
}

type spot struct {
	path string
	workload.Position
}

// newEditor opens the files of a workload in a directory.
func newEditor(c *client, dir string, w *workload.Workload, open []string, language string) *editor {
	e := &editor{
		client: c, dir: dir, before: w.Findings, version: map[string]int{}, latest: map[string]published{},
		text: map[spot]string{}, tokens: map[string]string{},
	}
	for _, p := range open {
		e.version[p] = 1
		e.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
			"uri": e.uri(p), "languageId": language, "version": 1, "text": w.Files[p],
		}})
	}
	return e
}

// allOf are the settings with which a server checks all files of the largest program.
var allOf = map[string]any{"pcl": map[string]any{"limits": map[string]any{"fileSize": 64}}}

// open starts a server with files of a program open, and waits until it knows them with their schemas: until an edit at
// each of some places has its findings.
func (r *run) open(ctx context.Context, p *programs, open []string) *editor {
	r.say("%s: %s", p.name, p.size())
	c := spawn(ctx, r.server, "serve", allOf)
	c.initialize(r.encoding, nil)
	e := newEditor(c, p.dir, p.Workload, open, workload.PCL.ID)
	warm := places(p.Workload, open)
	for _, place := range warm[:min(len(warm), 3)] {
		e.edit(place, 1)
		e.edit(place, 0)
	}
	return e
}

// places returns the places in some files, shuffled.
func places(w *workload.Workload, in []string) []workload.Place {
	var of []workload.Place
	for _, p := range w.Places {
		if slices.Contains(in, p.Path) {
			of = append(of, p)
		}
	}
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(of), func(i, j int) { of[i], of[j] = of[j], of[i] })
	return of
}

func (e *editor) uri(p string) string {
	return (&url.URL{Scheme: "file", Path: path.Join("/", e.dir, p)}).String()
}

// delays are the times from an edit to its findings.
type delays struct {
	own time.Duration // those of the edited item, in the first message of that version that has them
	all time.Duration // those of the whole program
}

// edit writes a text at a place and waits for all findings.
func (e *editor) edit(p workload.Place, to int) delays {
	start := e.change(p, to)
	return e.await(start, p, p.Texts[to])
}

// change writes a text at a place without waiting. Each text is another one, so that none can be remembered.
func (e *editor) change(p workload.Place, to int) time.Time {
	e.edits++
	return e.write(p, fmt.Sprintf("%s /*%d*/", p.Texts[to].Text, e.edits))
}

// write writes any text at a place.
func (e *editor) write(p workload.Place, text string) time.Time {
	e.version[p.Path]++
	at := spot{p.Path, p.Position}
	before, edited := e.text[at]
	if !edited {
		before = p.Texts[0].Text
	}
	e.text[at] = text
	return e.notify("textDocument/didChange", map[string]any{
		"textDocument": map[string]any{"uri": e.uri(p.Path), "version": e.version[p.Path]},
		"contentChanges": []any{map[string]any{
			"range": map[string]any{
				"start": position(p.Position, 0),
				"end":   position(p.Position, len(before)),
			},
			"text": text,
		}},
	})
}

// position returns the position some ASCII characters after a place.
func position(p workload.Position, further int) map[string]any {
	return map[string]any{"line": p.Line, "character": p.Column + further}
}

// published are the parameters of publishDiagnostics that matter here.
type published struct {
	URI         string
	Version     *int
	Diagnostics []finding
}

type finding struct {
	Message string
	Range   struct{ Start struct{ Line int } }
}

// until reads findings until some are those that are waited for, and reports whether they came in time.
func (e *editor) until(limit time.Duration, expected func(now published, at time.Time) bool) bool {
	for late := time.After(limit); ; {
		m, err := e.next(e.pushed, late)
		if errors.Is(err, errLate) {
			return false
		}
		attempt.Check(err)
		var now published
		attempt.Check(json.Unmarshal(m.Params, &now))
		e.latest[now.URI] = now
		if expected(now, m.at) {
			return true
		}
	}
}

// await waits until the newest version of the edited file has the findings of the edited
// item, and until all files together have the findings of the program.
func (e *editor) await(start time.Time, p workload.Place, want workload.Text) (d delays) {
	uri, version, all := e.uri(p.Path), e.version[p.Path], e.before+want.Own+want.Others
	answered := false
	met := e.until(patience, func(now published, at time.Time) bool {
		if now.URI == uri && now.Version != nil && *now.Version == version && !answered && e.inItem(uri, p) == want.Own {
			answered, d.own = true, at.Sub(start)
		}
		d.all = at.Sub(start)
		return answered && e.shown() == all
	})
	if !met {
		attempt.Check(fmt.Errorf("%s:%d: after %q in version %d, the item has %d findings of %d, not %d of %d, for %v",
			p.Path, p.Line+1, want.Text, version, e.inItem(uri, p), e.shown(), want.Own, all, patience))
	}
	return d
}

// shown returns the number of published findings.
func (e *editor) shown() int {
	n := 0
	for _, p := range e.latest {
		n += len(p.Diagnostics)
	}
	return n
}

// inItem returns the number of findings in the item of a place.
func (e *editor) inItem(uri string, p workload.Place) int {
	n := 0
	for _, d := range e.latest[uri].Diagnostics {
		if line := d.Range.Start.Line; line >= p.First && line <= p.Last {
			n++
		}
	}
	return n
}
