package replace

import (
	"io/fs"
	"os"
	"path/filepath"
)

// This file replaces or creates a single file, whatever it contains.

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
	temporary, err := written(nil, path, target, text, mode, info)
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
