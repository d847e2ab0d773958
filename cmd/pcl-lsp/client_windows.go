package main

import (
	"context"
	"os"
	"time"
)

// awaitProcess waits on a handle of the process, which stays that of the one process when
// the id is used again. The wait cannot be interrupted: it ends with this process.
func awaitProcess(ctx context.Context, id int, _ <-chan time.Time) (gone bool) {
	process, err := os.FindProcess(id)
	if err != nil { // there is none, or it is not to be seen
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
