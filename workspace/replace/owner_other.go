//go:build !unix

package replace

import (
	"io/fs"
	"os"
)

// This file is for systems other than Unix: a file in a directory gets its owner and
// access list from the directory.

func keepOwner(*os.File, fs.FileInfo) {}

func hardLinks(fs.FileInfo) uint64 { return 1 }

func isOwn(fs.FileInfo) bool { return true } // only the owner can remove a file, where the system knows owners

// On these systems, the cache directory is in the user's profile and inherits its access
// list, so there is nothing to check.

func ours(fs.FileInfo) bool { return true }

func closed(fs.FileInfo) bool { return true }
