// Package recheck remembers the results of checks on disk, so that a check of unchanged
// programs only has to compare.
//
// A result counts for the same question (program version, directory, arguments and
// flags) as long as everything that the check read from the disk and the environment is
// unchanged; package disk records what a check reads. The package does not know what
// a result is. Results contain findings but no texts of files.
//
// Each result is a file of its own, named by a hash of the question. It is written in one
// step and starts with a hash of its content, so damaged, truncated and foreign files
// are ignored. Any problem with the directory means only that nothing is remembered.
// Several processes may share a directory.
//
// The directory is private to the user: findings quote names from programs, and anybody
// who can write to it could decide what a check reports. A directory that others can
// write to is not used.
//
// The sub-packages leave out findings that are not new: baseline by a file of known
// findings, revision by the lines that changed since a git revision.
package recheck
