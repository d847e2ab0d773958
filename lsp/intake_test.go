// This file tests that it is known whether the client is still sending.

package lsp

import (
	"fmt"
	"io"
	"strings"
	"testing"
)

// TestIntake: all is taken in when the message after the last one is waited for, not
// before, however the bytes come.
func TestIntake(t *testing.T) {
	t.Parallel()
	body := `{"jsonrpc":"2.0","method":"x"}`
	frame := fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body)
	for name, pieces := range map[string][]string{
		"one by one":       {frame, frame, frame},
		"all at once":      {frame + frame + frame},
		"in the middle":    {frame + frame[:9], frame[9:], frame},
		"header, body":     {frame[:22], frame[22:], frame, frame},
		"byte by byte":     strings.Split(frame, ""),
		"header and a bit": {frame + frame[:25], frame[25:]},
	} {
		in, client := io.Pipe()
		s := newStream(in, newOutbox(io.Discard))
		drained := func() bool {
			select {
			case <-s.came.drained():
				return true
			default:
				return false
			}
		}
		if !drained() {
			t.Errorf("%s: not all is taken in before anything has come", name)
		}
		go func() {
			for _, piece := range pieces {
				_, _ = io.WriteString(client, piece)
			}
			client.Close()
		}()
		for read := 0; ; read++ {
			_, _, err := s.Read(t.Context())
			if err != nil {
				if want := strings.Count(strings.Join(pieces, ""), body); read != want || !drained() {
					t.Errorf("%s: at the end %d messages, %v; want %d, all taken in", name, read, drained(), want)
				}
				break
			}
			if drained() { // what the message means has not taken effect yet
				t.Errorf("%s: all is taken in while message %d is", name, read)
			}
		}
	}
}

// TestIntakeWakes: who waits hears of it.
func TestIntakeWakes(t *testing.T) {
	t.Parallel()
	var came intake
	came.begins()
	first, second := came.drained(), came.drained()
	came.begins()
	came.ends()
	<-first
	<-second
	came.ends()
	<-came.drained()
}
