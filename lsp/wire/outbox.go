// This file implements the sending half of the transport: a bounded queue of frames and the goroutine that writes them.

package wire

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"sync"
)

const (
	// queueLimit bounds the bytes that wait for a client that does not read. A client that reads never lets this much pile up.
	queueLimit = 64 << 20
	// keptBuffer is the largest buffer kept for reuse. Two such buffers live as long as the connection. Most frames are smaller.
	keptBuffer = 64 << 10
)

// outbox sends frames in the order in which they were queued. Queueing never waits for the client, so a client that has stopped reading delays neither
// the read loop nor exit.
type outbox struct {
	w    io.Writer
	wake chan struct{} // capacity 1: the queue or closed has changed
	done chan struct{} // closed when run has returned

	mu      sync.Mutex // guards the fields below
	queue   []byte     // frames that run has not taken yet
	busy    bool       // run is writing frames it took
	closed  bool
	err     error // why nothing more can be sent
	waiting []chan struct{}
}

func newOutbox(w io.Writer) *outbox {
	return &outbox{w: w, wake: make(chan struct{}, 1), done: make(chan struct{})}
}

// send frames a body and queues it. It fails if the connection is broken or if more than queueLimit bytes are waiting for the client.
func (o *outbox) send(body []byte) (int64, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case o.err != nil:
		return 0, o.err
	case o.closed:
		return 0, io.ErrClosedPipe
	case len(o.queue) > queueLimit:
		o.err = fmt.Errorf("the client does not read: %d bytes are queued", len(o.queue))
		o.signal()
		return 0, o.err
	}
	before := len(o.queue)
	o.queue = append(o.queue, "Content-Length: "...)
	o.queue = strconv.AppendInt(o.queue, int64(len(body)), 10)
	o.queue = append(o.queue, "\r\n\r\n"...)
	o.queue = append(o.queue, body...)
	o.signal()
	return int64(len(o.queue) - before), nil
}

// run writes until the outbox is closed and empty, or writing fails.
func (o *outbox) run() {
	defer close(o.done)
	var frames []byte
	for {
		var more bool
		if frames, more = o.take(frames); !more {
			return
		}
		if len(frames) == 0 {
			<-o.wake
			continue
		}
		if _, err := o.w.Write(frames); err != nil {
			o.fail(err)
		}
	}
}

// take swaps the queue for the buffer that was written last. It returns false when there will be nothing more to write.
func (o *outbox) take(written []byte) (frames []byte, more bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err != nil || (o.closed && len(o.queue) == 0) {
		o.release()
		return nil, false
	}
	frames, o.queue = o.queue, written[:0]
	if cap(o.queue) > keptBuffer {
		o.queue = nil
	}
	if o.busy = len(frames) > 0; !o.busy {
		o.release()
	}
	return frames, true
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
	o.signal()
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

// signal wakes run. The caller holds mu.
func (o *outbox) signal() {
	select {
	case o.wake <- struct{}{}:
	default:
	}
}
