// Package lint holds the rules: they report code that runs but could be written better, or is unsafe.
//
// A rule is an [Analyzer]: the codes that it reports, and functions that run on an item, on the nodes of an item, or on the program. The checker
// runs them through [check.Linter] after it has typed an item, so a rule sees finished results and cannot change them. What a rule reads of other
// items or of files goes through its [Pass], which records it; otherwise an edit elsewhere would leave a stale finding.
//
// To add a rule, declare its code and text in package codes, write a file with its functions here, add a line to the table in table.go, and add a
// fixture to testdata/check.
//
// # Order
//
// Rules about nodes run in one walk over the item. They also run on items with syntax errors, because the checker drops findings next to an error.
// Rules about items run after the walk, only on items without syntax errors. Rules about the program run for each report.
//
// Why not one walk per rule: a program is linted at each keystroke, and most nodes interest no rule.
//
// # What stays in the checker
//
// Findings that state a type, a missing name or a failure at run time. Findings about flows of secrets stay too: they are made during the walk that
// computes flows, in whose middle a rule would need to stand.
package lint
