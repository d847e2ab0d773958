// Package upgrade rewrites programs for a later version of a package.
//
// An upgrade gives things their new names in programs that are checked with the version before, and then repairs what a check with the later version
// rejects, with the fixes that the findings have. What is left is reported; package impact finds it.
package upgrade
