package main

import (
	"context"
	"time"
)

// This file waits for the end of a process where the system cannot signal it.

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
