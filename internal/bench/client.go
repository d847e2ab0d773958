package main

import (
	"bufio"
	"bytes"
	"context"
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
	// Env is added to the environment of the benchmark.
	Env []string
}

// run returns the process of a command.
func (c Command) run(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, c.Path, slices.Concat([]string{name}, c.Args, args)...)
	if len(c.Env) > 0 {
		cmd.Env = append(cmd.Environ(), c.Env...)
	}
	return cmd
}

// client is the editor's side of a server process. One goroutine calls its methods, and
// another one reads.
type client struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	stderr tail
	sent   int                // requests
	got    chan message       // answers; closed when the server has hung up
	pushed chan message       // publishDiagnostics; closed then, too
	hungUp error              // why, once they are closed
	write  sync.Mutex         // guards in: the reading goroutine answers requests
	stop   context.CancelFunc // kills the process
	// settings are by section.
	settings map[string]any
}

// room is the number of messages that can wait, more than a server ever sends between two edits. A client that stopped
// reading would measure itself.
const room = 1 << 14

// spawn starts a server, by the name of its command, and reads its messages. It answers questions
// about settings.
func spawn(ctx context.Context, server Command, serve string, settings map[string]any) (*client, error) {
	ctx, stop := context.WithCancel(ctx)
	c := &client{stop: stop, settings: settings, got: make(chan message, room), pushed: make(chan message, room)}
	c.cmd = server.run(ctx, serve)
	c.cmd.Stderr = &c.stderr
	in, err := c.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	c.in = in
	if err := c.cmd.Start(); err != nil {
		stop()
		return nil, fmt.Errorf("cannot start the server: %w", err)
	}
	go c.listen(out)
	return c, nil
}

// listen sorts messages until the server hangs up.
func (c *client) listen(out io.Reader) {
	defer close(c.got)
	defer close(c.pushed)
	r := bufio.NewReaderSize(out, 1<<20)
	for {
		m, err := readMessage(r)
		if err != nil {
			c.hungUp = fmt.Errorf("the server hung up: %w\n%s", err, c.stderr.text())
			return
		}
		switch {
		case m.Method == "textDocument/publishDiagnostics":
			c.pushed <- m
		case m.Method == "":
			c.got <- m
		case m.Method == "workspace/configuration":
			c.reply(m.ID, c.configuration(m.Params))
		case m.ID != nil: // whatever else it asks for, there is none
			c.reply(m.ID, nil)
		}
	}
}

// next waits for a message.
func (c *client) next(ctx context.Context, from <-chan message) (message, error) {
	select {
	case m, ok := <-from:
		if !ok {
			return m, c.hungUp
		}
		return m, nil
	case <-ctx.Done():
		return message{}, ctx.Err()
	}
}

// ended waits until the server has hung up and the process has ended.
func (c *client) ended() error {
	for range c.pushed { // nobody else reads what it still has to say
	}
	for range c.got {
	}
	return c.cmd.Wait()
}

// configuration returns the settings that a server asks for, in its order.
func (c *client) configuration(params json.RawMessage) any {
	var asked struct {
		Items []struct {
			Section string `json:"section"`
		} `json:"items"`
	}
	if json.Unmarshal(params, &asked) != nil {
		return nil
	}
	settings := make([]any, len(asked.Items))
	for i, item := range asked.Items {
		settings[i] = c.settings[item.Section]
	}
	return settings
}

func (c *client) reply(id json.RawMessage, result any) {
	if data, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, "result": result}); err == nil {
		_ = c.send(frame.Of(data)) // a server that hung up is noticed by reading
	}
}

func (c *client) send(data []byte) error {
	c.write.Lock()
	defer c.write.Unlock()
	_, err := c.in.Write(data)
	return err
}

// notify sends a notification and returns when it started to.
func (c *client) notify(method string, params any) (time.Time, error) {
	data, err := encoded(0, method, params)
	if err != nil {
		return time.Time{}, err
	}
	start := time.Now()
	return start, c.send(data)
}

// request sends a request and waits for the response.
func (c *client) request(ctx context.Context, method string, params any) (answer message, took time.Duration, err error) {
	c.sent++
	data, err := encoded(c.sent, method, params)
	if err != nil {
		return message{}, 0, err
	}
	start := time.Now()
	if err := c.send(data); err != nil {
		return message{}, 0, fmt.Errorf("%s: %w\n%s", method, err, c.stderr.text())
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	answer, err = c.next(ctx, c.got)
	if err != nil {
		return message{}, 0, fmt.Errorf("%s: %w", method, err)
	}
	return answer, answer.at.Sub(start), nil
}

// The semantic tokens that editors know.
var (
	tokenTypes = []string{
		"namespace", "type", "class", "enum", "interface", "struct", "typeParameter", "parameter", "variable", "property", "enumMember", "event", "function",
		"method", "macro", "keyword", "modifier", "comment", "string", "number", "regexp", "operator", "decorator",
	}
	tokenModifiers = []string{
		"declaration", "definition", "readonly", "static", "deprecated", "abstract", "async", "modification", "documentation", "defaultLibrary",
	}
)

// initialize initializes the server, with a position encoding and the URI of a folder, or nil.
func (c *client) initialize(ctx context.Context, encoding string, root any) (took time.Duration, err error) {
	answer, took, err := c.request(ctx, "initialize", map[string]any{
		"processId": nil, "rootUri": root,
		"capabilities": map[string]any{
			"workspace": map[string]any{"configuration": c.settings != nil},
			"general":   map[string]any{"positionEncodings": []string{encoding}},
			"textDocument": map[string]any{
				"hover":      map[string]any{"contentFormat": []string{"markdown"}},
				"completion": map[string]any{"completionItem": map[string]any{"snippetSupport": true, "documentationFormat": []string{"markdown"}}},
				"semanticTokens": map[string]any{
					"requests":   map[string]any{"full": map[string]any{"delta": true}, "range": true},
					"tokenTypes": tokenTypes, "tokenModifiers": tokenModifiers, "formats": []string{"relative"},
				},
				"publishDiagnostics": map[string]any{"relatedInformation": true, "versionSupport": true},
			},
		},
	})
	if err == nil && answer.Error != nil {
		err = fmt.Errorf("initialize: %s", answer.Error)
	}
	if err != nil {
		return 0, err
	}
	_, err = c.notify("initialized", map[string]any{})
	return took, err
}

// close shuts the server down by the protocol, and waits for the process.
func (c *client) close(ctx context.Context) error {
	_, _, err := c.request(ctx, "shutdown", nil)
	if err == nil {
		_, err = c.notify("exit", nil)
	}
	if err != nil {
		c.stop()
	}
	impatient := time.AfterFunc(patience, c.stop)
	defer impatient.Stop()
	err = errors.Join(err, c.ended())
	c.stop()
	return err
}

// kill kills the server.
func (c *client) kill() {
	c.stop()
	_ = c.ended() // it was killed, so it says so
}

// tail keeps the last part of what is written to it.
type tail struct {
	mu   sync.Mutex // guards data
	data []byte
}

// Write never fails.
func (t *tail) Write(data []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.data = append(t.data, data...)
	t.data = t.data[max(0, len(t.data)-4096):]
	return len(data), nil
}

func (t *tail) text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(bytes.TrimSpace(t.data))
}
