// Package replace gives files new texts, so that nobody ever sees half of one and
// nothing is lost: not when the process is killed, the disk is full, a file cannot be
// written, or somebody else has changed it.
//
// A new text is written to a temporary file beside the old one, brought to the disk, and
// renamed. Several files are replaced together ([All]): all new texts are on the disk
// before the first is renamed, so that what can go wrong goes wrong before anything is
// changed. The mode stays, and on Unix the owner where that is allowed. A symbolic link
// stays too; what it leads to is replaced. Other names of a file (hard links) keep the old
// text, which a note says. Attributes beyond that, such as access lists, are not kept.
//
// # Invariants
//
//   - At every moment every file has its old or its new text.
//   - A file that has not the text any more that its caller has seen keeps what it has.
//   - When a function returns there is no temporary file. What a killed process leaves
//     behind is recognised by its name, which has the number of the process, and removed
//     by the next one that comes to the directory.
//
// **Why** no library: renameio does not build for Windows, natefinch/atomic keeps no mode
// and no links; neither replaces several files, nor looks whether they have changed.
//
// **Why** a file is refused that is marked as read-only, though it could be renamed over:
// who marks a file means its text and not its directory entry.
package replace
