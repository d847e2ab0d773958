// Package workspace holds the programs that a user works on: the files on disk, the texts
// open in an editor, and the results of checking them.
//
// A [Session] is the one mutable object. Its current [Snapshot] is available at any time
// without waiting. [Session.Apply] makes the next snapshot from the current one and some
// changes. A snapshot never changes: later changes do not affect its answers.
//
// Only this package and those below it read files. It does not know the Language Server
// Protocol, flags, or how findings are shown.
//
// # Paths
//
// Paths have the one form of package [disk]; [PathOf] makes one from user input. A
// document that was never saved has a name that is not an absolute path, such as its URI.
// It is a separate program and sees no directory.
//
// # What snapshots share
//
// A directory is read and parsed when it is first needed. An open document is a parsed
// file; an edit makes the next one, which shares all items with it except those around
// the edit. The program of its directory is derived from the previous one, without
// looking at other files or the disk. Programs of other directories stay the same, except
// those that use the changed directory as a component, directly or indirectly. These are
// rebuilt, and the checker keeps what is still valid.
//
// Invariant: a snapshot that was reached by changes answers like one that was made from
// the final files and texts.
//
// # Changes of the disk
//
// A folder and the facts about the paths that its program names record what they read
// through a [disk.Seen]. [Session.CatchUp] compares that with the disk;
// [Session.RefreshSchemas] does the same for searches of schemas. Both are for changes
// that no client reported.
//
// # Workers
//
// A session has as many workers as there are processors. They parse the items of a file,
// read the files of a directory and check the items of a program in parallel. Results do
// not depend on their number, and no worker runs on after a question is answered.
//
// # Which files are programs
//
// A program consists of all files ending in .pp directly in one directory, except those in
// another language: the settings decide which these are, then the project, then the texts, and then the files around
// them. Open texts take precedence over the disk. Files that cannot be read,
// are not regular files or are larger than [disk.MaxFile] are skipped and listed as
// [Problem].
//
// A file ending in .pcl is a program of its own: it holds the inputs of one resource. It is
// known by its path where other programs are known by their directories.
//
// Why programs are not made when a change is applied: ten keystrokes may arrive before
// anyone asks, and the reader of messages must not wait for a checker.
//
// Why a program finds its components through links made with it, and not through the
// session: a request must not see later edits. Why not through its snapshot: see folder.
package workspace
