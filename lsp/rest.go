// This file implements rests: when nobody has asked for anything for a while, memory
// that is not used is given back.

package lsp

import "sync/atomic"

// rest counts messages, and knows at a tick whether any came since the one before.
//
// Why not at every tick, and not with a timer after each message: what a rest does
// takes a tenth of a second with a large program, and is worth it once after a spell
// of work; a tick is there anyway.
type rest struct {
	heard atomic.Int64 // messages so far
	begin func()       // what is done in a rest; may be nil

	atTick, rested int64 // heard at the last tick, and when the last rest began
}

// tick begins a rest if a whole tick long no message came, and there is something to
// rest from.
func (r *rest) tick() {
	heard := r.heard.Load()
	quiet := heard == r.atTick
	r.atTick = heard
	if quiet && heard != r.rested && r.begin != nil {
		r.rested = heard
		r.begin()
	}
}
