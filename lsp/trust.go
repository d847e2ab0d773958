// This file implements trust: whether the client's user trusts the workspace, so
// that programs which it brings along may run.

package lsp

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// Trust is what a client says about its workspace.
type Trust struct {
	// Given says that the user trusts what the workspace brings along.
	Given bool
	// Folders are those of the workspace, as paths.
	Folders []string
}

// trust takes what the settings say about trust. Settings that do not speak of it
// mean what `initialize` said: a client that sends its other settings does not take
// trust away.
func (s *server) trust(said *bool) {
	if said == nil {
		said = &s.trusted
	}
	s.tellTrust(Trust{Given: *said, Folders: s.folders})
}

// tellTrust says what is new about trust, and has schemas looked for anew.
func (s *server) tellTrust(next Trust) {
	if s.opts.Trust == nil || s.told != nil && s.told.Given == next.Given && slices.Equal(s.told.Folders, next.Folders) {
		return
	}
	s.told = &next
	s.opts.Trust(next)
	s.session.Apply(workspace.SchemasChanged{})
}
