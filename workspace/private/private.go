// Package private makes directories that belong to the user alone, and tells whether one
// does.
//
// What is kept in caches is believed later, and quotes names out of programs. So a
// directory is used only if nobody but the user and the system can put a file into it:
// else another user of the machine, who made it first in a place that is shared, could
// hand us results or have us write through a link to a file of ours.
//
// It deliberately does not look at the directories above: who can rename those owns the
// home of the user already.
//
// **Why** not os.Root: it keeps paths inside a directory, and does not know whose that is.
package private

import (
	"errors"
	"fmt"
	"os"
)

// ErrShared is the error of a directory into which others may put files.
var ErrShared = errors.New("others may write to it")

// Make makes a directory with those above it, readable for the user alone, where there is
// none, and fails if it is not private then.
func Make(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if !Is(dir) {
		return fmt.Errorf("%s: %w", dir, ErrShared)
	}
	return nil
}

// Is reports whether a path is a directory into which only the user and the system can
// put files. A link to one is believed if it is the user's or the system's as well.
func Is(dir string) bool {
	link, err := os.Lstat(dir)
	if err != nil || !ours(link) {
		return false
	}
	info, err := os.Stat(dir)
	return err == nil && info.IsDir() && ours(info) && closed(info)
}
