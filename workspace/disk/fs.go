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
