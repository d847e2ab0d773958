package agent_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/agent"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file is the client of the tests. It talks to a server in memory.

//lint:file-ignore SA1019 clients name their roots so in every version of the protocol until it has something else

// top is the top of the repository.
const top = "../../.."

// client is a connected client. It counts what a model would read and write.
type client struct {
	t       *testing.T
	session *mcp.ClientSession
	bytes   int // of arguments and answers
	calls   int
}

// folder makes a directory with files and with the schemas of the tests.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	schemas, err := filepath.Glob(top + "/testdata/schemas/*.json")
	if err != nil || len(schemas) == 0 {
		t.Fatal("no schemas", err)
	}
	for _, path := range schemas {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, "schemas", filepath.Base(path)), string(text))
	}
	write(t, filepath.Join(dir, ".git", "HEAD"), "")
	for name, text := range files {
		write(t, filepath.Join(dir, filepath.FromSlash(name)), text)
	}
	return dir
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// options are those of a server for tests.
func options(given ...string) agent.Options {
	return agent.Options{Version: "1.2.3", SchemaPaths: given, Places: func(fsys disk.FS) *workspace.SchemaPlaces {
		return workspace.SchemasAt(workspace.SchemaOptions{FS: fsys, Given: given})
	}}
}

// connect connects a client that names some roots; nil for a client that has none.
func connect(t *testing.T, o agent.Options, client_ *mcp.ClientOptions, roots ...string) *client {
	t.Helper()
	ctx := t.Context()
	here, there := mcp.NewInMemoryTransports()
	server, err := agent.New(o).MCP().Connect(ctx, there, nil)
	if err != nil {
		t.Fatal(err)
	}
	if client_ == nil {
		client_ = &mcp.ClientOptions{}
	}
	if len(roots) == 0 {
		client_.Capabilities = &mcp.ClientCapabilities{}
	}
	c := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, client_)
	for _, root := range roots {
		c.AddRoots(&mcp.Root{URI: "file://" + filepath.ToSlash(root)})
	}
	session, err := c.Connect(ctx, here, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = session.Close()
		_ = server.Wait()
	})
	return &client{t: t, session: session}
}

// call calls a tool, and returns the text and the error that a model would see.
func (c *client) call(tool string, arguments any, into any) (text string, isError bool) {
	c.t.Helper()
	result, err := c.session.CallTool(context.Background(), &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		c.t.Fatalf("%s: %v", tool, err)
	}
	for _, part := range result.Content {
		text += part.(*mcp.TextContent).Text
	}
	structured, err := json.Marshal(result.StructuredContent)
	if err != nil {
		c.t.Fatal(err)
	}
	sent, _ := json.Marshal(arguments)
	c.calls++
	c.bytes += len(tool) + len(sent) + max(len(text), len(structured))
	if into != nil && !result.IsError {
		if err := json.Unmarshal(structured, into); err != nil {
			c.t.Fatalf("%s: %v", tool, err)
		}
	}
	return text, result.IsError
}

// ask calls a tool that must answer.
func ask[T any](c *client, tool string, arguments any) (answer T, text string) {
	c.t.Helper()
	text, isError := c.call(tool, arguments, &answer)
	if isError {
		c.t.Fatalf("%s %v: %s", tool, arguments, text)
	}
	return answer, text
}

// refused calls a tool that must refuse, with a message that has some words.
func (c *client) refused(tool string, arguments any, words string) {
	c.t.Helper()
	if text, isError := c.call(tool, arguments, nil); !isError || !strings.Contains(text, words) {
		c.t.Errorf("%s %.200v: refused: %v with %q, which should have %q", tool, arguments, isError, text, words)
	}
}

type object = map[string]any

func resource(uri string) *mcp.ReadResourceParams { return &mcp.ReadResourceParams{URI: uri} }
