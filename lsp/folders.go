// This file handles the folders of the workspace.

package lsp

import (
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/lsp/place"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"go.lsp.dev/protocol"
)

// foldersOf returns the folders that a client has open when it starts the server. It skips those that are not on this machine's disk.
func foldersOf(p *protocol.InitializeParams) []string {
	var named []string
	given, _ := p.WorkspaceFolders.Get()
	named = append(named, lists.Map(given, func(f protocol.WorkspaceFolder) string { return string(f.URI) })...)
	if folders := addFolders(nil, named); len(folders) > 0 {
		return folders
	}
	//lint:ignore SA1019 clients that support only one folder send it this way
	if root := p.RootURI; root != nil {
		return addFolders(nil, []string{string(*root)})
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
	removed, added := map[string]bool{}, []string(nil)
	for _, f := range p.Event.Removed {
		if path, err := place.Path(f.URI); err == nil {
			removed[path] = true
		}
	}
	added = append(added, lists.Map(p.Event.Added, func(f folderParams) string { return f.URI })...)
	left := slices.DeleteFunc(slices.Clone(s.folders), func(known string) bool { return removed[known] })
	folders := addFolders(left, added)
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

// addFolders adds the folders that URIs name if they are on disk and not in the list.
func addFolders(folders, named []string) []string {
	known := lists.Set(folders)
	for _, spelled := range named {
		if path, err := place.Path(spelled); err == nil && strings.HasPrefix(path, "/") && !known[path] {
			known[path] = true
			folders = append(folders, path)
		}
	}
	return folders
}
