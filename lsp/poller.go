// This file implements the poller: on certain occasions it makes the session check whether files have changed without an event. The package comment says
// why.

package lsp

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/await"
)

// poller checks the files of programs and those that schemas came from. It runs in a goroutine of its own, since a disk may be slow.
type poller struct {
	session *workspace.Session
	missed  func() // called when files of programs, or their schemas, have changed
	active  func() bool
	ticks   <-chan time.Time
	ticked  func()             // called at each tick
	safely  func(check func()) // runs one check; a panic ends only that check

	wake  chan struct{} // capacity 1: there is an occasion
	retry atomic.Bool   // whether the next check retries what has failed
}

// poll requests a check. It never waits.
func (p *poller) poll() {
	await.Signal(p.wake)
}

// pollAll requests a check that also retries everything that has failed.
func (p *poller) pollAll() {
	p.retry.Store(true)
	p.poll()
}

// run serves until ctx is done.
func (p *poller) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-p.wake:
			p.safely(p.check)
		case <-p.ticks:
			p.safely(p.ticked)
			p.safely(p.check)
		}
	}
}

func (p *poller) check() {
	if !p.active() {
		return
	}
	look := p.session.RefreshSchemas
	if p.retry.Swap(false) {
		look = p.session.RetrySchemas
	}
	changed := look()
	if p.session.CatchUp() || changed {
		p.missed()
	}
}
