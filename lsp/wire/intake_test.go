// This file tests that the connection knows whether the client is still sending.

package wire

import (
	"fmt"
	"io"
	"strings"
	"testing"
)

// TestIntake: everything is handled when the stream waits for the next message, and not before, however the bytes arrive.
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
		close(s.hungUp) // so that Read returns at the end of the input
		drained := func() bool {
			select {
			case <-s.came.drained():
				return true
			default:
				return false
			}
		}
		if !drained() {
			t.Errorf("%s: something is unhandled before anything has arrived", name)
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
					t.Errorf("%s: at the end %d messages, handled: %v; want %d, all handled", name, read, drained(), want)
				}
				break
			}
			if drained() { // the message has not taken effect yet
				t.Errorf("%s: everything is handled before message %d is", name, read)
			}
		}
	}
}

// TestIntakeWakes: everyone who waits is woken.
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
