// This file makes the client watch files and handles its events.

package lsp

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/pcl-lsp/pcl-lsp/lsp/place"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	declared "github.com/pcl-lsp/pcl-lsp/workspace/settings"
)

// watched are the files whose change on disk can change an answer.
var watched = []string{"**/*.pp", "**/*.pcl", "**/Pulumi.{yaml,yml}", "**/Pulumi.*.{yaml,yml}", "**/" + declared.FileName, "**/schemas/*.{json,json.gz}", "**/sdks/*/*.pp", "**/PulumiPlugin.yaml", "**/.gitignore", "**/*.pcl-rules.hcl"}

// initialized asks the client for its settings and to watch files, as far as the client supports that.
func (s *server) initialized(*struct{}) error {
	s.askSettings()
	if s.client.settingsChanged {
		s.background(s.watchSettings)
	}
	if s.client.watchesFiles {
		s.background(s.watchFiles)
	}
	s.findings.Changed() // the workspace can be checked now
	return nil
}

// watchFiles registers for file events. It waits for the client's answer.
func (s *server) watchFiles() {
	var watchers []protocol.FileSystemWatcher
	for _, pattern := range watched {
		watchers = append(watchers, protocol.FileSystemWatcher{GlobPattern: protocol.Pattern(pattern)})
	}
	s.warn(notWatched, s.register(protocol.MethodWorkspaceDidChangeWatchedFiles, watchers))
}

// notWatched is logged if the client refuses to watch files.
const notWatched = "the client does not watch files"

// register asks the client for the events of some watchers.
func (s *server) register(id string, watchers []protocol.FileSystemWatcher) error {
	encoded, err := protocol.Marshal(&protocol.DidChangeWatchedFilesRegistrationOptions{Watchers: watchers})
	if err != nil {
		return err
	}
	return s.call(protocol.MethodClientRegisterCapability, &protocol.RegistrationParams{
		Registrations: []protocol.Registration{{ID: id, Method: protocol.MethodWorkspaceDidChangeWatchedFiles, RegisterOptions: encoded}},
	}, nil)
}

// filesChangedParams are the parameters of all notifications about files on disk: changed, created, renamed and deleted ones.
type filesChangedParams struct {
	Changes []changedFile `json:"changes"`
	Files   []changedFile `json:"files"`
}

type changedFile struct {
	URI    string `json:"uri"`
	OldURI string `json:"oldUri"`
	NewURI string `json:"newUri"`
}

func (s *server) filesChanged(p *filesChangedParams) error {
	var paths []string
	for _, f := range slices.Concat(p.Changes, p.Files) {
		for _, u := range []string{f.URI, f.OldURI, f.NewURI} {
			if path, err := place.Path(u); err == nil {
				paths = append(paths, path)
			}
		}
	}
	if len(paths) == 0 { // an empty list would mean that anything may have changed
		return nil
	}
	s.session.Apply(workspace.DiskChanged{Paths: paths})
	s.findings.FilesChanged()
	s.poller.poll()
	return nil
}

// watchSchemas makes the client watch the folders that schemas depend on now. Most of them are outside the workspace. It waits for the client's answers.
func (s *server) watchSchemas() {
	if !s.client.watchesFiles || !s.client.relativePatterns {
		return
	}
	s.watching.run(func() {
		if !s.watch.refused {
			s.watchNow()
		}
	})
}

// watchNow replaces the registration for folders if they have changed.
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
			s.warn(notWatched, err)
			s.watch.refused = true
			return
		}
	}
	if s.watch.last != "" {
		s.warn(notWatched, s.call(protocol.MethodClientUnregisterCapability, &protocol.UnregistrationParams{
			Unregisterations: []protocol.Unregistration{{ID: schemaWatchID(before), Method: protocol.MethodWorkspaceDidChangeWatchedFiles}},
		}, nil))
	}
	s.watch.last = text
}

func schemaWatchID(n int) string { return "schemas-" + strconv.Itoa(n) }

// maxWatchers is how many folders the client is asked to watch. The poller checks the others.
const maxWatchers = 256

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
