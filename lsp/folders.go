// This file implements the folders of the workspace, in which findings are looked for
// beyond the open documents.

package lsp

import (
	"slices"

	"go.lsp.dev/protocol"
)

// foldersOf are the folders that a client has open when it starts the server. Those that
// are not on this machine's disk are left out.
func foldersOf(p *protocol.InitializeParams) []string {
	var folders []string
	given, _ := p.WorkspaceFolders.Get()
	for _, f := range given {
		folders = addFolder(folders, string(f.URI))
	}
	if len(folders) > 0 {
		return folders
	}
	//lint:ignore SA1019 clients that know one folder only say it this way
	if root := p.RootURI; root != nil {
		return addFolder(nil, string(*root))
	}
	return nil
}

type foldersParams struct {
	Event struct {
		Added   []folderParams `json:"added"`
		Removed []folderParams `json:"removed"`
	} `json:"event"`
}

type folderParams struct {
	URI string `json:"uri"`
}

// didChangeWorkspaceFolders takes the folders of now. What is trusted depends on them.
func (s *server) didChangeWorkspaceFolders(p *foldersParams) error {
	folders := slices.Clone(s.folders)
	for _, f := range p.Event.Removed {
		if path, err := pathOf(f.URI); err == nil {
			folders = slices.DeleteFunc(folders, func(known string) bool { return known == path })
		}
	}
	for _, f := range p.Event.Added {
		folders = addFolder(folders, f.URI)
	}
	s.configuring.Lock()
	defer s.configuring.Unlock()
	s.setFolders(folders)
	s.askSettings() // the first one may be another
	if s.told != nil {
		s.tellTrust(Trust{Given: s.told.Given, Folders: folders})
	}
	s.diagnoser.changed()
	return nil
}

// setFolders sets the folders of the workspace; nobody changes the list from then on.
func (s *server) setFolders(folders []string) {
	s.folders = folders
	s.focus.setFolders(folders)
}

// addFolder adds the folder that a URI names, if it is one on disk and not among them.
func addFolder(folders []string, spelled string) []string {
	path, err := pathOf(spelled)
	if err != nil || path == "" || path[0] != '/' || slices.Contains(folders, path) {
		return folders
	}
	return append(folders, path)
}
