package cost

import (
	"context"
	"time"
)

// This file measures how soon work ends that is cancelled in its middle.

// Late is how much processor time work may take after it is cancelled, in seconds. It is no time of a clock, so other processes do not matter.
const Late = 1

// Interrupted does something, and cancels it when it has taken some processor time, in seconds. It returns how much it took after that: 0 if it was over
// before. It does not wait for what goes on for too long.
func Interrupted(middle float64, do func(context.Context)) (late float64) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	over := make(chan struct{})
	begin := processor()
	go func() {
		defer close(over)
		do(ctx)
	}()
	looks := time.NewTicker(time.Millisecond)
	defer looks.Stop()
	for cancelled := 0.0; ; {
		select {
		case <-over:
			if cancelled > 0 {
				late = processor() - cancelled
			}
			return late
		case <-looks.C:
		}
		switch now := processor(); {
		case cancelled == 0 && now-begin >= middle:
			cancel()
			cancelled = now
		case cancelled > 0 && now-cancelled > 10*Late:
			return now - cancelled
		}
	}
}
