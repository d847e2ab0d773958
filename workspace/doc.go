// Package workspace holds the programs that are being worked on: the files on
// disk, the texts that are open in an editor, and what the checker makes of them.
//
// A [Session] is the one mutable thing. It has a current [Snapshot], which anyone
// may take at any time without waiting. [Session.Apply] makes the next snapshot
// from the current one and some changes. A snapshot never changes: a question
// asked of it gets the same answer whatever is applied later.
//
// Only this package and its schemas sub-package read files. It knows nothing of
// the Language Server Protocol, of flags and of how findings are shown.
//
// # One kind of path
//
// A path in this package is absolute, clean and written with slashes on every
// system; [PathOf] makes one of what a user typed. A document that is no file (an
// untitled buffer) is known by a name that is not absolute, such as its URI; it is
// a program of its own and sees no directory.
//
// # What is kept from one snapshot to the next
//
// A directory is read and parsed when it is first asked for. An open document is a
// parsed file, and an edit brings the next one, which shares with it all items but
// those around the edit. It makes a new program for its directory from the one
// before, for which no file but the edited one is looked at and the disk not at all. The programs of other
// directories stay as they are, except those that use the changed directory as a
// component, directly or through others: they are made anew too, so that they see
// it, and the checker keeps what still holds.
//
// Invariant: a snapshot that was reached by changes answers like one that was
// made from the final files and texts.
//
// # Who does the work
//
// A session has as many workers as there are processors. They parse the items of a
// file, read the files of a directory and check the items of a program at the same
// time; see workers. What they find does not depend on how many they are, and none is
// left when a question is answered.
//
// # Which files are programs
//
// A program is every file ending in .pp directly in one directory, unless it is
// Puppet or Pascal. Open texts win over the disk. Files that
// cannot be read, are no regular files or are larger than [disk.MaxFile] are left out
// and listed as [Problem].
//
// Why programs are not made when a change is applied: ten keystrokes may come
// before anyone asks, and the reader of messages must not wait for a checker.
//
// Why a program finds its components by links that are made with it and not by
// asking the session: a request must not see edits that came after it. And why not
// by its snapshot: see folder.
package workspace
