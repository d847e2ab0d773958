// This file implements loading schemas in the background: the user sees what takes long, and no request waits for a schema, except for
// the list of completions that come from it. Nobody asks a second time for an empty list.

package lsp

import (
	"context"

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
		s.arrivals.Ring()
		s.findings.Changed()
		s.watchSchemas()
	})
}

// awaitSchemas returns what a request sees after the next arrival of schemas.
func (v *view) awaitSchemas(ctx context.Context) (*view, error) {
	select {
	case <-v.arrived:
		return v.again(), nil
	case <-ctx.Done():
		return v, ctx.Err()
	}
}
