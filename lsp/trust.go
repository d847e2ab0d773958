// This file handles trust: whether the user trusts the workspace, so that programs that it contains may run.

package lsp

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// trust applies what settings say about trust. If they say nothing, what initialize said applies: a client does not revoke trust by sending other
// settings.
func (s *server) trust(given *bool) {
	if given == nil {
		given = &s.trusted
	}
	s.tellTrust(Trust{Given: *given, Folders: s.folders})
}

// tellTrust tells the owner if trust has changed, and looks for schemas again.
func (s *server) tellTrust(next Trust) {
	if s.opts.Trust == nil || s.told != nil && s.told.Given == next.Given && slices.Equal(s.told.Folders, next.Folders) {
		return
	}
	isOther := s.told != nil && s.told.Given != next.Given
	s.told = &next
	s.opts.Trust(next)
	s.session.Apply(workspace.SchemasChanged{})
	if isOther { // links may lead elsewhere, or no longer
		s.session.Apply(workspace.DiskChanged{})
	}
}
