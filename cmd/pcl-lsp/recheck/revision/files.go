package revision

import (
	"context"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// This file shows the programs of a revision as a file system, at the paths where they are now.

// Below is the file system whose other files are shown. Package disk of the workspace has one.
type Below interface {
	ReadDir(dir string) ([]fs.DirEntry, error)
	ReadFile(path string) ([]byte, error)
	Stat(path string) (fs.FileInfo, error)
	RealPath(path string) (string, error)
}

// Files is a file system with the programs of a revision, and the project, stack and settings files
// beside them, instead of the present ones. All other files are the present ones: schemas are most
// often no part of the repository. It is safe for concurrent use.
type Files struct {
	below   Below
	texts   map[string]string          // by path
	folders map[string]map[string]bool // of the revision, with whether a name is a folder
	mine    func(p string) bool        // whether the revision decides about a file
}

// Files returns the file system, with slashes in its paths.
func (r *Revision) Files(ctx context.Context, below Below) (*Files, error) {
	wanted := map[string]blob{}
	for name, b := range r.blobs {
		if isOfProgram(name) && !b.link {
			wanted[name] = b
		}
	}
	texts, err := r.texts(ctx, wanted)
	if err != nil {
		return nil, err
	}
	top := path.Join(filepath.ToSlash(r.dir), strings.Repeat("../", strings.Count(r.prefix, "/")))
	f := &Files{below: below, texts: map[string]string{}, folders: map[string]map[string]bool{}}
	f.mine = func(p string) bool {
		name, inside := strings.CutPrefix(p, strings.TrimSuffix(top, "/")+"/")
		return inside && isOfProgram(p) && !r.blobs[name].link
	}
	for name, b := range wanted {
		p := path.Join(top, name)
		f.texts[p] = texts[b.id]
		for folder := false; p != top; folder = true {
			dir := path.Dir(p)
			if f.folders[dir] == nil {
				f.folders[dir] = map[string]bool{}
			}
			f.folders[dir][path.Base(p)] = folder
			p = dir
		}
	}
	return f, nil
}

// isOfProgram reports whether the revision decides about a file, by its name.
func isOfProgram(name string) bool {
	base := path.Base(name)
	isYAML := strings.HasSuffix(base, ".yaml") || strings.HasSuffix(base, ".yml")
	return isChecked(name) && (!isYAML || strings.HasPrefix(base, "Pulumi.") || strings.HasPrefix(base, ".pcl-lsp"))
}

// ReadDir lists a directory, sorted by name.
func (f *Files) ReadDir(dir string) ([]fs.DirEntry, error) {
	here, err := f.below.ReadDir(dir)
	names, there := f.folders[dir]
	if err != nil && !there {
		return nil, err
	}
	all := slices.DeleteFunc(slices.Clone(here), func(e fs.DirEntry) bool {
		_, replaced := names[e.Name()]
		return replaced || !e.IsDir() && f.mine(path.Join(dir, e.Name()))
	})
	for name := range names {
		all = append(all, fs.FileInfoToDirEntry(f.info(path.Join(dir, name))))
	}
	slices.SortFunc(all, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return all, nil
}

// ReadFile reads a file.
func (f *Files) ReadFile(p string) ([]byte, error) {
	if text, ok := f.texts[p]; ok {
		return []byte(text), nil
	}
	if f.mine(p) {
		return nil, &fs.PathError{Op: "open", Path: p, Err: fs.ErrNotExist}
	}
	return f.below.ReadFile(p)
}

// Stat describes what exists at a path.
func (f *Files) Stat(p string) (fs.FileInfo, error) {
	if _, ok := f.texts[p]; ok || f.folders[p] != nil {
		return f.info(p), nil
	}
	if info, err := f.below.Stat(p); err != nil || info.IsDir() || !f.mine(p) {
		return info, err
	}
	return nil, &fs.PathError{Op: "stat", Path: p, Err: fs.ErrNotExist}
}

// RealPath resolves all links in a path. What only the revision has is no link.
func (f *Files) RealPath(p string) (string, error) {
	real, err := f.below.RealPath(p)
	if err == nil {
		return real, nil
	}
	if _, ok := f.texts[p]; !ok && f.folders[p] == nil {
		return "", err
	}
	above, err := f.RealPath(path.Dir(p))
	return path.Join(above, path.Base(p)), err
}

func (f *Files) info(p string) fs.FileInfo {
	return info{path.Base(p), len(f.texts[p]), f.folders[p] != nil}
}

// info describes a file or folder of a revision, which never changes.
type info struct {
	name   string
	size   int
	folder bool
}

// Name is the last part of the path.
func (i info) Name() string { return i.name }

// Size is the length of the text.
func (i info) Size() int64 { return int64(i.size) }

// Mode says whether it is a folder.
func (i info) Mode() fs.FileMode {
	if i.folder {
		return fs.ModeDir | 0o755
	}
	return 0o644
}

// ModTime is the same for all.
func (i info) ModTime() time.Time { return time.Time{} }

// IsDir reports whether it is a folder.
func (i info) IsDir() bool { return i.folder }

// Sys is nil.
func (i info) Sys() any { return nil }
