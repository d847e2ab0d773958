// Package fastparse parses valid HCL into the tree that [hclsyntax.ParseConfig]
// would build: the same nodes with the same byte offsets and values. It returns
// nil for errors and for the rare syntax listed below; the caller then uses
// hclsyntax, which handles all of HCL and explains errors.
//
// It knows the grammar of HCL and the shape of the tree. It doesn't know items,
// positions in lines and columns, or error messages.
//
// Invariant: where fastparse returns a tree, hclsyntax reports no error and
// returns an equal tree. FuzzFastparse looks for exceptions.
//
// # Why
//
// Parsing is the larger half of checking a program for the first time. hclsyntax
// first lists all tokens and cuts the text into grapheme clusters to find the
// column of each. Nobody here needs columns, because items count in bytes.
// Reading the tokens one at a time from package lex takes an eighth of the time.
//
// A syntax tree of our own would be smaller, but then evaluation and everything
// else behind the tree would have to be written again. With one kind of tree
// there is one meaning, and one law to test.
//
// # What it leaves to hclsyntax
//
// Heredocs, template directives, strip markers ("~"), \u escapes, $${ and %%{,
// indexes and splats behind a dot (a.0 and a.*), names with letters of uncommon
// scripts, carriage returns without a line feed, and anything nested deeper or
// chained longer than programs are.
package fastparse
