//go:build !linux && !windows

package main

import (
	"context"
	"time"
)

func awaitProcess(ctx context.Context, id int, ticks <-chan time.Time) (gone bool) {
	return awaitByPolling(ctx, func() bool { return processExists(id) }, ticks)
}

// addressSpace is for systems that don't limit the address space of a process.
func addressSpace() (limit, used uint64) { return 0, 0 }
