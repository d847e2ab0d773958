package disk

import (
	"io/fs"
	"syscall"
)

// This file reads the change time of a file on this system.

// changeTime is when the content or the description of a file last changed, in
// nanoseconds.
func changeTime(info fs.FileInfo) int64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return stat.Ctim.Nano()
	}
	return info.ModTime().UnixNano()
}
