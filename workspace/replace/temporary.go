package replace

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/pcl-lsp/pcl-lsp/typesys/lazy"
)

// This file creates temporary files, and removes abandoned ones.

// temporaryName matches the names of temporary files and directories. They begin with
// the number of the process and its mark.
var temporaryName = lazy.Regexp(`^\.pcl-lsp-(([0-9]+)-[0-9a-f]+)\.tmp$`)

// mark tells this process from an earlier one with the same number: in a container, each
// may be process 1.
var mark = sync.OnceValue(func() string { return fmt.Sprintf("%d-%08x", os.Getpid(), rand.Uint32()) })

// mostAge is the age from which a temporary file is abandoned, even if there is a process
// with its number: that is another one, or it was suspended and will fail to rename it.
const mostAge = time.Hour

// IsTemporary reports whether a name is that of a temporary file of a replacement.
func IsTemporary(path string) bool { return temporaryName.Get().MatchString(filepath.Base(path)) }

// written is a temporary file beside a file, with a synced text and the mode and owner of
// the old file; info is nil if there was none. The file may exist even if there is an
// error.
func written(target string, text []byte, mode fs.FileMode, info fs.FileInfo) (name string, err error) {
	file, err := createIn(filepath.Dir(target), mode)
	if err != nil {
		return "", fmt.Errorf("cannot create a file in its directory: %w", cause(err))
	}
	defer func() {
		if closed := file.Close(); err == nil {
			err = closed
		}
	}()
	if _, err := file.Write(text); err != nil {
		return file.Name(), err
	}
	if info != nil {
		keepOwner(file, info)
		if err := file.Chmod(info.Mode().Perm()); err != nil { // after the owner, as that may change the mode
			return file.Name(), err
		}
	}
	return file.Name(), file.Sync()
}

// createIn makes a temporary file in a directory.
func createIn(dir string, mode fs.FileMode) (file *os.File, err error) {
	err = named(dir, func(path string) error {
		file, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
		return err
	})
	return file, err
}

// named calls create with names of temporary files until one is free.
func named(dir string, create func(path string) error) error {
	for {
		err := create(filepath.Join(filepath.FromSlash(dir), fmt.Sprintf(".pcl-lsp-%s%08x.tmp", mark(), rand.Uint32())))
		if !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
}

// Temporary makes a file that only the user can read, to be renamed or removed. Like all
// that this package makes, it is removed after a while if this process is killed.
func Temporary(dir string) (*os.File, error) {
	Sweep(dir)
	return createIn(dir, 0o600)
}

// TemporaryDir makes a directory that only the user can read, to be removed.
func TemporaryDir(dir string) (path string, err error) {
	Sweep(dir)
	err = named(dir, func(p string) error {
		path = p
		return os.Mkdir(p, 0o700)
	})
	return path, err
}

// Sweep removes the temporary files and directories in a directory whose processes have
// ended, if they belong to the user.
//
// A process of another machine or container that shares the directory may be taken for
// one that has ended. Then its replacement fails, and its files keep their texts.
func Sweep(dir string) {
	dir = filepath.FromSlash(dir)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return // the caller will be told when it writes there
	}
	for _, e := range entries {
		match := temporaryName.Get().FindStringSubmatch(e.Name())
		if match == nil || !e.IsDir() && !e.Type().IsRegular() {
			continue
		}
		info, err := e.Info()
		if err == nil && isOwn(info) && isAbandoned(match[1], match[2], info) {
			_ = os.RemoveAll(filepath.Join(dir, e.Name())) // the next run tries again
		}
	}
}

// isAbandoned reports whether the process that made a temporary file will not use it.
func isAbandoned(made, process string, info fs.FileInfo) bool {
	number, err := strconv.Atoi(process)
	switch {
	case err != nil:
		return false
	case number == os.Getpid():
		return !strings.HasPrefix(made, mark())
	}
	return hasEnded(number) || time.Since(info.ModTime()) > mostAge
}

// hasEnded reports whether there is no process with a number, as far as this one can see.
func hasEnded(number int) bool {
	p, err := os.FindProcess(number)
	if err != nil {
		return true
	}
	err = p.Signal(syscall.Signal(0))
	_ = p.Release() // it is not waited for
	return errors.Is(err, os.ErrProcessDone)
}

// syncDirectory brings renames in a directory to the disk, where a system has such a
// thing. Without it the files are whole too, old or new.
func syncDirectory(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync() // not possible on every system
		d.Close()
	}
}
