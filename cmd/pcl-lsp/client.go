package main

import (
	"context"
	"os"
	"time"
)

// This file waits for the end of the client's process.
//
// Why: a client that dies leaves the end of the server's input. But where another
// process has inherited the other side of that pipe, the input never ends, and the
// server would stay for good.

// awaitClient waits until the process of the client is gone; false if the context is
// done before, or if nothing can be said of that process.
//
// An id means something only where client and server see the same processes. One that
// nobody has from the start is of a client in another container or on another machine,
// and so is any if the server's own parent cannot be seen from here, as when a command
// is run inside of a container from outside. That the parent is process 1 means nothing:
// in a container it may be the client, or have taken over what the client has left.
func awaitClient(ctx context.Context, id int) (gone bool) {
	if id <= 0 || parentElsewhere() {
		return false
	}
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	return awaitProcess(ctx, id, ticker.C)
}

// parentElsewhere reports whether the parent is in a place whose processes cannot be
// seen here.
func parentElsewhere() bool { return os.Getppid() == 0 }

// awaitByLooking waits for the end of a process by looking whether it exists at every
// tick. It costs one call of the system, and a process that takes over the id between
// two ticks is taken for the old one.
func awaitByLooking(ctx context.Context, exists func() bool, ticks <-chan time.Time) (gone bool) {
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
