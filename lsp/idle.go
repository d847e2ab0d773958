// This file detects idle times, when the server returns unused memory.

package lsp

import "sync/atomic"

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
