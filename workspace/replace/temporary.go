package replace

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"syscall"

	"github.com/pcl-lsp/pcl-lsp/typesys/lazy"
)

// This file creates temporary files, and removes abandoned ones.

// temporaryName matches the names of temporary files, which hold the number of the
// process.
var temporaryName = lazy.Regexp(`^\.pcl-lsp-([0-9]+)-[0-9a-f]+\.tmp$`)

// IsTemporary reports whether a name is that of a temporary file of a replacement.
func IsTemporary(path string) bool { return temporaryName.Get().MatchString(filepath.Base(path)) }

// written is a temporary file beside a file, with a synced text and the mode and owner of
// the old file; info is nil if there was none. The file may exist even if there is an
// error.
func written(told hook, path, target string, text []byte, mode fs.FileMode, info fs.FileInfo) (name string, err error) {
	if err := told.before(create, path); err != nil {
		return "", err
	}
	file, err := createIn(filepath.Dir(target), mode)
	if err != nil {
		return "", fmt.Errorf("cannot create a file in its directory: %w", cause(err))
	}
	defer func() {
		if closed := file.Close(); err == nil {
			err = closed
		}
	}()
	if err := told.before(write, path); err != nil {
		return file.Name(), err
	}
	if _, err := file.Write(text); err != nil {
		return file.Name(), err
	}
	if info != nil {
		keepOwner(file, info)
		if err := file.Chmod(info.Mode().Perm()); err != nil { // after the owner, as that may change the mode
			return file.Name(), err
		}
	}
	if err := told.before(sync, path); err != nil {
		return file.Name(), err
	}
	return file.Name(), file.Sync()
}

// createIn makes a temporary file in a directory.
func createIn(dir string, mode fs.FileMode) (*os.File, error) {
	for {
		name := fmt.Sprintf(".pcl-lsp-%d-%016x.tmp", os.Getpid(), rand.Uint64())
		file, err := os.OpenFile(filepath.Join(dir, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if !errors.Is(err, fs.ErrExist) {
			return file, err
		}
	}
}

// Sweep removes the temporary files in a directory whose processes have ended.
//
// A process of another machine or container that shares the directory may be taken for
// one that has ended. Then its replacement fails, and its files keep their texts.
func Sweep(dir string) {
	entries, err := os.ReadDir(filepath.FromSlash(dir))
	if err != nil {
		return // whoever wants to write there will be told
	}
	for _, e := range entries {
		match := temporaryName.Get().FindStringSubmatch(e.Name())
		if match == nil || !e.Type().IsRegular() {
			continue
		}
		if number, err := strconv.Atoi(match[1]); err == nil && hasEnded(number) {
			os.Remove(filepath.Join(filepath.FromSlash(dir), e.Name()))
		}
	}
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
