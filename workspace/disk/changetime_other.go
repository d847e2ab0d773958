//go:build !linux && !darwin

package disk

import "io/fs"

// This file is for systems without a change time.

// changeTime is when the content of a file last changed, in nanoseconds.
func changeTime(info fs.FileInfo) int64 { return info.ModTime().UnixNano() }
