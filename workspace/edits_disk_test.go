package workspace_test

import (
	"io/fs"
	"os"
	"path/filepath"

	"github.com/pcl-lsp/pcl-lsp/internal/edits"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file implements the real disk that sequences of edits run on.

// realDisk is a directory of the real disk.
type realDisk struct {
	disk.Machine
	edits.Folder
}

func (d *realDisk) Pipe(p string) { d.Link(os.DevNull, p) } // or a device: it is as good

func (d *realDisk) Huge(p string) {
	d.Write(p, "")
	_ = os.Truncate(filepath.FromSlash(p), disk.MaxFile+1)
}

// Deny does nothing to directories, which could not be removed any more.
func (d *realDisk) Deny(p string, denied bool) {
	mode := fs.FileMode(0o644)
	if denied {
		mode = 0
	}
	if info, err := os.Lstat(filepath.FromSlash(p)); err == nil && info.Mode().IsRegular() {
		_ = os.Chmod(filepath.FromSlash(p), mode)
	}
}
