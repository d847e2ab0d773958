package transport_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/transport"
)

// serve runs a server with one tool, and returns its address.
func serve(t *testing.T, token string) string {
	t.Helper()
	s := mcp.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "greet"}, func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "hello"}}}, nil, nil
	})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- transport.ServeAgents(ctx, l, s, token) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return "http://" + l.Addr().String()
}

// bearer adds a token to requests.
type bearer string

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(r)
}

// TestToken: who has the token is served, and nobody else.
func TestToken(t *testing.T) {
	t.Parallel()
	token := transport.NewToken()
	if len(token) < 32 || token == transport.NewToken() {
		t.Errorf("the token %q can be guessed", token)
	}
	address := serve(t, token)
	connect := func(token string) (*mcp.ClientSession, error) {
		c := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
		return c.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: address + "/mcp", HTTPClient: &http.Client{Transport: bearer(token)}}, nil)
	}
	session, err := connect(token)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "greet"})
	if err != nil || result.Content[0].(*mcp.TextContent).Text != "hello" {
		t.Error(err, result)
	}
	for _, wrong := range []string{"", "x", token + "x", token[1:], strings.ToUpper(token)} {
		if session, err := connect(wrong); err == nil {
			t.Errorf("token %q is accepted", wrong)
			session.Close()
		}
	}
}

// TestRefused: what a web page can make a browser send is refused, even with the token.
func TestRefused(t *testing.T) {
	t.Parallel()
	const token = "0123456789abcdef"
	address := serve(t, token)
	for _, request := range []struct {
		host, origin, authorization, path string
		want                              int
	}{
		{"", "", "Bearer " + token, "/other", http.StatusNotFound},
		{"", "", "", "/mcp", http.StatusUnauthorized},
		{"", "", "Basic " + token, "/mcp", http.StatusUnauthorized},
		{"", "", token, "/mcp", http.StatusUnauthorized},
		{"evil.example", "", "Bearer " + token, "/mcp", http.StatusForbidden},
		{"127.0.0.1.evil.example", "", "Bearer " + token, "/mcp", http.StatusForbidden},
		{"10.0.0.1:80", "", "Bearer " + token, "/mcp", http.StatusForbidden},
		{"", "https://evil.example", "Bearer " + token, "/mcp", http.StatusForbidden},
		{"", "http://localhost.evil.example", "Bearer " + token, "/mcp", http.StatusForbidden},
		{"", "null", "Bearer " + token, "/mcp", http.StatusForbidden},
		{"", "http://evil.example@localhost", "Bearer " + token, "/mcp", http.StatusForbidden},
		{"localhost", "http://localhost:3000", "Bearer " + token, "/mcp", http.StatusOK},
		{"[::1]:99", "http://[::1]:99", "Bearer " + token, "/mcp", http.StatusOK},
	} {
		body := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address+request.path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Host = request.host
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		if request.origin != "" {
			r.Header.Set("Origin", request.origin)
		}
		if request.authorization != "" {
			r.Header.Set("Authorization", request.authorization)
		}
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != request.want {
			t.Errorf("%+v: %s", request, response.Status)
		}
	}
}

// pipes are connections to a server, in the memory of the test.
type pipes chan net.Conn

func (p pipes) Accept() (net.Conn, error) {
	if c := <-p; c != nil {
		return c, nil
	}
	return nil, net.ErrClosed
}
func (p pipes) Close() error   { close(p); return nil }
func (p pipes) Addr() net.Addr { return &net.TCPAddr{} }

// TestHalfOpen: a client that sends the beginning of a request and then nothing, or nothing between requests, is not waited for.
func TestHalfOpen(t *testing.T) {
	t.Parallel()
	const token = "0123456789abcdef"
	const post = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: 100\r\n"
	for _, sent := range []string{
		"", "P", post, post + "\r\n", post + "\r\n{", post + "Authorization: Bearer " + token + "\r\n\r\n", post + "Authorization: Bearer " + token + "\r\n\r\n{\"x\"",
		"GET /other HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token + "\r\n\r\n",
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			l, ended := make(pipes), make(chan error)
			go func() {
				ended <- transport.ServeAgents(ctx, l, mcp.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, nil), token)
			}()
			client, server := net.Pipe()
			l <- server
			go func() { _, _ = io.WriteString(client, sent) }()
			if err := client.SetReadDeadline(time.Now().Add(3 * time.Minute)); err != nil {
				t.Fatal(err)
			}
			if _, err := io.Copy(io.Discard, client); err != nil {
				t.Errorf("%q: the connection stays open: %v", sent, err)
			}
			client.Close()
			cancel()
			<-ended
		})
	}
}

// TestHugeBody: a body above the limit is refused before it is read.
func TestHugeBody(t *testing.T) {
	t.Parallel()
	address := serve(t, "0123456789abcdef")
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address+"/mcp", strings.NewReader(`{"x":"`+strings.Repeat("a", transport.MaxBody)+`"}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	response, err := (&http.Client{Transport: bearer("0123456789abcdef")}).Do(r)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusRequestEntityTooLarge {
		t.Error(response.Status)
	}
}
