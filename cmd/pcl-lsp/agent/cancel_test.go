package agent_test

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/agent"
	"github.com/pcl-lsp/pcl-lsp/internal/cost"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// Every tool that is canceled in the middle of its work on a hostile program is answered soon.
func TestEveryToolEnds(t *testing.T) {
	state := `{"version":3,"deployment":{"manifest":{"time":"2024-01-01T00:00:00Z","magic":"","version":""},"resources":[]}}`
	sent := map[string]bool{}
	for i, shape := range cost.Shapes {
		if i%max(1, testsize.HostileParts/2) > 0 {
			continue
		}
		t.Run(shape.Name, func(t *testing.T) {
			dir := t.TempDir()
			files := shape.Files(testsize.HostileSize)
			for name, text := range files {
				write(t, filepath.Join(dir, name), text)
			}
			o := options()
			o.Roots = []string{dir}
			c := connectRaw(t, o)
			lines := strings.Count(files[cost.Main], "\n")
			at := fmt.Sprintf("%s:%d:1", cost.Main, 1+lines*(i%3)/3)
			for tool, arguments := range map[string]object{
				"schema_search": {"query": "bucket"}, "schema_show": {"token": "aws:s3/bucket:Bucket"}, "check": {}, "fix": {"all": true}, "format": {}, "complete": {"at": at}, "hover": {"at": at}, "look": {"at": at},
				"rename": {"at": at, "to": "renamed"}, "graph": {}, "references": {"at": at}, "explain": {"codes": []string{"attr.unknown"}}, "plan": {"stateText": state, "all": true}, "upgrade": {"package": "pen@2.0.0"}, "convert": {"text": state},
			} {
				sent[tool] = true
				if late := cost.Interrupted(0.05, func(ctx context.Context) { c.callUntil(ctx, tool, arguments) }); late > cost.Late {
					t.Errorf("%s takes %.1f seconds of the processor after it is cancelled", tool, late)
				}
			}
		})
	}
	all, err := connect(t, options(), nil).session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range all.Tools {
		if !sent[tool.Name] {
			t.Errorf("%s is not cancelled", tool.Name)
		}
	}
}

// rawClient sends messages as they are: the client of the library does not wait for the answer to what it cancels.
type rawClient struct {
	t    *testing.T
	conn mcp.Connection
	next int
}

func connectRaw(t *testing.T, o agent.Options) *rawClient {
	t.Helper()
	here, there := mcp.NewInMemoryTransports()
	server, err := agent.New(o).MCP().Connect(t.Context(), there, nil)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := here.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = conn.Close()
		_ = server.Wait()
	})
	c := &rawClient{t: t, conn: conn}
	c.send(object{"id": "begin", "method": "initialize", "params": object{"protocolVersion": "2025-06-18", "capabilities": object{}, "clientInfo": object{"name": "test", "version": "1"}}})
	c.awaitAnswer(`"begin"`)
	c.send(object{"method": "notifications/initialized"})
	return c
}

func (c *rawClient) send(message object) {
	message["jsonrpc"] = "2.0"
	text, err := json.Marshal(message)
	if err != nil {
		c.t.Fatal(err)
	}
	m, err := jsonrpc.DecodeMessage(text)
	if err == nil {
		err = c.conn.Write(context.Background(), m)
	}
	if err != nil {
		c.t.Error(err)
	}
}

// awaitAnswer reads messages up to the answer to a request.
func (c *rawClient) awaitAnswer(id string) {
	for {
		m, err := c.conn.Read(context.Background())
		if err != nil {
			c.t.Errorf("no answer to %s: %v", id, err)
			return
		}
		text, err := jsonrpc.EncodeMessage(m)
		if err != nil {
			c.t.Error(err)
		}
		var answer struct {
			ID     json.RawMessage
			Method string
		}
		if json.Unmarshal(text, &answer) == nil && answer.Method == "" && string(answer.ID) == id {
			return
		}
	}
}

// callUntil calls a tool, cancels the call when the context ends, and waits for the answer.
func (c *rawClient) callUntil(ctx context.Context, tool string, arguments object) {
	c.next++
	id := c.next
	c.send(object{"id": id, "method": "tools/call", "params": object{"name": tool, "arguments": arguments}})
	answered := make(chan struct{})
	go func() {
		defer close(answered)
		c.awaitAnswer(fmt.Sprint(id))
	}()
	select {
	case <-answered:
	case <-ctx.Done():
		c.send(object{"method": "notifications/cancelled", "params": object{"requestId": id}})
		<-answered
	}
}
