// Package replace gives files new texts atomically, and makes private directories. Nobody ever sees half a text and
// nothing is lost, even if the process is killed, the disk is full, a file cannot be
// written, or somebody else has changed it.
//
// A new text is written to a temporary file beside the old one, synced, and renamed.
// Several files are replaced together ([All]): all new texts are on the disk before the
// first rename, so that most errors happen before anything changes. The mode stays, and on
// Unix the owner where that is allowed. A symbolic link stays too; its target is replaced.
// Other names of a file (hard links) keep the old text, which a note reports. Other
// attributes, such as access lists, are not kept.
//
// Why hard links are not kept: that takes writing in place, which can leave half a text,
// and would change the copies of backups and package stores, which are hard links.
//
// # Invariants
//
//   - At every moment every file has its old or its new text.
//   - A file that no longer has the text that the caller saw is left alone.
//   - When a function returns there is no temporary file, unless its caller asked for one.
//     A temporary file of a killed process has the number of that process in its name,
//     and the next process that writes to the directory removes it.
//
// Why no library: renameio does not build for Windows, natefinch/atomic keeps neither mode
// nor links; neither replaces several files, or checks whether they changed.
//
// Why a read-only file is refused, although it could be replaced by renaming: whoever
// marks a file read-only means its text and not its directory entry.
package replace

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file replaces or creates files.

// File is a file to replace.
type File struct {
	Path string
	// Name is the name of the file in messages; the path if it is empty.
	Name string
	// Old is the text that the file must have, and New its new text.
	Old, New string
}

func (f File) called() string { return cmp.Or(f.Name, f.Path) }

// ErrChanged is the error for a file whose text is not the one that the caller saw.
var ErrChanged = errors.New("it has changed in the meantime")

// All replaces files. If the context ends before the first rename, or an error occurs
// before it, all files keep their texts. The notes are for users, about files that were
// replaced.
func All(ctx context.Context, files []File) (notes []string, err error) {
	var all []*pending
	defer func() {
		for _, p := range all {
			p.discard()
		}
	}()
	var errs []error
	for _, f := range files {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		p, err := prepare(f)
		if err == nil {
			err = p.distinct(all)
		}
		if p != nil {
			all = append(all, p)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("cannot write %s: %w", f.called(), cause(err)))
		}
	}
	for _, p := range all {
		if err := p.unchanged(); err != nil && len(errs) == 0 {
			errs = append(errs, fmt.Errorf("cannot write %s: %w", p.called(), cause(err)))
		}
	}
	if err := errors.Join(append(errs, ctx.Err())...); err != nil {
		return nil, err
	}
	return renameAll(all)
}

// renameAll renames the files and stops at the first error.
func renameAll(all []*pending) (notes []string, err error) {
	for i, p := range all {
		if err := p.rename(); err != nil {
			err = fmt.Errorf("cannot write %s: %w", p.called(), cause(err))
			if i > 0 {
				err = fmt.Errorf("%w; %d of %d files were already written: %s", err, i, len(all), strings.Join(namesOf(all[:i]), ", "))
			}
			return notes, err
		}
		if p.otherNames {
			notes = append(notes, p.called()+" has other names (hard links), which keep the old text")
		}
	}
	return notes, nil
}

func namesOf(all []*pending) []string {
	return lists.Map(all, (*pending).called)
}

// pending is a file whose new text is on the disk.
type pending struct {
	File
	target     string // the file that links lead to
	temporary  string // empty if there is none any more
	otherNames bool
}

// prepare writes the new text of a file beside it. The caller must discard the result
// even if there is an error.
func prepare(f File) (*pending, error) {
	target, info, err := writable(f.Path)
	if err != nil {
		return nil, err
	}
	p := &pending{File: f, target: target, otherNames: hardLinks(info) > 1}
	if err := p.unchanged(); err != nil {
		return nil, err
	}
	Sweep(filepath.Dir(target))
	p.temporary, err = written(target, []byte(f.New), 0o600, info)
	return p, err
}

// writable is the regular file that a path leads to, if it may be written.
func writable(path string) (target string, info fs.FileInfo, err error) {
	if target, err = filepath.EvalSymlinks(filepath.FromSlash(path)); err != nil {
		return "", nil, err
	}
	if info, err = os.Stat(target); err != nil {
		return "", nil, err
	}
	switch {
	case !info.Mode().IsRegular():
		return "", nil, errors.New("it is not a regular file")
	case info.Mode().Perm()&0o200 == 0: // the superuser could
		return "", nil, errors.New("it is read-only")
	}
	file, err := os.OpenFile(target, os.O_WRONLY, 0)
	if errors.Is(err, fs.ErrPermission) {
		return "", nil, errors.New("it is read-only")
	}
	if err == nil {
		err = file.Close()
	}
	return target, info, err
}

// unchanged is nil if the file still has its old text.
func (p *pending) unchanged() error {
	now, err := os.ReadFile(p.target)
	if err == nil && string(now) != p.Old {
		err = ErrChanged
	}
	return err
}

// distinct rejects a file that is another one under a second name: the second text would
// replace the first.
func (p *pending) distinct(others []*pending) error {
	same := slices.IndexFunc(others, func(o *pending) bool { return o.target == p.target })
	if same < 0 {
		return nil
	}
	return fmt.Errorf("it is the same file as %s", others[same].called())
}

func (p *pending) rename() error {
	if err := p.unchanged(); err != nil {
		return err
	}
	if err := os.Rename(p.temporary, p.target); err != nil {
		return err
	}
	p.temporary = ""
	syncDirectory(filepath.Dir(p.target))
	return nil
}

func (p *pending) discard() {
	if p.temporary != "" {
		os.Remove(p.temporary)
	}
}

// cause is an error without its path, which the message names already.
func cause(err error) error {
	if withPath, ok := err.(*fs.PathError); ok {
		return withPath.Err
	}
	if link, ok := err.(*os.LinkError); ok {
		return link.Err
	}
	return err
}

// One gives a file a text. A new file gets a mode, reduced by the umask; an existing one
// keeps its own. Other things than regular files, such as pipes, and files with several
// names (hard links) are written to directly.
func One(path string, text []byte, mode fs.FileMode) error {
	target := filepath.FromSlash(path)
	if real, err := filepath.EvalSymlinks(target); err == nil {
		target = real
	}
	info, err := os.Stat(target)
	if err != nil {
		info = nil
	}
	if info != nil && !info.Mode().IsRegular() {
		return os.WriteFile(target, text, mode)
	}
	if info != nil {
		mode = 0o600 // until it has its own
		if _, _, err := writable(target); err != nil {
			return &fs.PathError{Op: "write", Path: path, Err: cause(err)}
		}
	}
	if info != nil && hardLinks(info) > 1 {
		return os.WriteFile(target, text, mode)
	}
	Sweep(filepath.Dir(target))
	temporary, err := written(target, text, mode, info)
	if err == nil {
		err = os.Rename(temporary, target)
	}
	if err != nil {
		if temporary != "" {
			os.Remove(temporary)
		}
		return err
	}
	syncDirectory(filepath.Dir(target))
	return nil
}
