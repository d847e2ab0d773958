// This file implements trust: whether the client's user trusts the workspace, so
// that programs which it brings along may run.

package lsp

import (
	"slices"

	"go.lsp.dev/protocol"

	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// Trust is what a client says about its workspace.
type Trust struct {
	// Given says that the user trusts what the workspace brings along.
	Given bool
	// Folders are those of the workspace, as paths.
	Folders []string
}

// foldersOf are the folders that a client has opened. A folder that is no path of
// this machine holds nothing that could run.
func foldersOf(p *protocol.InitializeParams) []string {
	var spelled []string
	if folders, ok := p.WorkspaceFolders.Get(); ok {
		for _, f := range folders {
			spelled = append(spelled, string(f.URI))
		}
	}
	//lint:ignore SA1019 older clients name their folder in no other way
	if root := p.RootURI; root != nil {
		spelled = append(spelled, string(*root))
	}
	var paths []string
	for _, uri := range spelled {
		if path, err := pathOf(uri); err == nil && !slices.Contains(paths, path) {
			paths = append(paths, path)
		}
	}
	return paths
}

// trust takes what the settings say about trust. Settings that do not speak of it
// mean what `initialize` said: a client that sends its other settings does not take
// trust away.
func (s *server) trust(said *bool) {
	next := Trust{Given: s.trusted, Folders: s.folders}
	if said != nil {
		next.Given = *said
	}
	if s.opts.Trust == nil || s.told != nil && s.told.Given == next.Given {
		return
	}
	s.told = &next
	s.opts.Trust(next)
	s.session.Apply(workspace.SchemasChanged{})
}
