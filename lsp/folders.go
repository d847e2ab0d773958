// This file handles the folders of the workspace.

package lsp

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/lsp/place"
	"go.lsp.dev/protocol"
)

// foldersOf returns the folders that a client has open when it starts the server. It skips those that are not on this machine's disk.
func foldersOf(p *protocol.InitializeParams) []string {
	var folders []string
	given, _ := p.WorkspaceFolders.Get()
	for _, f := range given {
		folders = addFolder(folders, string(f.URI))
	}
	if len(folders) > 0 {
		return folders
	}
	//lint:ignore SA1019 clients that support only one folder send it this way
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

// didChangeWorkspaceFolders updates the folders. Trust depends on them.
func (s *server) didChangeWorkspaceFolders(p *foldersParams) error {
	folders := slices.Clone(s.folders)
	for _, f := range p.Event.Removed {
		if path, err := place.Path(f.URI); err == nil {
			folders = slices.DeleteFunc(folders, func(known string) bool { return known == path })
		}
	}
	for _, f := range p.Event.Added {
		folders = addFolder(folders, f.URI)
	}
	s.configuring.Lock()
	defer s.configuring.Unlock()
	s.setFolders(folders)
	s.askSettings() // the first folder may have changed
	if s.told != nil {
		s.tellTrust(Trust{Given: s.told.Given, Folders: folders})
	}
	s.findings.Changed()
	return nil
}

// setFolders sets the folders of the workspace. Nobody changes the list afterwards.
func (s *server) setFolders(folders []string) {
	s.folders = folders
	s.findings.SetFolders(folders)
}

// addFolder adds the folder that a URI names if it is on disk and not in the list.
func addFolder(folders []string, spelled string) []string {
	path, err := place.Path(spelled)
	if err != nil || path == "" || path[0] != '/' || slices.Contains(folders, path) {
		return folders
	}
	return append(folders, path)
}
