package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/process"
	"github.com/pcl-lsp/pcl-lsp/internal/frame"
)

// agentSession runs `pcl-lsp mcp` with a client on its standard input and output.
func agentSession(t *testing.T, dir string, args ...string) *mcp.ClientSession {
	t.Helper()
	hisOut, ourIn := io.Pipe()
	ourOut, hisIn := io.Pipe()
	ended := make(chan int)
	go func() {
		code := run(context.Background(), append([]string{"mcp"}, args...), hisOut, hisIn, io.Discard, environment{dir: dir, variable: func(string) string { return "" }})
		_ = hisIn.Close()
		ended <- code
	}()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.IOTransport{Reader: ourOut, Writer: ourIn}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = session.Close()
		_ = ourIn.Close()
		if code := <-ended; code != exitClean {
			t.Errorf("mcp %v ends with %d", args, code)
		}
	})
	return session
}

// checkText calls check, and returns its text.
func checkText(t *testing.T, session *mcp.ClientSession, arguments map[string]any) string {
	t.Helper()
	result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "check", Arguments: arguments})
	if err != nil {
		t.Fatal(err)
	}
	return result.Content[0].(*mcp.TextContent).Text
}

// infra is a directory with what the examples of the command name.
func infra(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"infra/main.pp": "config stage string {\n}\n\noutput a {\n  value   = \"${nope}${stage}\"\n}\n", "infra/Pulumi.yaml": "name: shop\nruntime: pcl\n", "infra/Pulumi.dev.yaml": "config:\n  shop:stage: dev\n  shop:stagee: dev\n",
		"infra/long.pp": strings.Repeat("#\n", 26_000), "schemas/pen.json": `{"name":"pen","version":"1.0.0","resources":{"pen:index:Pen":{}}}`, "token": "0123456789abcdef\n",
	} {
		writeFile(t, filepath.Join(dir, filepath.FromSlash(name)), text)
	}
	return dir
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// The flags of the command do what its help says.
func TestMCP(t *testing.T) {
	t.Parallel()
	t.Run("root", func(t *testing.T) {
		session := agentSession(t, infra(t), "--root", "infra")
		if got := checkText(t, session, nil); !strings.Contains(got, "main.pp:5:16: error") {
			t.Error(got)
		}
		if got := checkText(t, session, map[string]any{"paths": []string{"../schemas"}}); !strings.Contains(got, "outside the roots") {
			t.Error(got)
		}
		if got := session.InitializeResult().ServerInfo; got.Name != "pcl-lsp" || got.Version != process.Build().Version {
			t.Errorf("%+v", got)
		}
	})
	t.Run("write and schema", func(t *testing.T) {
		dir := infra(t)
		session := agentSession(t, dir, "--root", "infra", "--write", "--schema", "schemas")
		result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "format", Arguments: map[string]any{}})
		if err != nil || result.IsError {
			t.Fatal(err, result)
		}
		text, _ := os.ReadFile(filepath.Join(dir, "infra", "main.pp"))
		if !strings.Contains(string(text), "value = ") {
			t.Errorf("not formatted: %s", text)
		}
		result, err = session.CallTool(t.Context(), &mcp.CallToolParams{Name: "schema_search", Arguments: map[string]any{"query": "pen"}})
		if err != nil || !strings.Contains(result.Content[0].(*mcp.TextContent).Text, "pen:index:Pen") && !strings.Contains(result.Content[0].(*mcp.TextContent).Text, "pen::Pen") {
			t.Error(err, result.Content[0])
		}
	})
	t.Run("mode, stack and limit", func(t *testing.T) {
		dir := infra(t)
		for flags, want := range map[string]string{"--stack dev": "Pulumi.dev.yaml:3:8: warning", "--max-file-size 1": "long.pp", "--mode lenient": "main.pp:5:16: warning"} {
			if got := checkText(t, agentSession(t, dir, append(strings.Fields(flags), "--root", "infra")...), nil); !strings.Contains(got, want) {
				t.Errorf("%s: %s", flags, got)
			}
		}
	})
}

func TestMCPUsage(t *testing.T) {
	t.Parallel()
	dir := infra(t)
	writeFile(t, filepath.Join(dir, "short"), "abc")
	writeFile(t, filepath.Join(dir, "shown"), "0123456789abcdef")
	if err := os.Chmod(filepath.Join(dir, "shown"), 0o640); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"mcp x": "unknown command", "mcp --root nowhere": "no such directory", "mcp --root token": "no such directory", "mcp --schema nowhere": "no such file or folder",
		"mcp --listen 127.0.0.1:0": "needs --root", "mcp --root infra --listen 0.0.0.0:0": "other machines", "mcp --root infra --token-file token": "only with --listen",
		"mcp --root infra --listen 127.0.0.1:0 --token-file nowhere": "nowhere", "mcp --root infra --listen 127.0.0.1:0 --token-file short": "at least 16",
		"mcp --root infra --listen 127.0.0.1:0 --token-file shown": "other users of this machine can read or change it (its mode is 0640); run chmod 600 shown",
	} {
		if strings.Contains(line, "shown") && runtime.GOOS == "windows" {
			continue
		}
		if got := runIn(t, dir, words(line)); got.code != exitUsage || !strings.Contains(got.stderr, want) {
			t.Errorf("%s: %+v, which should say %q", line, got, want)
		}
	}
}

// With --listen, a client that sends the token is served: the one in the file, or the one that is printed.
func TestMCPListens(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"--token-file", "token"}, nil} {
		said, stderr := io.Pipe()
		ctx, cancel := context.WithCancel(context.Background())
		ended := make(chan int)
		dir := infra(t)
		go func() {
			ended <- run(ctx, append([]string{"mcp", "--root", "infra", "--listen", "127.0.0.1:0"}, args...), strings.NewReader(""), io.Discard, stderr, environment{dir: dir, variable: func(string) string { return "" }})
		}()
		lines := bufio.NewReader(said)
		var address, token string
		line, _ := lines.ReadString('\n')
		if _, err := fmt.Sscanf(line, "pcl-lsp: listening at %s", &address); err != nil {
			t.Fatal(line, err)
		}
		if token = "0123456789abcdef"; args == nil {
			line, _ := lines.ReadString('\n')
			if _, err := fmt.Sscanf(line, "pcl-lsp: the token is %s", &token); err != nil {
				t.Fatal(line, err)
			}
		}
		client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
		session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: address, HTTPClient: &http.Client{Transport: withToken(token)}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := checkText(t, session, nil); !strings.Contains(got, "main.pp:5:16") {
			t.Error(got)
		}
		_ = session.Close()
		cancel()
		if code := <-ended; code != exitClean {
			t.Errorf("ends with %d", code)
		}
	}
}

// With --mcp-listen, an agent sees what is typed in the editor, below the folders of the editor.
func TestServeForAgents(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(infra(t))
	if err != nil {
		t.Fatal(err)
	}
	said, stderr := io.Pipe()
	fromEditor, editor := io.Pipe()
	toEditor, answers := io.Pipe()
	ended := make(chan int)
	go func() {
		code := run(context.Background(), words("serve --mcp-listen 127.0.0.1:0 --mcp-token-file token"), fromEditor, answers, stderr, environment{dir: dir, variable: func(string) string { return "" }})
		_, _ = answers.Close(), stderr.Close()
		ended <- code
	}()
	lines := bufio.NewReader(said)
	line, _ := lines.ReadString('\n')
	var address string
	if _, err := fmt.Sscanf(line, "pcl-lsp: listening at %s", &address); err != nil {
		t.Fatal(line, err)
	}
	go func() { _, _ = io.Copy(io.Discard, lines) }()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: address, HTTPClient: &http.Client{Transport: withToken("0123456789abcdef")}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: address, HTTPClient: &http.Client{Transport: withToken("0123456789abcdeg")}}, nil); err == nil {
		t.Error("another token is accepted")
	}
	if got := checkText(t, session, nil); !strings.Contains(got, "no root") {
		t.Errorf("no folder is open yet: %s", got)
	}
	replies := bufio.NewReader(toEditor)
	send := func(message string) {
		_, _ = io.Copy(editor, frames(message))
	}
	uri := "file://" + filepath.ToSlash(filepath.Join(dir, "infra"))
	send(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":"` + uri + `","capabilities":{}}}`)
	awaitReply(t, replies, `"id":1`)
	send(`{"jsonrpc":"2.0","method":"initialized","params":{}}`)
	send(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"` + uri + `/main.pp","languageId":"pcl","version":1,"text":"output typed {\n  value = nowhere\n}\n"}}}`)
	send(`{"jsonrpc":"2.0","id":2,"method":"textDocument/formatting","params":{"textDocument":{"uri":"` + uri + `/main.pp"},"options":{"tabSize":2,"insertSpaces":true}}}`)
	awaitReply(t, replies, `"id":2`)
	go func() { _, _ = io.Copy(io.Discard, replies) }()
	if got := checkText(t, session, nil); !strings.Contains(got, "main.pp:2:11: error: `nowhere` is not declared") {
		t.Error(got)
	}
	if got := checkText(t, session, map[string]any{"paths": []string{"../schemas"}}); !strings.Contains(got, "outside the roots") {
		t.Error(got)
	}
	_ = session.Close()
	send(`{"jsonrpc":"2.0","id":3,"method":"shutdown"}`)
	send(`{"jsonrpc":"2.0","method":"exit"}`)
	if code := <-ended; code != exitClean {
		t.Errorf("ends with %d", code)
	}
}

// awaitReply reads what a server sends until a message has some text.
func awaitReply(t *testing.T, from *bufio.Reader, text string) {
	t.Helper()
	for {
		body, err := frame.Read(from)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(body), text) {
			return
		}
	}
}

// withToken sends requests with a token.
type withToken string

func (token withToken) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(token))
	return http.DefaultTransport.RoundTrip(r)
}
