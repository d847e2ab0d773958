package workspace_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file implements the real disk that sequences of edits run on.

// realDisk is a directory of the real disk.
type realDisk struct {
	disk.Machine
	t    testing.TB
	root string
	tick int64
}

func (d *realDisk) write(p, text string) {
	p = filepath.FromSlash(p)
	if os.MkdirAll(filepath.Dir(p), 0o755) != nil || os.WriteFile(p, []byte(text), 0o644) != nil {
		return // something else is in the way
	}
	d.tick++
	when := time.Unix(1_000_000_000+d.tick, 0)
	if err := os.Chtimes(p, when, when); err != nil {
		d.t.Fatal(err)
	}
}

func (d *realDisk) link(to, p string) {
	_ = os.MkdirAll(filepath.Dir(filepath.FromSlash(p)), 0o755)
	_ = os.Symlink(filepath.FromSlash(to), filepath.FromSlash(p)) // which not every system allows
}

func (d *realDisk) pipe(p string) { d.link(os.DevNull, p) } // or a device: it is as good

func (d *realDisk) huge(p string) {
	d.write(p, "")
	_ = os.Truncate(filepath.FromSlash(p), disk.MaxFile+1)
}

// deny does nothing to directories, which could not be removed any more.
func (d *realDisk) deny(p string, denied bool) {
	mode := fs.FileMode(0o644)
	if denied {
		mode = 0
	}
	if info, err := os.Lstat(filepath.FromSlash(p)); err == nil && info.Mode().IsRegular() {
		_ = os.Chmod(filepath.FromSlash(p), mode)
	}
}

func (d *realDisk) remove(p string) {
	if err := os.RemoveAll(filepath.FromSlash(p)); err != nil && !errors.Is(err, syscall.ENOTDIR) && !errors.Is(err, syscall.ELOOP) {
		d.t.Fatal(err)
	}
}

func (d *realDisk) rename(from, to string) {
	to = filepath.FromSlash(to)
	if _, err := os.Lstat(to); err == nil {
		return
	}
	_ = os.MkdirAll(filepath.Dir(to), 0o755)
	_ = os.Rename(filepath.FromSlash(from), to) // which fails where there is nothing, or a directory would go into itself
}

func (d *realDisk) paths() []string {
	var found []string
	err := filepath.WalkDir(filepath.FromSlash(d.root), func(p string, _ fs.DirEntry, err error) error {
		found = append(found, filepath.ToSlash(p))
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		d.t.Fatal(err)
	}
	return found
}
