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
	"os/exec"
	"slices"
	"sync"
	"time"

	"github.com/pcl-lsp/pcl-lsp/internal/frame"
)

// This file implements the client of a server process.

// Command is the program to measure.
type Command struct {
	Path string
	// Args follow the name of each command.
	Args []string
}

// run returns the process of a command.
func (c Command) run(ctx context.Context, name string, args ...string) *exec.Cmd {
	return exec.CommandContext(ctx, c.Path, slices.Concat([]string{name}, c.Args, args)...)
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

// client is the editor's side of a server process. One goroutine calls its methods, and
// another one reads.
type client struct {
	cmd    *exec.Cmd
	in     io.Writer
	sent   int          // requests
	got    chan message // answers; closed when the process has ended
	pushed chan message // publishDiagnostics; closed then, too
	hungUp error        // why the server hung up, once they are closed
	exit   error        // how the process ended, known then as well
	write  sync.Mutex   // guards in: the reading goroutine answers requests
	// settings are by section.
	settings map[string]any
}

// room is the number of messages that can wait, more than a server ever sends between two edits. A client that stopped
// reading would measure itself.
const room = 1 << 14

// spawn starts a server, by the name of its command, and reads its messages. It answers questions
// about settings.
func spawn(ctx context.Context, server Command, serve string, settings map[string]any) *client {
	c := &client{settings: settings, got: make(chan message, room), pushed: make(chan message, room)}
	c.cmd = server.run(ctx, serve)
	var stderr bytes.Buffer
	c.cmd.Stderr = &stderr
	c.in = must(c.cmd.StdinPipe())
	out := must(c.cmd.StdoutPipe())
	check(c.cmd.Start())
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

// patience limits the wait for an answer.
const patience = 2 * time.Minute

// errLate says that a message did not come in time.
var errLate = errors.New("no answer in time")

// next waits for a message.
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
	data := frame.Of(must(json.Marshal(m)))
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

// request sends a request and waits for the response.
func (c *client) request(method string, params any) (answer message, took time.Duration) {
	c.sent++
	start := c.send(map[string]any{"id": c.sent, "method": method, "params": params})
	answer, err := c.next(c.got, time.After(patience))
	if err != nil {
		check(fmt.Errorf("%s: %w", method, err))
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
		check(fmt.Errorf("initialize: %s", answer.Error))
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
	check(c.exit)
}

// kill kills the server, and waits for the process.
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
