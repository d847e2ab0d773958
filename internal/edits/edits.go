// Package edits is what tests with random sequences of changes share: a folder of the real disk that they change, and the search for the shortest sequence
// that fails.
package edits

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"
)

// Folder is a directory of the real disk that a test changes. Paths are absolute and have slashes. Nothing happens where something is in the way.
//
// Whoever looks sees every change of a text: no two texts of a file have the same time.
type Folder struct {
	T    testing.TB
	Root string
	tick int64
}

// Write makes a file, and the directories above it.
func (d *Folder) Write(p, text string) {
	p = filepath.FromSlash(p)
	if os.MkdirAll(filepath.Dir(p), 0o755) != nil || os.WriteFile(p, []byte(text), 0o644) != nil {
		return
	}
	d.tick++
	when := time.Unix(1_000_000_000+d.tick, 0)
	if err := os.Chtimes(p, when, when); err != nil {
		d.T.Fatal(err)
	}
}

// Link makes a symbolic link, and the directories above it.
func (d *Folder) Link(to, p string) {
	_ = os.MkdirAll(filepath.Dir(filepath.FromSlash(p)), 0o755)
	_ = os.Symlink(filepath.FromSlash(to), filepath.FromSlash(p)) // which not every system allows
}

// Remove removes a file, a link, or a directory with all that is in it.
func (d *Folder) Remove(p string) {
	if err := os.RemoveAll(filepath.FromSlash(p)); err != nil && !errors.Is(err, syscall.ENOTDIR) && !errors.Is(err, syscall.ELOOP) {
		d.T.Fatal(err)
	}
}

// Rename moves a file, a link or a directory to where nothing is.
func (d *Folder) Rename(from, to string) {
	to = filepath.FromSlash(to)
	if _, err := os.Lstat(to); err == nil {
		return
	}
	_ = os.MkdirAll(filepath.Dir(to), 0o755)
	_ = os.Rename(filepath.FromSlash(from), to) // which fails where there is nothing, or a directory would go into itself
}

// Paths are the paths of everything in the folder, sorted, with the folder itself. Links are not followed.
func (d *Folder) Paths() []string {
	var found []string
	err := filepath.WalkDir(filepath.FromSlash(d.Root), func(p string, _ fs.DirEntry, err error) error {
		found = append(found, filepath.ToSlash(p))
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		d.T.Fatal(err)
	}
	return found
}

// Shrunk is a shorter sequence of steps that fails too, found by leaving out ever smaller parts.
func Shrunk[T any](steps []T, fails func([]T) bool) []T {
	for size := len(steps) / 2; size > 0; size /= 2 {
		for at := 0; at+size <= len(steps); {
			if fewer := slices.Concat(steps[:at], steps[at+size:]); fails(fewer) {
				steps = fewer
			} else {
				at += size
			}
		}
	}
	return steps
}
