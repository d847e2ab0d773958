//go:build !unix

package schemas

import "io/fs"

// inodeOf is 0 where files have no numbers that come with what is known of them.
func inodeOf(fs.FileInfo) uint64 { return 0 }
