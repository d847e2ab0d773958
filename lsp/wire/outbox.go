// This file implements the sending half of the transport: a bounded queue of frames and the goroutine that writes them.

package wire

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/workspace/await"
)

const (
	// queueLimit bounds the bytes that wait for a client that does not read. A client that reads never lets this much pile up.
	queueLimit = 64 << 20
	// writeBuffer is how many bytes are written at once. Most frames are shorter, and a pipe takes as much.
	writeBuffer = 64 << 10
	// keptPieces is the longest list of pieces that is kept for reuse.
	keptPieces = 4 << 10
)

// outbox sends frames in the order in which they were queued. Queueing never waits for the client, so a client that has stopped reading delays neither
// the read loop nor exit.
type outbox struct {
	w    io.Writer
	wake chan struct{} // capacity 1: the queue or closed has changed
	done chan struct{} // closed when run has returned

	mu      sync.Mutex // guards the fields below
	queue   [][]byte   // pieces of frames that run has not taken yet
	queued  int        // bytes in queue
	busy    bool       // run is writing frames it took
	closed  bool
	err     error // why nothing more can be sent
	waiting []chan struct{}
}

func newOutbox(w io.Writer) *outbox {
	return &outbox{w: w, wake: make(chan struct{}, 1), done: make(chan struct{})}
}

// send frames a body, which comes in pieces that must not change, and queues it. It fails if the connection is broken or if more than queueLimit bytes are
// waiting for the client.
func (o *outbox) send(body ...[]byte) (int64, error) {
	length := 0
	for _, piece := range body {
		length += len(piece)
	}
	header := append(make([]byte, 0, 32), "Content-Length: "...)
	header = append(strconv.AppendInt(header, int64(length), 10), "\r\n\r\n"...)
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case o.err != nil:
		return 0, o.err
	case o.closed:
		return 0, io.ErrClosedPipe
	case o.queued > queueLimit:
		o.err = fmt.Errorf("the client does not read: %d bytes are queued", o.queued)
		await.Signal(o.wake)
		return 0, o.err
	}
	o.queue = append(append(o.queue, header), body...)
	o.queued += len(header) + length
	await.Signal(o.wake)
	return int64(len(header) + length), nil
}

// run writes until the outbox is closed and empty, or writing fails.
func (o *outbox) run() {
	defer close(o.done)
	w := bufio.NewWriterSize(o.w, writeBuffer)
	var pieces [][]byte
	for {
		var more bool
		if pieces, more = o.take(pieces); !more {
			return
		}
		if len(pieces) == 0 {
			<-o.wake
			continue
		}
		for _, piece := range pieces {
			_, _ = w.Write(piece) // Flush returns the error
		}
		if err := w.Flush(); err != nil {
			o.fail(err)
		}
	}
}

// take swaps the queue for the list of pieces that were written last. It returns false when there will be nothing more to write.
func (o *outbox) take(written [][]byte) (pieces [][]byte, more bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err != nil || (o.closed && len(o.queue) == 0) {
		o.release()
		return nil, false
	}
	clear(written)
	if cap(written) > keptPieces {
		written = nil
	}
	pieces, o.queue, o.queued = o.queue, written[:0], 0
	if o.busy = len(pieces) > 0; !o.busy {
		o.release()
	}
	return pieces, true
}

// flush waits until everything queued is written, or until writing has failed or ctx is done.
func (o *outbox) flush(ctx context.Context) {
	o.mu.Lock()
	if o.err != nil || (!o.busy && len(o.queue) == 0) {
		o.mu.Unlock()
		return
	}
	written := make(chan struct{})
	o.waiting = append(o.waiting, written)
	o.mu.Unlock()
	select {
	case <-written:
	case <-ctx.Done():
	}
}

// close makes run end after it has written the queue. It does not wait.
func (o *outbox) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.closed = true
	await.Signal(o.wake)
}

// failure returns why sending ended, or nil.
func (o *outbox) failure() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

func (o *outbox) fail(err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err == nil {
		o.err = err
	}
}

// release ends every flush. The caller holds mu.
func (o *outbox) release() {
	for _, w := range o.waiting {
		close(w)
	}
	o.waiting, o.busy = nil, false
}
