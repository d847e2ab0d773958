// Package format formats PCL text: indentation, spacing, alignment of equals signs, blank
// lines and line endings.
//
// hclwrite computes the layout, which HCL users know. This package decides what to format,
// keeps the rest byte for byte, and turns the result into small edits.
//
// There is one layout: two spaces per level, one line ending at the end of the file, no
// trailing spaces. Editor settings do not change it, since every team member would get another
// layout. The first line decides the line ending of the file.
//
// Invariant: formatting changes white space only. The tokens of a text stay the same, and so
// do comments except for trailing spaces. A piece of text that would violate this is left
// alone.
//
// Invariant: formatting twice changes nothing more.
//
// Invariant: formatting some items gives what formatting everything gives, for them.
//
// Invariant: an item with syntax errors keeps every byte.
//
// **Why** check the result instead of trusting the formatter: the worst a formatter can do is
// break a program on save, and the check costs only one more pass of the lexer.
package format
