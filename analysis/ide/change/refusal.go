package change

import (
	"fmt"
	"path"
)

// Refusal is the reason for the user why a change cannot be made.
type Refusal struct {
	// Path is the file that is the reason, or empty.
	Path   string
	Reason string
}

// Error returns the reason, with the last part of the path.
func (r *Refusal) Error() string {
	if r.Path == "" {
		return r.Reason
	}
	return path.Base(r.Path) + " " + r.Reason
}

// Refuse returns a [*Refusal] that is about no file.
func Refuse(format string, args ...any) error { return &Refusal{Reason: fmt.Sprintf(format, args...)} }
