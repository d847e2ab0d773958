package schemaflags

import "sync"

// This file remembers whether the user trusts the workspace: by a flag, or through an
// editor while the server runs. Nothing in the workspace can grant trust.

// Trust is the user's latest answer. It is safe for concurrent use once the flags have
// been parsed.
type Trust struct {
	flag bool

	mu      sync.Mutex // guards the fields below
	granted bool       // by the editor
	dirs    []string   // the folders of the editor
	until   chan struct{}
}

// Another is the answer of another user, with the same flags.
func (t *Trust) Another() *Trust { return &Trust{flag: t.flag} }

// Set records what the editor says: whether the user trusts the workspace, and which
// folders the workspace has.
func (t *Trust) Set(granted bool, folders []string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case granted && !t.granted:
		t.until = make(chan struct{})
	case !granted && t.granted:
		close(t.until)
	}
	t.granted, t.dirs = granted, folders
}

// withdrawn returns a channel that is closed when the user withdraws trust. It is
// already closed if there is no trust now, and nil if trust cannot be withdrawn.
func (t *Trust) withdrawn() <-chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.flag:
		return nil
	case t.until == nil:
		none := make(chan struct{})
		close(none)
		return none
	}
	return t.until
}

// given reports whether plugins of the workspace may run. The directory of the program
// does not matter: trust covers all folders or none.
func (t *Trust) given(string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.flag || t.granted
}

// Folders returns the folders of the workspace that the editor has named.
func (t *Trust) Folders() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.dirs
}
