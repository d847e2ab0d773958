//go:build unix

package replace

import (
	"io/fs"
	"os"
	"syscall"
)

// This file handles owners, rights and hard links on Unix.

// keepOwner gives a file the owner and group of another one, if the user may do that.
func keepOwner(file *os.File, info fs.FileInfo) {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		_ = file.Chown(int(stat.Uid), int(stat.Gid)) // the user's own otherwise
	}
}

// hardLinks is how many names a file has.
func hardLinks(info fs.FileInfo) uint64 {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 1
	}
	return uint64(stat.Nlink)
}

// isOwn reports whether a file belongs to the user. The superuser's temporary files may
// have been given to the owners of the files that they replace.
func isOwn(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && (os.Getuid() == 0 || int(stat.Uid) == os.Getuid())
}

// ours reports whether the user or the system owns a file.
func ours(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && (stat.Uid == 0 || int64(stat.Uid) == int64(os.Geteuid()))
}

// closed reports whether only the owner can write to a directory.
func closed(info fs.FileInfo) bool { return info.Mode()&0o022 == 0 }
