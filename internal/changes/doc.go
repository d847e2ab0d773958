// Package changes makes up random programs and edits of them, and reads what a run does after such edits. Only tests, internal/recorder and internal/reference import it.
//
// [Before] and [After] make a program up before and after edits of named kinds: an input changes, a resource moves into a component, a range grows. The same
// packages, seed and kinds give the same texts. testdata/plans holds programs with their states, and for each edit what the engine of the
// reference would do; [Read] reads them. [Cases] makes the programs and edits up, and internal/recorder makes records of
// them. They hold the texts, so a change of this package invalidates none of them.
//
// Programs are trees, in which a reference leads to the block that it refers to. So an edit that renames or moves a block keeps
// the program valid. Few programs still have errors, and are not recorded.
//
// Why not package randomprogram: its programs are texts with holes, which cannot be edited, and its purpose is mistakes.
package changes
