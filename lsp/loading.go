// This file implements the loading of schemas beside everything else: no request
// waits for one, and the user sees that something is under way.

package lsp

import (
	"context"
	"time"

	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/fault"
	"go.lsp.dev/protocol"
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
func (s *server) loadSchema(name string, work func(workspace.Caller)) {
	s.background(func() {
		u := s.undertake("Loading the schema of " + name)
		defer u.cancel()
		work(workspace.Caller{Cancelled: u.ctx.Done(), Progress: u.enter, Fault: func(f *fault.Fault) { s.faulty("reading a schema", f) }})
		s.session.Apply(workspace.SchemasArrived{})
		s.diagnoser.changed()
		s.watchSchemas()
	})
}

// undertaking is something that may take long. It is over when its context is done.
type undertaking struct {
	title  string
	ctx    context.Context
	cancel context.CancelFunc
	stages chan string // capacity 1: the newest that nobody has seen
}

// undertake begins something, which the user is shown if it takes long.
func (s *server) undertake(title string) *undertaking {
	u := &undertaking{title: title, stages: make(chan string, 1)}
	u.ctx, u.cancel = context.WithCancel(s.base)
	s.background(func() { s.announce(u) })
	return u
}

// enter notes what is being done. It never waits.
func (u *undertaking) enter(stage string) {
	for {
		select {
		case u.stages <- stage:
			return
		default:
		}
		select {
		case <-u.stages: // nobody has seen it and it is over
		default:
		}
	}
}

// announce shows the user what is under way if it takes long. What has stages can be
// cancelled: it is a plugin that is being asked.
func (s *server) announce(u *undertaking) {
	select {
	case <-u.ctx.Done():
		return
	case <-time.After(unnoticed):
	}
	token, begun := s.beginProgress(u.title, u.cancel)
	if !begun {
		return
	}
	defer s.endProgress(token)
	for {
		select {
		case <-u.ctx.Done():
			return
		case stage := <-u.stages:
			s.sendProgress(token, &protocol.WorkDoneProgressReport{Kind: "report", Message: &stage, Cancellable: new(true)})
		}
	}
}
