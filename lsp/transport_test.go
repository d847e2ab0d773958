// This file tests the transport: unusual and invalid frames, and streams that end.

package lsp

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/pcl-lsp/pcl-lsp/internal/frame"
)

// TestUndecodableFrames: each is answered with a null id and the next request
// works.
func TestUndecodableFrames(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, body string
		code       int
	}{
		{"no JSON", `hello`, -32700},
		{"empty body", ``, -32700},
		{"cut off", `{"jsonrpc":"2.0","id":1,"method":"x"`, -32700},
		{"byte order mark", "\ufeff" + `{"jsonrpc":"2.0","id":1,"method":"x"}`, -32700},
		{"trailing bytes", `{"jsonrpc":"2.0","id":1,"method":"x"} x`, -32700},
		{"empty object", `{}`, -32600},
		{"no jsonrpc", `{"id":1,"method":"x"}`, -32600},
		{"wrong jsonrpc", `{"jsonrpc":"1.0","id":1,"method":"x"}`, -32600},
		{"fractional id", `{"jsonrpc":"2.0","id":1.5,"method":"x"}`, -32600},
		{"boolean id", `{"jsonrpc":"2.0","id":true,"method":"x"}`, -32600},
		{"batch", `[{"jsonrpc":"2.0","id":1,"method":"x"}]`, -32600},
		{"deep nesting", strings.Repeat("[", 1_000_000), 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := connect(t).initialize()
			c.frame(test.body)
			reply := c.await("error with null id", func(inbox []message) (message, bool) {
				for _, m := range inbox {
					if m.Method == "" && string(m.ID) == "null" {
						return m, true
					}
				}
				return message{}, false
			})
			if code := reply.errorCode(); code != test.code && (test.code != 0 || code == 0) {
				t.Errorf("frame %.80q got code %d, want %d", test.body, code, test.code)
			}
			c.alive()
		})
	}
}

// TestStrayResponses: a response that no call waits for is dropped, however broken it is.
func TestStrayResponses(t *testing.T) {
	t.Parallel()
	c := connect(t).initialize()
	for _, body := range []string{
		`{"jsonrpc":"2.0","id":77,"result":null}`,
		`{"jsonrpc":"2.0","id":"x","result":null}`,
		`{"jsonrpc":"2.0","id":77,"result":null,"error":{"code":1,"message":"both"}}`,
		`{"jsonrpc":"2.0","id":77,"error":{"code":"x","message":"no number"}}`,
		`{"jsonrpc":"2.0","id":"x","error":{"code":1.5,"message":"no integer"}}`,
	} {
		c.frame(body)
	}
	c.alive()
	for _, m := range c.received() {
		if string(m.ID) == "null" {
			t.Errorf("a response was answered: %+v", m)
		}
	}
}

func TestOddHeaders(t *testing.T) {
	t.Parallel()
	c := connect(t).initialize()
	body := `{"jsonrpc":"2.0","id":"%d","method":"x"}`
	for i, header := range []string{
		"content-length: %d\r\n\r\n",
		"CONTENT-LENGTH:%d\n\n",
		"Content-Type: application/vscode-jsonrpc; charset=utf8\r\nContent-Length: %d\r\n\r\n",
		"Content-Length: %d\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\nX: y\r\n\r\n",
	} {
		text := fmt.Sprintf(body, i)
		c.raw(fmt.Sprintf(header, len(text)) + text)
		id := fmt.Sprintf("%q", fmt.Sprint(i))
		c.await("answer after header "+header, func(inbox []message) (message, bool) {
			for _, m := range inbox {
				if string(m.ID) == id {
					return m, true
				}
			}
			return message{}, false
		})
	}
}

// TestBrokenHeaders: the server ends with an error, since it does not know where the next frame begins.
func TestBrokenHeaders(t *testing.T) {
	t.Parallel()
	for _, header := range []string{
		"Content-Length: -5\r\n\r\n",
		"Content-Length: many\r\n\r\n",
		"Content-Length: 99999999999\r\n\r\n",
		"Content-Length: 99999999999999999999999\r\n\r\n",
		"Content-Type: text\r\n\r\n",
		"no colon\r\n\r\n",
		"POST /a:b HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}",
		"\r\n{}",
		strings.Repeat("x", 64<<10+1),
		strings.Repeat("X: y\r\n", 64<<10),
	} {
		t.Run(fmt.Sprintf("%.30q", header), func(t *testing.T) {
			t.Parallel()
			c := connect(t).initialize()
			go io.WriteString(c.in, header) // the server may stop reading in the middle of it
			code, err := c.ended()
			if code != 1 || err == nil {
				t.Errorf("ended with %d, %v; want 1 and an error", code, err)
			}
		})
	}
}

func TestEndOfInput(t *testing.T) {
	t.Parallel()
	hello := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`
	framed := string(frame.Of(hello))
	for _, test := range []struct {
		name, input string
		failed      bool
	}{
		{"nothing", "", false},
		{"between frames", framed, false},
		{"in a header", framed + "Content-Le", true},
		{"after a header line", framed + "Content-Length: 5\r\n", true},
		{"before a body", framed + "Content-Length: 5\r\n\r\n", true},
		{"in a body", framed + "Content-Length: 5\r\n\r\n{", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			code, err := Serve(t.Context(), strings.NewReader(test.input), io.Discard, Options{})
			if code != 1 || (err != nil) != test.failed {
				t.Errorf("ended with %d, %v; want 1, error: %v", code, err, test.failed)
			}
		})
	}
}

// TestAnswersAfterEndOfInput: requests before the end of the input are answered.
func TestAnswersAfterEndOfInput(t *testing.T) {
	t.Parallel()
	var input, output strings.Builder
	bodies := []string{`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`}
	for id := 2; id < 50; id++ {
		bodies = append(bodies, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"test/echo","params":{}}`, id))
	}
	for _, body := range bodies {
		input.Write(frame.Of(body))
	}
	s := newServer(Options{})
	withTestMethods(s)
	s.connect(t.Context(), strings.NewReader(input.String()), &output)
	if code, err := s.run(); code != 1 || err != nil {
		t.Errorf("ended with %d, %v; want 1, no error", code, err)
	}
	for id := 1; id < 50; id++ {
		if want := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":`, id); !strings.Contains(output.String(), want) {
			t.Errorf("request %d was not answered", id)
		}
	}
}

// TestOneByteAtATime: the size of reads makes no difference.
func TestOneByteAtATime(t *testing.T) {
	t.Parallel()
	var input strings.Builder
	for _, body := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`,
		`{"jsonrpc":"2.0","id":2,"method":"shutdown"}`,
		`{"jsonrpc":"2.0","method":"exit"}`,
	} {
		input.Write(frame.Of(body))
	}
	var outputs []string
	for _, in := range []io.Reader{strings.NewReader(input.String()), iotest.OneByteReader(strings.NewReader(input.String()))} {
		var output strings.Builder
		if code, err := Serve(t.Context(), in, &output, Options{}); code != 0 || err != nil {
			t.Errorf("ended with %d, %v; want 0, no error", code, err)
		}
		outputs = append(outputs, output.String())
	}
	if outputs[0] != outputs[1] || !strings.Contains(outputs[0], `"id":2,"result":null`) {
		t.Errorf("merged frames gave %q, single bytes %q", outputs[0], outputs[1])
	}
}
