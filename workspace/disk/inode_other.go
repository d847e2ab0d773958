//go:build !unix && !js

package disk

import "io/fs"

// inode is 0 on systems whose file descriptions have no inode.
func inode(fs.FileInfo) uint64 { return 0 }
