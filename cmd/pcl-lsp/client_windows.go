package main

import (
	"context"
	"os"
	"time"
)

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
