//go:build unix

package private

import (
	"io/fs"
	"os"
	"syscall"
)

// This file checks owners and permissions on Unix.

// ours reports whether the user or the system owns a file.
func ours(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && (stat.Uid == 0 || int64(stat.Uid) == int64(os.Geteuid()))
}

// closed reports whether only the owner can write to a directory.
func closed(info fs.FileInfo) bool { return info.Mode()&0o022 == 0 }
