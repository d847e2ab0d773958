// Package autofix fixes the findings of programs, and suppresses findings with comments,
// for check --fix and check --add-ignores. It works in memory: the caller writes the
// files.
//
// # How fixes are made
//
// Fixing goes in rounds. A round applies at most one fix for each finding and none that
// overlap; the others wait for a later round. Then all programs are checked again. If a
// program is worse than before, its fixes and those of the components that it uses are
// undone and tried again half as many at a time, until the harmful one is found. That
// one is refused for good.
//
// A program is worse if it has more findings of the highest severity that changed, if a
// file cannot be read any more, if a file has a text that it had in an earlier round, or
// if a fix left its own finding behind. The last two rules keep fixes from undoing or
// repeating each other forever.
//
// The package does not know how findings are reported or how files are written.
package autofix
