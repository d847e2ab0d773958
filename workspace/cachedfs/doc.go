// Package cachedfs reads a file system for a command that ends by itself: it looks at
// each path once, and tells afterwards what it saw, in a form that can be kept and
// compared with the disk in another run.
//
// # Looking once
//
// A program asks for its project file, its settings and its schema folders in its own
// directory and in all those above; of five hundred programs each asks for the same
// ones. What was looked at stays as it was at the first look, for the whole run. And
// what a folder does not list, whose names are known, is not looked for. This is as
// good as looking: a command promises no more than what was there at some moment while
// it ran.
//
// # A trace
//
// A [Trace] is all that was seen: texts, names in folders, what is at a path, and the
// states of files that others read. As long as it holds, whoever is given the same
// arguments and sees the same comes to the same result; that is the verifying trace of
// build systems, at the grain of a run.
//
// A text is compared by its stamp, and if that differs or says little, by a hash of
// the text: after a fresh checkout all stamps are new and no text is. The hashes are
// salted, and there is no text in a trace.
//
// Why not a trace for each program: programs share what was read (components, settings,
// schemas), so which of them read it would have to be known by all that keeps a result
// between them. To check five hundred programs takes half a second; to be told that
// nothing has changed is what is asked for most.
package cachedfs
