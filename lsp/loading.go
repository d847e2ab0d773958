// This file implements loading schemas in the background: no request waits for a schema, and the user sees what takes long.

package lsp

import (
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/fault"
)

// loadSchema loads a schema. When it has arrived, or certainly will not, the server checks everything again that needs it.
func (s *server) loadSchema(name string, load func(workspace.Caller)) {
	s.background(func() {
		t := s.begin("Loading the schema of "+name, s.client.workDoneProgress)
		defer t.cancel()
		if !s.client.workDoneProgress { // otherwise, the progress indicator offers to cancel
			defer s.watchdog.watch(work{what: func() string { return t.title }, cancel: t.cancel})()
		}
		load(workspace.Caller{Cancelled: t.ctx.Done(), Progress: t.enter, Fault: func(f *fault.Fault) { s.faulty("reading a schema", f) }})
		s.session.Apply(workspace.SchemasArrived{})
		s.findings.Changed()
		s.watchSchemas()
	})
}
