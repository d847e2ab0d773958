//go:build unix || js

package disk

import (
	"io/fs"
	"syscall"
)

func inode(info fs.FileInfo) uint64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(stat.Ino)
	}
	return 0
}
