// Package replace gives files new texts atomically. Nobody ever sees half a text and
// nothing is lost, even if the process is killed, the disk is full, a file cannot be
// written, or somebody else has changed it.
//
// A new text is written to a temporary file beside the old one, synced, and renamed.
// Several files are replaced together ([All]): all new texts are on the disk before the
// first rename, so that most errors happen before anything changes. The mode stays, and on
// Unix the owner where that is allowed. A symbolic link stays too; its target is replaced.
// Other names of a file (hard links) keep the old text, which a note reports. Other
// attributes, such as access lists, are not kept.
//
// Why hard links are not kept: that takes writing in place, which can leave half a text,
// and would change the copies of backups and package stores, which are hard links.
//
// # Invariants
//
//   - At every moment every file has its old or its new text.
//   - A file that no longer has the text that the caller saw is left alone.
//   - When a function returns there is no temporary file, unless its caller asked for one.
//     A temporary file of a killed process has the number of that process in its name,
//     and the next process that writes to the directory removes it.
//
// Why no library: renameio does not build for Windows, natefinch/atomic keeps neither mode
// nor links; neither replaces several files, or checks whether they changed.
//
// Why a read-only file is refused, although it could be replaced by renaming: whoever
// marks a file read-only means its text and not its directory entry.
package replace
