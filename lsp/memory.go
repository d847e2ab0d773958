// This file implements what the server does beside answers. It keeps the memory of the server below a limit, returns unused
// memory in idle times, collects garbage while the user pauses, so that a collection hardly ever delays an answer, and on
// certain occasions makes the session check whether files have changed without an event; the package comment says why.

package lsp

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/await"
)

// memory makes the server forget what it can compute again, at a tick at which more memory is in use than the limit allows.
//
// What is left may be above the limit. Then the server waits until a quarter more is in use, so that it doesn't forget things all the time that the next
// request needs.
type memory struct {
	used  func() int64 // bytes in use; nil if nobody knows
	limit atomic.Int64 // bytes
	shed  func()       // forgets what is not needed
	free  func()       // returns unused memory to the system; may be nil
	log   *slog.Logger

	next int64 // what may be in use before memory is shed again, if that is above the limit
	told bool
}

const mebibyte = 1 << 20

// tick sheds memory if too much is in use.
func (m *memory) tick() {
	if m.used == nil {
		return
	}
	limit, before := m.limit.Load(), m.used()
	if before <= max(limit, m.next) {
		if before <= limit {
			m.next = 0
		}
		return
	}
	m.shed()
	if m.free != nil {
		m.free()
	}
	after := m.used()
	m.next = after + after/4
	if m.told {
		return
	}
	m.told = true
	m.log.Info(fmt.Sprintf(
		"%d MiB of memory were in use, more than limits.memory allows (%d MiB): what no open document uses is forgotten whenever that is so; %d MiB are in use now",
		before/mebibyte, limit/mebibyte, after/mebibyte))
}

// idle counts messages and knows at a tick whether any came since the tick before.
//
// Why not at every tick, or on a timer after each message: returning memory takes a tenth of a second with a large program, so it should happen once after
// a burst of work. The ticks exist anyway.
type idle struct {
	heard atomic.Int64 // messages so far
	begin func()       // called at the start of an idle time; may be nil

	atTick, atIdle int64 // heard at the last tick, and at the start of the last idle time
}

// tick begins an idle time if no message came for a whole tick, but some came since the last idle time.
func (i *idle) tick() {
	heard := i.heard.Load()
	quiet := heard == i.atTick
	i.atTick = heard
	if quiet && heard != i.atIdle && i.begin != nil {
		i.atIdle = heard
		i.begin()
	}
}

const (
	// pause is how long the server does nothing, at least, before it collects garbage. People who type make such pauses all the time.
	pause = 300 * time.Millisecond
	// worthwhile is the part of the allowance until the next automatic collection from which on a collection is worth its time.
	worthwhile = 0.25
	// advanced is the part from which on a collection is probably running: the runtime begins it before the allowance is used up. A second one would do its
	// work again.
	advanced = 0.7
)

// pauses collects garbage when nothing has happened for a while, if so much was allocated that the next collection is near. It is safe for concurrent use.
//
// Why not on a timer that each message sets back: setting one takes longer than counting. The timer that there is looks whether something has happened
// meanwhile, and is set again only then, so a server without work has none.
type pauses struct {
	garbage func() float64                                     // the part of the allowance that is used up; nil if nobody knows
	collect func()                                             // collects garbage; nil if nobody can
	after   func(d time.Duration, f func()) (stop func() bool) // see [Options]
	alive   func() bool                                        // whether the connection lasts
	// safely runs a function; a panic ends only that.
	safely func(f func())

	events  atomic.Int64 // messages and completed passes so far
	waiting atomic.Bool  // for a pause
}

// happened notes that the server has worked. It never waits.
func (p *pauses) happened() {
	if p.garbage == nil || p.collect == nil || p.after == nil {
		return
	}
	if p.events.Add(1); p.waiting.CompareAndSwap(false, true) {
		p.wait(false)
	}
}

// wait waits for a pause. more says that one has just passed.
func (p *pauses) wait(more bool) {
	before := p.events.Load()
	p.after(pause, func() {
		p.safely(func() {
			switch {
			case !p.alive():
			case p.events.Load() != before:
				p.wait(false)
			case p.garbage() > advanced && !more:
				p.wait(true)
			default:
				p.begin(before)
			}
		})
	})
}

// begin collects garbage if that is worthwhile. It waits for another pause if something happens meanwhile.
func (p *pauses) begin(before int64) {
	if p.garbage() > worthwhile {
		p.collect()
	}
	p.waiting.Store(false)
	if p.events.Load() != before && p.waiting.CompareAndSwap(false, true) {
		p.wait(false)
	}
}

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
