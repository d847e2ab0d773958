package transport

import (
	"context"
	"os"
	"time"
)

// This file waits for the end of the client's process.
//
// Why: usually the server's input ends when the client dies. But if another process has
// inherited the other end of the pipe, the input never ends, and the server would run
// forever.

// AwaitClient waits until the process of the client is gone. It returns false if the
// context is done first, or if nothing is known about that process.
//
// A process ID is only valid if client and server see the same processes. If the ID does
// not exist from the start, or if the server cannot see its own parent, the client is in
// another container or on another machine. A parent with ID 1 proves nothing: in a
// container, process 1 may be the client, or may have adopted the server.
func AwaitClient(ctx context.Context, id int, every time.Duration) (gone bool) {
	if id <= 0 || parentElsewhere() {
		return false
	}
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	return awaitProcess(ctx, id, ticker.C)
}

// parentElsewhere reports whether the parent process is invisible from here.
func parentElsewhere() bool { return os.Getppid() == 0 }

// awaitByPolling waits for the end of a process by checking at every tick whether it
// exists. Each check is one system call. A new process that reuses the ID between two
// ticks is mistaken for the old one.
func awaitByPolling(ctx context.Context, exists func() bool, ticks <-chan time.Time) (gone bool) {
	if !exists() {
		return false
	}
	for {
		select {
		case <-ctx.Done():
			return false
		case <-ticks:
			if !exists() {
				return true
			}
		}
	}
}
