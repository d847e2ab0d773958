package main

import (
	"context"
	"errors"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// awaitProcess waits on a descriptor of the process, which costs nothing meanwhile. It
// stays that of the one process when the id is used again, and it tells of the end of one
// that nobody has waited for, which still exists: in a container often nobody does.
func awaitProcess(ctx context.Context, id int, ticks <-chan time.Time) (gone bool) {
	fd, err := unix.PidfdOpen(id, 0)
	if errors.Is(err, unix.ESRCH) {
		return false
	}
	if err != nil { // the kernel is older than 5.3, or it is forbidden
		return awaitByLooking(ctx, func() bool { return processExists(id) }, ticks)
	}
	if err := unix.SetNonblock(fd, true); err != nil { // so that waiting can be interrupted
		_ = unix.Close(fd)
		return awaitByLooking(ctx, func() bool { return processExists(id) }, ticks)
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
	if err != nil && ctx.Err() == nil { // no waiting for this kind of descriptor
		return awaitByLooking(ctx, func() bool { return processExists(id) }, ticks)
	}
	return err == nil
}
