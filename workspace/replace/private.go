package replace

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// This file creates directories that only the user can write to, and checks whether a directory is one.
//
// Programs trust the caches in these directories, and the caches contain names from the
// user's programs. So a directory is used only if nobody except the user and the system can
// write to it. Otherwise another user of the machine could create the directory first in a
// shared place, and then supply false results or make us write through a link.
//
// The directories above are not checked: whoever can rename those already controls the
// user's home. os.Root keeps paths inside a directory, but does not check who owns it.

// ErrShared is the error for a directory that others can write to.
var ErrShared = errors.New("others may write to it")

// MakePrivate creates a directory, and those above it, that only the user can read. If the
// directory exists and is not private, it fails.
func MakePrivate(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if !IsPrivate(dir) {
		return fmt.Errorf("%s: %w", dir, ErrShared)
	}
	return nil
}

// IsPrivate reports whether a path is a directory that only the user and the system can write to.
// It follows a link if the user or the system owns the link.
func IsPrivate(dir string) bool {
	link, err := os.Lstat(dir)
	if err != nil || !ours(link) {
		return false
	}
	info, err := os.Stat(dir)
	return err == nil && info.IsDir() && ours(info) && closed(info)
}

// InFolder writes a text to a file that only the user can read, in one step. The name
// may contain anything; the file is always in the folder. Its extension is not that of a
// program.
func InFolder(folder, name, text string) (string, error) {
	name = strings.Map(func(r rune) rune {
		switch r {
		case '/', '\\', ':', '*', '?', '"', '<', '>', '|', 0:
			return '-'
		}
		return r
	}, name)
	path := filepath.Join(folder, strings.TrimLeft(name, ".")+".pcl")
	if err := MakePrivate(folder); err != nil {
		return "", err
	}
	if there, err := os.ReadFile(path); err == nil && string(there) == text {
		return filepath.ToSlash(path), nil
	}
	if err := One(path, []byte(text), 0o600); err != nil {
		return "", err
	}
	return filepath.ToSlash(path), nil
}
