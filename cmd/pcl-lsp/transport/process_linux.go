package transport

import (
	"context"
	"errors"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// This file waits for processes on Linux.

// awaitProcess waits on a descriptor of the process (pidfd). Waiting costs nothing, the
// descriptor stays valid if the ID is reused, and it also signals the end of a zombie
// process, which is common in containers.
func awaitProcess(ctx context.Context, id int, ticks <-chan time.Time) (gone bool) {
	fd, err := unix.PidfdOpen(id, 0)
	if errors.Is(err, unix.ESRCH) {
		return false
	}
	if err != nil { // the kernel is older than 5.3, or forbids it
		return awaitByPolling(ctx, func() bool { return processExists(id) }, ticks)
	}
	if err := unix.SetNonblock(fd, true); err != nil { // so that the context can interrupt the wait
		_ = unix.Close(fd)
		return awaitByPolling(ctx, func() bool { return processExists(id) }, ticks)
	}
	file := os.NewFile(uintptr(fd), "process")
	defer context.AfterFunc(ctx, func() { _ = file.Close() })()
	defer file.Close()
	raw, err := file.SyscallConn()
	if err != nil {
		return false
	}
	err = raw.Read(func(fd uintptr) bool {
		ready := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
		n, err := unix.Poll(ready, 0)
		return err == nil && n > 0
	})
	if err != nil && ctx.Err() == nil { // this descriptor cannot be waited on
		return awaitByPolling(ctx, func() bool { return processExists(id) }, ticks)
	}
	return err == nil
}
