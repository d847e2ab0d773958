// This file implements the watching of files: the client watches, the server
// asks it to and hears of changes.

package lsp

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// watched are the files whose change on disk can change an answer.
var watched = []string{"**/*.pp", "**/Pulumi.{yaml,yml}", "**/Pulumi.*.{yaml,yml}", "**/" + workspace.SettingsFile, "**/schemas/*.{json,json.gz}", "**/sdks/*/*.pp", "**/PulumiPlugin.yaml"}

// initialized asks the client to watch files and for its settings, if it can be asked.
func (s *server) initialized(*struct{}) error {
	s.askSettings()
	if s.client.settingsChanged {
		s.background(s.watchSettings)
	}
	if s.client.watchesFiles {
		s.background(s.watchFiles)
	}
	s.diagnoser.changed() // the workspace is there to be looked at
	return nil
}

// watchFiles registers for file events. It waits for the client's answer, so it
// must not run on the read loop.
func (s *server) watchFiles() {
	var watchers []protocol.FileSystemWatcher
	for _, pattern := range watched {
		watchers = append(watchers, protocol.FileSystemWatcher{GlobPattern: protocol.Pattern(pattern)})
	}
	s.notWatched(s.register(protocol.MethodWorkspaceDidChangeWatchedFiles, watchers))
}

// register asks the client for the events of some watchers.
func (s *server) register(id string, watchers []protocol.FileSystemWatcher) error {
	encoded, err := protocol.Marshal(&protocol.DidChangeWatchedFilesRegistrationOptions{Watchers: watchers})
	if err != nil {
		return err
	}
	_, err = s.conn.Call(s.base, protocol.MethodClientRegisterCapability, &protocol.RegistrationParams{
		Registrations: []protocol.Registration{{ID: id, Method: protocol.MethodWorkspaceDidChangeWatchedFiles, RegisterOptions: encoded}},
	}, nil)
	return err
}

func (s *server) notWatched(err error) {
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
	s.focus.relist()
	s.diagnoser.changed()
	s.lookout.look()
	return nil
}

// schemaWatch is what the client watches beside the files of the workspace: the
// folders that were looked at to find schemas, most of them outside of it.
type schemaWatch struct {
	wanted  atomic.Bool // something may have changed since the last comparison
	busy    atomic.Bool // somebody compares or registers; guards what follows
	count   int         // how many have been registered
	last    string      // the registration in force, in a text
	refused bool        // the client does not want to; the lookout has to do
}

// watchSchemas has the client watch the folders that schemas depend on by now. It
// waits for the client's answers, so it must not run on the read loop.
func (s *server) watchSchemas() {
	if !s.client.watchesFiles || !s.client.relativePatterns {
		return
	}
	s.watch.wanted.Store(true)
	for s.watch.wanted.Load() && s.watch.busy.CompareAndSwap(false, true) {
		s.watch.wanted.Store(false)
		if !s.watch.refused {
			s.watchNow()
		}
		s.watch.busy.Store(false)
	}
}

// watchNow registers for the folders of now in place of those of before.
func (s *server) watchNow() {
	watchers := schemaWatchers(s.session.Watched())
	text := ""
	for _, w := range watchers {
		p := w.GlobPattern.(*protocol.RelativePattern)
		text += fmt.Sprintf("%v/%s\n", p.BaseURI, p.Pattern)
	}
	if text == s.watch.last {
		return
	}
	before := s.watch.count
	if len(watchers) > 0 {
		s.watch.count++
		if err := s.register(schemaWatchID(s.watch.count), watchers); err != nil {
			s.notWatched(err)
			s.watch.refused = true
			return
		}
	}
	if s.watch.last != "" {
		_, err := s.conn.Call(s.base, protocol.MethodClientUnregisterCapability, &protocol.UnregistrationParams{
			Unregisterations: []protocol.Unregistration{{ID: schemaWatchID(before), Method: protocol.MethodWorkspaceDidChangeWatchedFiles}},
		}, nil)
		s.notWatched(err)
	}
	s.watch.last = text
}

func schemaWatchID(n int) string { return "schemas-" + strconv.Itoa(n) }

// maxWatchers is how many folders a client is asked to watch. The lookout sees the
// others.
const maxWatchers = 256

// schemaWatchers are the watchers for names in folders.
func schemaWatchers(folders map[string][]string) []protocol.FileSystemWatcher {
	var watchers []protocol.FileSystemWatcher
	for _, folder := range slices.Sorted(maps.Keys(folders)) {
		pattern := "*"
		if names := folders[folder]; len(names) > 0 {
			names = slices.DeleteFunc(names, func(name string) bool { return strings.ContainsAny(name, "*?[]{},!\\") })
			pattern = strings.Join(names, ",")
			if len(names) > 1 {
				pattern = "{" + pattern + "}"
			}
		}
		if pattern != "" && len(watchers) < maxWatchers {
			watchers = append(watchers, protocol.FileSystemWatcher{GlobPattern: &protocol.RelativePattern{
				BaseURI: protocol.URI(uri.File(folder)), Pattern: protocol.Pattern(pattern),
			}})
		}
	}
	return watchers
}
