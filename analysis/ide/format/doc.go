// Package format lays out PCL text: indentation, spacing, alignment of equals
// signs, blank lines, line ends.
//
// The layout is that of hclwrite, which the users of HCL know. This package
// decides what may be laid out, keeps the rest byte for byte, and turns the
// result into small edits.
//
// Invariant: formatting changes white space only. The tokens of a text are the
// same before and after, comments too but for blanks at their ends, and so the
// text of strings and heredocs. A piece whose result would
// break this is left alone.
//
// A program has one layout: two blanks for a level, one line end at the end, no blanks
// at the ends of lines. What an editor is set to does not change it, since a team would
// have as many layouts as editors. Line ends are those of the first line.
//
// Invariant: formatting twice changes nothing more.
//
// Invariant: formatting some items gives what formatting everything gives, for them.
//
// Invariant: an item with syntax errors keeps every byte.
//
// **Why** check the result in place of trusting the formatter: an edit on save
// that breaks a program is the worst thing that a formatter can do, and the check
// costs one more pass of the lexer.
package format
