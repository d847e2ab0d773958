package workspace

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// This file implements reading from disk, within bounds.

// MaxFile is how many bytes a program file may have. A larger one is left out of
// its program and reported, so that a stray gigabyte is never read.
const MaxFile = 64 << 20

// FS is where files are read from. Paths are those of this package. It must be
// safe for concurrent use.
type FS interface {
	// ReadDir lists a directory, sorted by name.
	ReadDir(dir string) ([]fs.DirEntry, error)
	// ReadFile reads a regular file of at most [MaxFile] bytes and fails for
	// anything else, without blocking on it.
	ReadFile(path string) ([]byte, error)
	// Stat describes what a path leads to, through symbolic links.
	Stat(path string) (fs.FileInfo, error)
}

// Linked is a file system that has links.
type Linked interface {
	// RealPath is the path that a path leads to when all links are followed.
	RealPath(path string) (string, error)
}

// Disk is the file system of the machine.
type Disk struct{}

// ReadDir lists a directory, sorted by name.
func (Disk) ReadDir(dir string) ([]fs.DirEntry, error) { return os.ReadDir(filepath.FromSlash(dir)) }

// Stat describes what a path leads to, through symbolic links.
func (Disk) Stat(path string) (fs.FileInfo, error) { return os.Stat(filepath.FromSlash(path)) }

// RealPath is the path that a path leads to when all links are followed.
func (Disk) RealPath(path string) (string, error) {
	real, err := filepath.EvalSymlinks(filepath.FromSlash(path))
	return filepath.ToSlash(real), err
}

// ReadFile reads a regular file of at most [MaxFile] bytes.
func (d Disk) ReadFile(path string) ([]byte, error) {
	info, err := d.Stat(path) // before opening: opening a pipe would wait for its writer
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
	var b bytes.Buffer
	b.Grow(int(info.Size()) + bytes.MinRead) // which is all, unless it grows meanwhile
	_, err = b.ReadFrom(io.LimitReader(f, MaxFile+1))
	text := b.Bytes()
	if err == nil && len(text) > MaxFile {
		err = errTooLarge(path)
	}
	return text, err
}

// readable says why something found at a path is not read.
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
