package main

import (
	"context"
	"errors"
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// This file asks Linux about processes and memory.

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

// addressSpace returns the limit of the address space of the process, as `ulimit -v` sets it, and how much is used,
// in bytes. Both are zero without a limit.
func addressSpace() (limit, used uint64) {
	var allowed unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_AS, &allowed) != nil || allowed.Cur == unix.RLIM_INFINITY {
		return 0, 0
	}
	text, _ := os.ReadFile("/proc/self/statm") // without it, nothing can be watched
	pages, _, _ := strings.Cut(string(text), " ")
	n, err := strconv.ParseUint(pages, 10, 64)
	if err != nil {
		return 0, 0
	}
	return allowed.Cur, n * uint64(os.Getpagesize())
}
