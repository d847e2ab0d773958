//go:build !unix

package filestate

import "io/fs"

// inode is 0 where files have no numbers that come with what is known of them.
func inode(fs.FileInfo) uint64 { return 0 }
