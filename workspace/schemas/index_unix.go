//go:build unix

package schemas

import (
	"io/fs"
	"syscall"
)

// inodeOf is the number of a file in its file system.
func inodeOf(info fs.FileInfo) uint64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(stat.Ino)
	}
	return 0
}
