// This file implements the watching of files: the client watches, the server
// asks it to and hears of changes.

package lsp

import (
	"go.lsp.dev/protocol"

	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// watched are the files whose change on disk can change an answer.
var watched = []string{"**/*.pp", "**/Pulumi.{yaml,yml}", "**/" + workspace.SettingsFile, "**/schemas/*.{json,json.gz}"}

// initialized asks the client to watch files, if it can be asked.
func (s *server) initialized(*struct{}) error {
	if s.client.watchesFiles {
		s.background(s.watchFiles)
	}
	return nil
}

// watchFiles registers for file events. It waits for the client's answer, so it
// must not run on the read loop.
func (s *server) watchFiles() {
	var options protocol.DidChangeWatchedFilesRegistrationOptions
	for _, pattern := range watched {
		options.Watchers = append(options.Watchers, protocol.FileSystemWatcher{GlobPattern: protocol.Pattern(pattern)})
	}
	encoded, err := protocol.Marshal(&options)
	if err == nil {
		method := protocol.MethodWorkspaceDidChangeWatchedFiles
		_, err = s.conn.Call(s.base, protocol.MethodClientRegisterCapability, &protocol.RegistrationParams{
			Registrations: []protocol.Registration{{ID: method, Method: method, RegisterOptions: encoded}},
		}, nil)
	}
	if err != nil && s.base.Err() == nil {
		s.log.Warn("files are not watched", "error", err)
	}
}

type watchedFilesParams struct {
	Changes []struct {
		URI string `json:"uri"`
	} `json:"changes"`
}

func (s *server) didChangeWatchedFiles(p *watchedFilesParams) error {
	var paths []string
	for _, change := range p.Changes {
		if path, err := pathOf(change.URI); err == nil {
			paths = append(paths, path)
		}
	}
	if len(paths) == 0 { // no paths would mean that anything may have changed
		return nil
	}
	s.session.Apply(workspace.DiskChanged{Paths: paths})
	s.diagnoser.changed(onceQuiet)
	return nil
}
