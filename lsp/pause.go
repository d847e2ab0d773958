// This file collects garbage while the user pauses, so that a collection hardly ever delays an answer.

package lsp

import (
	"sync/atomic"
	"time"
)

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
	garbage func() float64 // the part of the allowance that is used up; nil if nobody knows
	collect func()         // collects garbage; nil if nobody can
	// later calls f after a pause. It is [afterPause], except in tests.
	later func(f func())
	alive func() bool // whether the connection lasts
	// safely runs a function; a panic ends only that.
	safely func(f func())

	events  atomic.Int64 // messages and completed passes so far
	waiting atomic.Bool  // for a pause
}

func afterPause(f func()) { time.AfterFunc(pause, f) }

// happened notes that the server has worked. It never waits.
func (p *pauses) happened() {
	if p.garbage == nil || p.collect == nil {
		return
	}
	if p.events.Add(1); p.waiting.CompareAndSwap(false, true) {
		p.wait(false)
	}
}

// wait waits for a pause. more says that one has just passed.
func (p *pauses) wait(more bool) {
	before := p.events.Load()
	p.later(func() {
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
