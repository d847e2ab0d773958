package transport

import (
	"context"
	"io"
	"os"
	"time"
)

// This file asks Windows about pipes and processes.

// awaitProcess waits on a handle of the process, which stays valid if the ID is reused. The
// wait cannot be interrupted, so it ends with this process.
func awaitProcess(ctx context.Context, id int, _ <-chan time.Time) (gone bool) {
	process, err := os.FindProcess(id)
	if err != nil { // the process does not exist or is not visible
		return false
	}
	ended := make(chan bool, 1)
	go func() {
		_, err := process.Wait()
		ended <- err == nil
	}()
	select {
	case gone = <-ended:
		return gone
	case <-ctx.Done():
		return false
	}
}

// Polled returns the stream as it is: on Windows, only a thread can wait for a pipe that another process made.
func Polled(stream io.Reader, _ ...any) (r io.Reader, end func()) { return stream, func() {} }
