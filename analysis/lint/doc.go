// Package lint holds the rules: they report code that runs but could be written better, or is unsafe.
//
// A rule is an [Analyzer]: the codes that it reports, and functions that run on an item, on the nodes of an item, or on the program. The checker
// runs them through [checked.Linter] after it has typed an item, so a rule sees finished results and cannot change them. A rule reads other items and
// files only through its [Pass], which records the dependency; otherwise an edit elsewhere would leave a stale finding.
//
// To add a rule, declare its code and text in package codes, write a file with its functions here, add a line to the table in table.go, and add a
// fixture to testdata/check.
//
// # Order
//
// Node rules run in one walk over the item. They also run on items with syntax errors, because the checker drops findings next to an error. Item
// rules run after the walk, only on items without syntax errors. Program rules run for each report.
//
// Why not one walk per rule: a program is linted at each keystroke, and most nodes concern no rule.
//
// # What stays in the checker
//
// Findings about types, undefined names and failures at run time stay in the checker. Findings about secrets are in package
// taint, because they come from the walk that computes the taints.
package lint
