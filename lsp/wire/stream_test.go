// This file tests the stream and the outbox by themselves.

package wire

import (
	"fmt"
	"io"
	"strings"
	"testing"
)

// TestUnreadOutputEnds: the queue for a client that never reads is bounded.
func TestUnreadOutputEnds(t *testing.T) {
	t.Parallel()
	out := newOutbox(io.Discard) // run is not started, so nothing is ever written
	body := make([]byte, 1<<20)
	for range queueLimit / len(body) {
		if _, err := out.send(body); err != nil {
			t.Fatalf("refused at %d bytes: %v", len(out.queue), err)
		}
	}
	if _, err := out.send(body); err == nil || out.failure() == nil {
		t.Errorf("%d bytes are queued and one more message was accepted", len(out.queue))
	}
}

// TestHugeMessageIsReleased: the buffer of a large document is not kept.
func TestHugeMessageIsReleased(t *testing.T) {
	t.Parallel()
	huge := `{"jsonrpc":"2.0","method":"x","params":["` + strings.Repeat("x", 8<<20) + `"]}`
	small := `{"jsonrpc":"2.0","method":"x"}`
	input := fmt.Sprintf("Content-Length: %d\r\n\r\n%sContent-Length: %d\r\n\r\n%s", len(huge), huge, len(small), small)
	s := newStream(strings.NewReader(input), newOutbox(io.Discard))
	for range 2 {
		if _, _, err := s.Read(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if cap(s.body) > keptBuffer {
		t.Errorf("a buffer of %d bytes is kept after a small message, want at most %d", cap(s.body), keptBuffer)
	}
}

// TestDeclaredLengthTakesNoMemory: memory grows with the bytes that have arrived, not with the length in the header.
func TestDeclaredLengthTakesNoMemory(t *testing.T) {
	t.Parallel()
	for _, came := range []int{0, 1, 100_000, 3 * bodyStep} {
		s := newStream(strings.NewReader(fmt.Sprintf("Content-Length: %d\r\n\r\n%s", bodyLimit, strings.Repeat("x", came))), newOutbox(io.Discard))
		close(s.hungUp)
		if _, _, err := s.Read(t.Context()); err == nil {
			t.Error("part of a message was read as a message")
		}
		if held, most := cap(s.body), 2*(came+bodyStep); held > most {
			t.Errorf("of %d bytes, %d have arrived and %d are held, want at most %d", bodyLimit, came, held, most)
		}
	}
}
