// This file implements the lookout: on certain occasions it has the session look
// whether files have changed without an event: those that schemas came from, and those
// of programs. Package doc says why.

package lsp

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// lookout looks in a goroutine of its own, as a disk may be slow.
type lookout struct {
	session *workspace.Session
	missed  func() // called when something in programs has changed
	after   func() // called when it has looked
	active  func() bool
	ticks   <-chan time.Time
	ticked  func()            // called at each tick
	safely  func(look func()) // runs one look; a panic ends that look only

	wake  chan struct{} // capacity 1: there is an occasion
	retry atomic.Bool   // what failed deserves another try
}

// look asks for a look. It never waits.
func (l *lookout) look() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// again asks for a look that has everything tried again that failed.
func (l *lookout) again() {
	l.retry.Store(true)
	l.look()
}

// run serves until the context is done.
func (l *lookout) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-l.wake:
			l.safely(l.lookOnce)
		case <-l.ticks:
			l.safely(l.ticked)
			l.safely(l.lookOnce)
		}
	}
}

func (l *lookout) lookOnce() {
	if !l.active() {
		return
	}
	if l.retry.Swap(false) {
		l.session.TryAgain()
	} else {
		l.session.LookAgain()
	}
	if l.session.CatchUp() {
		l.missed()
	}
	l.after()
}
