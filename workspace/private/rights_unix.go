//go:build unix

package private

import (
	"io/fs"
	"os"
	"syscall"
)

// This file reads rights on Unix.

// ours reports whether something belongs to the user, or to the system.
func ours(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && (stat.Uid == 0 || int64(stat.Uid) == int64(os.Geteuid()))
}

// closed reports whether a directory can be written by its owner only.
func closed(info fs.FileInfo) bool { return info.Mode()&0o022 == 0 }
