// Package disk reads files, remembers what it saw, and checks whether that is still true.
//
// Everything in the workspace that keeps a result computed from files needs the same
// answer: did anything change that the result depends on? Schemas, settings, project
// and stack files, the files that a program names, and the results that `check` keeps
// between runs all get it here.
//
// # Observations
//
// A [Look] is one way of looking at a path: does something exist there, what is its
// stamp, which names does a directory hold, what is the text, where do links lead. A [View]
// is what the look showed. Absence is a view like any other, so a file that appears later
// is a change.
//
// [Seen] is a file system that records each look with its view. Code that computes a
// result reads through a Seen and keeps it with the result. [Check] takes the same
// looks again, each path once for all results, and compares. A [Ledger] keeps the
// observations of many results for other processes, each observation once.
//
// A look records no more than the caller relies on. A caller that only asks whether an
// asset exists does not depend on its content, and a caller that wants the schemas in a
// directory does not depend on the other names there.
//
// # Looking once
//
// [Once] is for commands that end by themselves. It looks at each path once, and does
// not look for a name that a listed directory lacks. Every program asks for project
// files, settings and schema folders in all directories above it; five hundred programs
// ask for the same ones. A command promises no more than the state of the disk at some
// moment while it ran.
//
// It can know the [Listings] of an earlier process. Then it lists only directories whose
// stamps differ: an unchanged tree costs one look for each directory.
//
// # Texts
//
// A text counts as unchanged if its stamp is unchanged. If the stamp differs, or was too
// fresh to be trusted (see [Stamp.DetectsChangesAfter]), the SHA-256 of the text decides: after a
// fresh checkout all stamps are new and no text is. A ledger contains no text, and its
// hashes are salted.
//
// # Paths
//
// Paths are absolute, clean and use slashes on every system. [Seen] also accepts paths
// in the form of the system.
//
// # What this package does not know
//
// It does not know what any file is for, which documents are open in an editor, or when
// to check. It watches nothing: its callers decide when to look again.
//
// Why recording file systems and not one table of all files with version numbers, as
// some language servers have: the table must learn which versions each result used,
// which is this recording again, and it must decide when to forget a file. An
// observation lives and dies with the result that depends on it.
//
// Invariant: what was read for a program looks the same only if another run with the same
// settings would find the same in it.
package disk

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// This file reads from the disk of the machine, within bounds.

// MaxFile is the size limit of a file in bytes. Larger files are reported and not
// read.
const MaxFile = 64 << 20

// MaxYAML is the size limit of project, stack and settings files in bytes. Parsing takes a
// hundred times as much memory.
const MaxYAML = 1 << 20

// FS is where files are read from. It must be safe for concurrent use.
type FS interface {
	// ReadDir lists a directory, sorted by name.
	ReadDir(dir string) ([]fs.DirEntry, error)
	// ReadFile reads a regular file of at most [MaxFile] bytes, which belong to the caller. It
	// fails for anything else, and never blocks on it.
	ReadFile(path string) ([]byte, error)
	// Stat describes a file or directory. It follows symbolic links.
	Stat(path string) (fs.FileInfo, error)
}

// Linked is a file system that has links.
type Linked interface {
	// RealPath resolves all links in a path.
	RealPath(path string) (string, error)
}

// Machine is the file system of the machine.
type Machine struct{}

// ReadDir lists a directory, sorted by name.
func (Machine) ReadDir(dir string) ([]fs.DirEntry, error) {
	return os.ReadDir(filepath.FromSlash(dir))
}

// Stat describes a file or directory. It follows symbolic links.
func (Machine) Stat(path string) (fs.FileInfo, error) { return os.Stat(filepath.FromSlash(path)) }

// RealPath resolves all links in a path.
func (Machine) RealPath(path string) (string, error) {
	real, err := filepath.EvalSymlinks(filepath.FromSlash(path))
	return filepath.ToSlash(real), err
}

// ReadFile reads a regular file of at most [MaxFile] bytes.
func (m Machine) ReadFile(path string) ([]byte, error) {
	info, err := m.Stat(path) // before opening: opening a pipe waits for its writer
	if err != nil {
		return nil, err
	}
	if err := readable(path, info); err != nil {
		return nil, err
	}
	f, err := os.Open(filepath.FromSlash(path))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b := bytes.NewBuffer(make([]byte, 0, int(info.Size())+bytes.MinRead)) // enough, unless the file grows meanwhile
	_, err = b.ReadFrom(io.LimitReader(f, MaxFile+1))
	text := b.Bytes()
	switch {
	case err != nil:
	case len(text) > MaxFile:
		err = errTooLarge(path)
	case int64(len(text)) < info.Size():
		if info, err = f.Stat(); err == nil && int64(len(text)) < info.Size() { // otherwise somebody has just made it shorter
			err = fmt.Errorf("%s ends early when it is read: %w", path, io.ErrUnexpectedEOF)
		}
	}
	return text, err
}

// readable returns the reason why a file must not be read.
func readable(path string, info fs.FileInfo) error {
	switch {
	case info.IsDir():
		return fmt.Errorf("%s is a directory", path)
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is not a regular file", path)
	case info.Size() > MaxFile:
		return errTooLarge(path)
	}
	return nil
}

func errTooLarge(path string) error {
	return fmt.Errorf("%s is larger than %d MiB", path, MaxFile>>20)
}

// ReadYAML reads a regular file of at most [MaxYAML] bytes.
func ReadYAML(fsys FS, path string) ([]byte, error) {
	text, err := fsys.ReadFile(path)
	if err == nil && len(text) > MaxYAML {
		return nil, fmt.Errorf("%s %s", path, YAMLTooLarge)
	}
	return text, err
}

// YAMLTooLarge says of a file that it is above [MaxYAML].
const YAMLTooLarge = "is larger than 1 MiB, so it is not read"

// MayBeFile reports, for an answer to Stat, whether a path may lead to a file. What cannot
// be looked at may be one: reading it gives its text or the reason.
func MayBeFile(info fs.FileInfo, err error) bool {
	if err != nil {
		return !IsAbsent(err)
	}
	return !info.IsDir()
}

// IsAbsent reports whether an error says that nothing exists at a path, rather than
// that it cannot be read.
func IsAbsent(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// WithoutPath returns an error of the file system without its path, for messages that name the file as the
// user wrote it.
func WithoutPath(err error) error {
	var inPath *fs.PathError
	if errors.As(err, &inPath) {
		return inPath.Err
	}
	return err
}
