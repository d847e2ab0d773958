// Package filestate tells states of a file apart by what the system says about it, without
// reading it.
//
// It knows nothing of what files are for.
package filestate

import "io/fs"

// Stamp is the state of a file. Stamps can be compared. The zero value is that of no
// file.
//
// Two states have the same stamp only if they have the same length and came so fast
// after one another that the clock of the file system does not tell them apart: who
// cannot live with that asks [Stamp.SettledAt].
type Stamp struct {
	Size     int64
	Modified int64  // when the content changed, in nanoseconds
	Changed  int64  // when the content or the description changed, in nanoseconds; Modified where that is not known
	Inode    uint64 // 0 where files have none
	Mode     fs.FileMode
}

// Of is the stamp of a file.
func Of(info fs.FileInfo) Stamp {
	return Stamp{info.Size(), info.ModTime().UnixNano(), ChangeTime(info), Inode(info), info.Mode()}
}

// coarse is how far apart two changes of a file may lie and still get the same time,
// in nanoseconds: FAT counts in two seconds, all others more finely.
const coarse = 2_000_000_000

// SettledAt reports whether a file that had the stamp at a time, in nanoseconds, can
// have changed since only with another stamp: it had not changed for a while. A file
// from the future has not settled, nor has one without a time.
func (s Stamp) SettledAt(now int64) bool {
	return s.Modified > 0 && max(s.Modified, s.Changed) < now-coarse
}

// ChangeTime is when the content or the description of a file last changed, in
// nanoseconds; where the system does not tell, when the content changed.
func ChangeTime(info fs.FileInfo) int64 { return changeTime(info) }

// Inode is the number of a file in its file system; 0 where files have none that comes
// with what is known of them.
func Inode(info fs.FileInfo) uint64 { return inode(info) }
