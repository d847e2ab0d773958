// This file fuzzes the whole server with messages and with bytes.

package lsp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/frame"
)

// FuzzFrames sends what no client would send, each line as a message, and then the same as bytes. The server answers each request once, in valid frames,
// sends no other responses, and ends with a valid status. The request after the messages is answered unless one of them was exit.
func FuzzFrames(f *testing.F) {
	hello := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}` + "\n"
	open := `{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///p/main.pp","languageId":"pcl","version":1,"text":"a = b\n"}}}` + "\n"
	for _, seed := range []string{
		"", "{}", "[]", "null", "x", `"`, strings.Repeat("[", 200), "\ufeff{}", "{}\n{}", "\xff\xfe", "\x00",
		hello + open + `{"jsonrpc":"2.0","id":"a","method":"textDocument/hover","params":{"textDocument":{"uri":"file:///p/main.pp"},"position":{"line":0,"character":4}}}`,
		hello + open + `{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///p/main.pp","version":2},"contentChanges":[{"range":{"start":{"line":9,"character":9},"end":{"line":0,"character":0}},"text":"\udc00"},{"text":"x"}]}}`,
		hello + `{"jsonrpc":"2.0","id":2,"method":"x"}` + "\n" + `{"jsonrpc":"2.0","id":2,"method":"x"}` + "\n" + `{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":2}}`,
		hello + `{"jsonrpc":"2.0","id":3,"method":"shutdown"}` + "\n" + `{"jsonrpc":"2.0","method":"exit"}`,
		hello + `{"jsonrpc":"2.0","id":1,"result":{}}` + "\n" + `{"jsonrpc":"2.0","id":1,"error":{"code":1.5}}` + "\n" + `[{"jsonrpc":"2.0","id":1,"method":"x"}]`,
		hello + `{"jsonrpc":"2.0","id":"\ud800","method":"workspace/symbol","params":{"query":"\ud800"}}` + "\n" + `{"jsonrpc":"2.0","id":null,"method":"x"}`,
		hello + `{"jsonrpc":"2.0","id":4,"id":5,"method":"workspace/diagnostic","params":{"previousResultIds":[]}}`,
		"Content-Length: 2\r\n\r\n{}", "Content-Length: -1\r\n\r\n", "content-length:5\n\n{", "Content-Length: 99999999999999999999\r\n\r\n", "Content-Length: 200000000\r\n\r\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var framed bytes.Buffer
		bodies := append(bytes.Split(text, []byte("\n")), []byte(lastRequest))
		for _, body := range bodies {
			framed.Write(frame.Of(body))
		}
		answered := wantAnswers(t, bodies, served(t, &framed))
		if !holdsExit(bodies) && answered[idText("last")] != 1 {
			t.Errorf("the last request was answered %d times", answered[idText("last")])
		}
		served(t, bytes.NewReader(text))
	})
}

const lastRequest = `{"jsonrpc":"2.0","id":"last","method":"no/such/method"}`

// served makes a server read some input to its end, and returns what it wrote.
func served(t *testing.T, input io.Reader) (messages []message) {
	t.Helper()
	var output bytes.Buffer
	s := newServer(Options{})
	s.connect(t.Context(), input, &output)
	code, err := s.run()
	if code != 0 && code != 1 || code == 0 && err != nil {
		t.Errorf("ended with %d, %v", code, err)
	}
	for r := bufio.NewReader(&output); ; {
		body, err := frame.Read(r)
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("the server sent a part of a message: %v", err)
		}
		var m message
		if err := json.Unmarshal(body, &m); err != nil {
			t.Fatalf("the server sent %q: %v", body, err)
		}
		if m.errorCode() == -32603 && strings.Contains(m.Error.Message, "internal error") {
			t.Errorf("a panic: %+v", m.Error)
		}
		messages = append(messages, m)
	}
	return messages
}

// wantAnswers checks that there are no more responses than requests for each id, and returns their number by id.
func wantAnswers(t *testing.T, bodies [][]byte, messages []message) (answered map[string]int) {
	t.Helper()
	asked, unclear := map[string]int{}, 0 // a broken message may look like a request to a reader of its id alone
	for _, body := range bodies {
		var m struct{ ID any }
		if json.Unmarshal(body, &m) != nil || bytes.Count(bytes.ToLower(body), []byte(`"id"`)) > 1 || bytes.Contains(body, []byte(`\u`)) {
			unclear++
		} else {
			asked[idText(m.ID)]++
		}
	}
	answered = map[string]int{}
	for _, m := range messages {
		var id any
		if m.Method != "" || json.Unmarshal(m.ID, &id) != nil {
			continue
		}
		key := idText(id)
		if answered[key]++; id != nil && answered[key] > asked[key]+unclear {
			t.Errorf("id %s was asked for %d times and answered %d times", key, asked[key], answered[key])
		}
	}
	if answered[idText(nil)] > len(bodies) {
		t.Errorf("%d messages have %d answers without an id", len(bodies), answered[idText(nil)])
	}
	return answered
}

// idText distinguishes a string from a number with the same digits.
func idText(id any) string { return fmt.Sprintf("%T %v", id, id) }

// holdsExit reports whether one of the messages may ask the server to exit.
func holdsExit(bodies [][]byte) bool {
	for _, body := range bodies {
		var m struct{ Method any }
		if err := json.Unmarshal(body, &m); err == nil && m.Method == "exit" || bytes.Count(body, []byte(`"method"`)) > 1 || err != nil && bytes.Contains(body, []byte("exit")) {
			return true
		}
	}
	return false
}
