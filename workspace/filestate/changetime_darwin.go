package filestate

import (
	"io/fs"
	"syscall"
)

// This file reads when something about a file last changed on systems of this
// kind.

// changeTime is when the content or the description of a file last changed, in
// nanoseconds.
func changeTime(info fs.FileInfo) int64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return stat.Ctimespec.Nano()
	}
	return info.ModTime().UnixNano()
}
