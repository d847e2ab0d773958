package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/frame"
	"github.com/pcl-lsp/pcl-lsp/internal/leak"
)

// This file looks for what is in files and documents where it must not be: in logs, traces,
// and whatever the server keeps.

// marker is in every text that the server gets to see.
const marker = "zq81marker"

// markedFiles are a workspace with the marker wherever there is text.
var markedFiles = map[string]string{
	"Pulumi.yaml":      "name: p\nruntime: pcl\nconfig:\n  p:password:\n    default: " + marker + "-project\n",
	"Pulumi.dev.yaml":  "config:\n  p:password: " + marker + "-stack\n  p:token:\n    secure: " + marker + "-cipher\n  p:count: " + marker + "-no-number\n",
	"Pulumi.bad.yaml":  "config: [" + marker + "-broken\n",
	".pcl-lsp.yaml":    "stack: dev\nrules:\n  " + marker + "-rule: error\n",
	"main.pp":          markedProgram,
	"broken.pp":        "resource r \"" + marker + "-token\" {\n  a = " + marker + "_broken(\n",
	"inner/main.pp":    "config password string {\n  default = \"" + marker + "-inner\"\n}\noutput o { value = password }\n",
	marker + ".txt":    marker + "-text",
	"schemas/m.json":   `{"name":"moon","version":"1.0.0","description":"` + marker + `-schema","resources":{"moon:index:Crater":{"inputProperties":{"depth":{"type":"number","secret":true,"default":"` + marker + `-default"}}}}}`,
	"schemas/bad.json": `{"name":"bad","version":"1.0.0","resources":{"` + marker + `-half`,
}

const markedProgram = `# ` + marker + `-comment
config password string {
  secret  = true
  default = "` + marker + `-default"
}
config token string { secret = true }
config count number {}
key = secret("` + marker + `-secret")
text = readFile("` + marker + `.txt")
resource crater "moon:index:Crater" {
  depth = "` + marker + `-argument"
}
resource bad "bad:index:Bad" { x = "` + marker + `-unread" }
component inner "./inner" { password = "` + marker + `-input" }
output o { value = "${key} ${password} ${undefined} ` + marker + `-template" }
`

// Texts of documents, of files, of settings and of stacks, and what a client sends, are in
// no log, no trace, no message that a client logs, and nothing that is kept; whatever is
// asked, and with everything turned on that tells more. Names are: a trace has those of
// declarations.
func TestTextsAreNowhere(t *testing.T) {
	t.Parallel()
	dir, kept := t.TempDir(), t.TempDir()
	for name, text := range markedFiles {
		putIn(t, dir, name, text)
	}
	trace := filepath.Join(kept, "trace.jsonl")
	env := environment{dir: dir, home: kept, cache: filepath.Join(kept, "cache", "index"), variable: func(string) string { return "" }}
	var log bytes.Buffer
	c := newConversation(t)
	send := func(method string, params any) {
		if !strings.HasPrefix(method, "textDocument/did") && !strings.HasPrefix(method, "workspace/did") && !strings.HasPrefix(method, "$/") && method != "initialized" && method != "exit" {
			c.ask(method, params)
			return
		}
		c.tell(method, params)
	}
	type object = map[string]any
	uri := "file://" + filepath.ToSlash(filepath.Join(dir, "main.pp"))
	document := object{"uri": uri}
	send("initialize", object{"processId": nil, "rootUri": "file://" + filepath.ToSlash(dir), "capabilities": object{}, "trace": "verbose", "initializationOptions": object{"trusted": marker}})
	send("initialized", object{})
	send("$/setTrace", object{"value": "verbose"})
	send("textDocument/didOpen", object{"textDocument": object{"uri": uri, "languageId": "pcl", "version": 1, "text": markedProgram}})
	send("textDocument/didChange", object{"textDocument": object{"uri": uri, "version": 7}, "contentChanges": []object{{"range": object{"start": object{"line": 99, "character": 9}, "end": object{"line": 0, "character": 0}}, "text": "edited = \"" + marker + "-edit\"\n"}}})
	for line := range strings.Count(markedProgram, "\n") {
		for _, character := range []int{3, 12, 25, 33} {
			position := object{"line": line, "character": character}
			for _, method := range []string{"hover", "completion", "signatureHelp", "definition", "references", "documentHighlight", "prepareRename"} {
				send("textDocument/"+method, object{"textDocument": document, "position": position, "context": object{"includeDeclaration": true}})
			}
			send("textDocument/codeAction", object{"textDocument": document, "range": object{"start": position, "end": position}, "context": object{"diagnostics": []object{}}})
			send("textDocument/rename", object{"textDocument": document, "position": position, "newName": marker + " no name"})
		}
	}
	for _, method := range []string{"documentSymbol", "formatting", "semanticTokens/full", "codeLens", "documentLink", "foldingRange", "diagnostic"} {
		send("textDocument/"+method, object{"textDocument": document, "options": object{"tabSize": marker}})
	}
	send("workspace/symbol", object{"query": marker})
	send("workspace/executeCommand", object{"command": marker, "arguments": []string{marker}})
	send(marker+"/unknown", object{"secret": marker})
	send("textDocument/hover", marker)
	send("textDocument/hover", object{"textDocument": marker, "position": marker})
	send("textDocument/didChange", object{"textDocument": marker})
	send("textDocument/didClose", object{"textDocument": object{"uri": "file:///" + marker}})
	send("workspace/didChangeConfiguration", object{"settings": object{"pcl": object{"stack": 1, "none": true}}})
	sent := c.with(words("serve --trace "+trace+" --schema "+filepath.Join(dir, "schemas")), &log, env)
	for _, m := range sent {
		if bytes.Contains(m.Result, []byte(marker+"-text")) || bytes.Contains(m.Params, []byte(marker+"-text")) {
			t.Errorf("the client is sent the text of a file that a program only names: %.300s%.300s", m.Params, m.Result)
		}
		switch m.Method {
		case "window/logMessage", "window/showMessage", "$/logTrace", "telemetry/event", "window/showMessageRequest", "$/progress":
			mustNotHave(t, m.Method, m.Params)
		}
	}
	mustNotHave(t, "the log", log.Bytes())
	files := 0
	err := filepath.WalkDir(kept, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		files++
		mustNotHave(t, path, text)
		return err
	})
	if err != nil || files == 0 {
		t.Errorf("%d files were looked at: %v", files, err)
	}
	if text, _ := os.ReadFile(trace); !bytes.Contains(text, []byte("textDocument/hover")) {
		t.Error("nothing was traced")
	}
}

// mustNotHave looks for the marker, which the names of one file and of requests have too.
func mustNotHave(t *testing.T, where string, text []byte) {
	t.Helper()
	for _, harmless := range []string{marker + ".txt"} {
		text = bytes.ReplaceAll(text, []byte(harmless), nil)
	}
	if at := bytes.Index(text, []byte(marker)); at >= 0 {
		t.Errorf("%s has %q", where, text[max(at-100, 0):min(at+60, len(text))])
	}
}

// conversation is a client: all that it sends until it shuts the server down, and how many answers it waits for.
type conversation struct {
	t     *testing.T
	in    bytes.Buffer
	asked int
	waits []wait
}

// wait is a place in what a client says: the rest is sent after the server has sent a notification with a text.
type wait struct {
	before int
	text   string
	over   chan struct{}
}

func newConversation(t *testing.T) *conversation { return &conversation{t: t} }

// with runs a server for this client and returns everything the server sent. The client waits for all answers before `shutdown`, and for
// that one before `exit`: the server need not answer what still runs then.
func (c *conversation) with(args []string, log io.Writer, env environment) []sentMessage {
	c.t.Helper()
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	ended, done := make(chan struct{}), make(chan struct{})
	answers := make(chan struct{}, c.asked+1)
	var received []sentMessage
	waits := c.waits
	go func() {
		defer close(done)
		r := bufio.NewReader(fromServer)
		for {
			m, err := readMessage(r)
			if err != nil {
				if err != io.EOF {
					c.t.Errorf("the server sent no message: %v", err)
				}
				return
			}
			received = append(received, m)
			if len(m.Params)+len(m.Result) > 0 {
				keepsSecrets(c.t, "the server", leak.InMessage, bytes.Join([][]byte{m.Params, m.Result}, nil))
			}
			if m.Method == "" {
				answers <- struct{}{}
			} else if len(waits) > 0 && bytes.Contains(m.Params, []byte(waits[0].text)) {
				close(waits[0].over)
				waits = waits[1:]
			}
		}
	}()
	go func() {
		defer toServer.Close()
		awaiting, sent := c.asked, 0
		for _, w := range c.waits {
			if _, err := toServer.Write(c.in.Next(w.before - sent)); err != nil {
				return // the server has ended
			}
			sent = w.before
			select {
			case <-w.over:
			case <-ended:
				return
			}
		}
		for _, next := range []func(){func() {}, func() { c.ask("shutdown", nil) }, func() { c.tell("exit", nil) }} {
			next()
			if _, err := c.in.WriteTo(toServer); err != nil {
				return // the server has ended
			}
			for ; awaiting > 0; awaiting-- {
				select {
				case <-answers:
				case <-ended:
					return
				}
			}
			awaiting = 1
		}
	}()
	code := run(context.Background(), args, fromClient, toClient, log, env)
	close(ended)
	fromClient.Close()
	toClient.Close()
	<-done
	if text, ok := log.(*bytes.Buffer); ok {
		keepsSecrets(c.t, "the server", leak.InOutput, text.Bytes())
	}
	if code != 0 {
		c.t.Fatalf("the server ended with %d: %v", code, log)
	}
	return received
}

func (c *conversation) ask(method string, params any) {
	c.asked++
	c.send(map[string]any{"jsonrpc": "2.0", "id": c.asked, "method": method, "params": params})
}

// await makes the client say the rest after a notification of the server with a text, such as the code of a finding that
// only the schema of a package leads to.
func (c *conversation) await(text string) {
	c.waits = append(c.waits, wait{c.in.Len(), text, make(chan struct{})})
}

func (c *conversation) tell(method string, params any) {
	c.send(map[string]any{"jsonrpc": "2.0", "method": method, "params": params})
}

func (c *conversation) send(message any) {
	c.t.Helper()
	text, err := json.Marshal(message)
	if err != nil {
		c.t.Fatal(err)
	}
	c.in.Write(frame.Of(text))
}

type sentMessage struct {
	Method         string
	Params, Result json.RawMessage
}

// readMessage reads one message; the error is io.EOF at the end.
func readMessage(r *bufio.Reader) (m sentMessage, err error) {
	body, err := frame.Read(r)
	if err != nil {
		return m, err
	}
	return m, json.Unmarshal(body, &m)
}
