package disk

import "io/fs"

// This file tells the states of a file apart without reading it.

// Stamp is the state of a file as the system describes it. Stamps are comparable. The
// zero value means no stamp.
//
// Two states of a file have the same stamp only if they have the same length and
// followed each other faster than the clock of the file system ticks. Callers that
// cannot accept that use [Stamp.SettledAt].
type Stamp struct {
	Size     int64
	Modified int64  // when the content changed, in nanoseconds
	Changed  int64  // when the content or the description changed; Modified where the system does not tell
	Inode    uint64 // 0 where files have no inodes
	Mode     fs.FileMode
}

// StampOf is the stamp of a file.
func StampOf(info fs.FileInfo) Stamp {
	return Stamp{info.Size(), info.ModTime().UnixNano(), changeTime(info), inode(info), info.Mode()}
}

// Content is the part of a stamp that changes with the content only, and not with the
// owner, the rights or the name.
func (s Stamp) Content() Stamp { return Stamp{Size: s.Size, Modified: s.Modified, Inode: s.Inode} }

// coarse is the coarsest clock of a file system, in nanoseconds: FAT counts in steps of
// two seconds.
const coarse = 2_000_000_000

// SettledAt reports whether every change after a time, in nanoseconds, gives the file
// another stamp: the file had been unchanged for a while. A file from the future is not
// settled, nor is one without a time.
func (s Stamp) SettledAt(now int64) bool {
	return s.Modified > 0 && max(s.Modified, s.Changed) < now-coarse
}
