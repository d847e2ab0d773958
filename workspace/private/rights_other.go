//go:build !unix

package private

import "io/fs"

// On these systems, the cache directory is in the user's profile and inherits its access
// list, so there is nothing to check.

func ours(fs.FileInfo) bool { return true }

func closed(fs.FileInfo) bool { return true }
