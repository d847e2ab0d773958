// This file checks recorded conversations with other clients, including real editors, against the metamodel.

package lsp

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/frame"
)

var recordings = flag.String("recordings", "", "a folder of recorded conversations: NAME.in is what a server read, NAME.out what it wrote")

// TestRecordings checks all recordings in the folder, which must not be empty.
func TestRecordings(t *testing.T) {
	t.Parallel()
	if *recordings == "" {
		t.Skip("no -recordings are given; make test-harness and make e2e give theirs")
	}
	outs, err := filepath.Glob(filepath.Join(*recordings, "*.out"))
	if err != nil || len(outs) == 0 {
		t.Fatalf("no recordings in %s (%v)", *recordings, err)
	}
	checked := 0
	for _, out := range outs {
		checked += checkRecording(t, strings.TrimSuffix(out, ".out"))
	}
	t.Logf("%d messages in %d recordings", checked, len(outs))
	if checked == 0 {
		t.Error("nothing was recorded")
	}
}

// checkRecording checks what a server wrote and returns the number of messages.
func checkRecording(t *testing.T, name string) int {
	t.Helper()
	asked := map[string]string{}
	heard, _ := framesOf(t, name+".in") // a test may send what is no message
	for _, m := range heard {
		if m.Method != "" && m.ID != nil {
			asked[string(m.ID)] = m.Method
		}
	}
	said, err := framesOf(t, name+".out")
	if err != nil {
		t.Errorf("%s: %v", name, err)
	}
	for _, m := range said {
		method := m.Method
		if method == "" {
			method = asked[string(m.ID)]
		}
		if method == "" && m.Error == nil {
			t.Errorf("%s: an answer to %s, which nobody asked", name, m.ID)
		}
		checkMessage(t, method, m)
	}
	return len(said)
}

// framesOf reads the messages of one direction. The last one may be truncated, since a client may have killed the server.
func framesOf(t *testing.T, file string) ([]message, error) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	return readFrames(f)
}

func readFrames(from io.Reader) (all []message, err error) {
	r := bufio.NewReader(from)
	for {
		body, err := frame.Read(r)
		if _, more := r.Peek(1); err != nil && !errors.Is(err, frame.ErrHeader) && errors.Is(more, io.EOF) {
			return all, nil // the end, perhaps within a message
		}
		if err != nil {
			return all, err
		}
		var m message
		if err := json.Unmarshal(body, &m); err != nil {
			return all, fmt.Errorf("the frame %.200q: %w", body, err)
		}
		all = append(all, m)
	}
}

// TestReadFrames: a recording that ends in the middle of a message has the messages before it.
func TestReadFrames(t *testing.T) {
	t.Parallel()
	const one = "Content-Length: 38\r\n\r\n" + `{"jsonrpc":"2.0","method":"a/b","id":1}`
	const whole = "Content-Length: 39\r\n\r\n" + `{"jsonrpc":"2.0","method":"a/b","id":1}`
	for cut := range whole {
		messages, err := readFrames(strings.NewReader(whole + whole[:cut]))
		if err != nil || len(messages) != 1 || messages[0].Method != "a/b" {
			t.Errorf("cut after %d bytes: %v, %v", cut, messages, err)
		}
	}
	if _, err := readFrames(strings.NewReader(one)); err == nil {
		t.Error("a frame that is no JSON is an error")
	}
}
