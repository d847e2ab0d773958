// This file implements the loading of schemas beside everything else: no request
// waits for one, and the user sees that something is under way.

package lsp

import (
	"time"

	"github.com/pcl-lsp/pcl-lsp/workspace"
)

const (
	// unnoticed is how long loading may take before the user is told of it.
	unnoticed = 300 * time.Millisecond
	// schemasWait is how long findings wait for schemas that are being loaded. Most
	// arrive at once, and findings that come in two steps flicker.
	schemasWait = 500 * time.Millisecond
)

// loadSchema finds a schema beside the read loop. When it is there, or certainly
// will not come, everything that asked for it is looked at again.
func (s *server) loadSchema(name string, work func()) {
	s.background(func() {
		end := s.announce("Loading the schema of " + name)
		defer end()
		work()
		s.session.Apply(workspace.SchemasArrived{})
		s.diagnoser.changed(now)
	})
}

// announce shows the user what is under way if it takes long. The result takes it
// away again.
func (s *server) announce(title string) (end func()) {
	over := make(chan struct{})
	s.background(func() {
		select {
		case <-over:
			return
		case <-s.base.Done():
			return
		case <-time.After(unnoticed):
		}
		token, begun := s.beginProgress(title)
		select {
		case <-over:
		case <-s.base.Done():
		}
		if begun {
			s.endProgress(token)
		}
	})
	return func() { close(over) }
}
