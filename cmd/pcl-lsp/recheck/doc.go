// Package recheck remembers the results of checks on disk, so that a check of unchanged
// programs only has to compare.
//
// The result of a program counts for the same question (version and flags) as long as
// everything that was read for it, and the environment variables that were read, are unchanged;
// package disk records and compares what is read. Paths are kept relative to the working
// directory and to that of the user, and texts count by their hashes, so a result is valid in
// another checkout and on another machine. The package does not know what a result is. Results
// contain findings but no texts of files.
//
// The results for a question are a file, named by a hash of the question. It is written in one
// step and starts with a hash or signature of question and content, so damaged, truncated and
// foreign files are ignored. Any problem with the directory means only that nothing is
// remembered. Several processes may share a directory; what the last one writes stays.
//
// The directory is private to the user: findings quote names from programs, and anybody
// who can write to it could decide what a check reports. A directory that others can
// write to is used only if the user names it.
//
// Why one file and not one for each program: ten thousand files take longer to read than one,
// and the programs share most of what was read for them.
//
// Why two JSON packages: a result is decoded for each unchanged program, and most of its fields are
// zero. Only github.com/go-json-experiment/json leaves these out without a tag on each, and it decodes
// in half the time.
//
// The sub-packages leave out findings that are not new: baseline by a file of known
// findings, revision by the lines that changed since a git revision.
package recheck
