// Package private creates directories that only the user can write to, and checks whether
// a directory is one.
//
// Programs trust the caches in these directories, and the caches contain names from the
// user's programs. So a directory is used only if nobody except the user and the system can
// write to it. Otherwise another user of the machine could create the directory first in a
// shared place, and then supply false results or make us write through a link.
//
// The package deliberately does not check the directories above: whoever can rename those
// already controls the user's home.
//
// **Why** not os.Root: it keeps paths inside a directory, but does not check who owns it.
package private

import (
	"errors"
	"fmt"
	"os"
)

// ErrShared is the error for a directory that others can write to.
var ErrShared = errors.New("others may write to it")

// Make creates a directory, and those above it, that only the user can read. If the
// directory exists and is not private, it fails.
func Make(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if !Is(dir) {
		return fmt.Errorf("%s: %w", dir, ErrShared)
	}
	return nil
}

// Is reports whether a path is a directory that only the user and the system can write to.
// It follows a link if the user or the system owns the link.
func Is(dir string) bool {
	link, err := os.Lstat(dir)
	if err != nil || !ours(link) {
		return false
	}
	info, err := os.Stat(dir)
	return err == nil && info.IsDir() && ours(info) && closed(info)
}
