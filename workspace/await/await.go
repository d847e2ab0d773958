// Package await waits: for work that may go on after it was cancelled, and for the next time that something happens.
package await

import (
	"context"
	"time"
)

// Result calls f and returns what f does. If the context ends and f does not return within the given time after that, f
// runs on alone, and the result is [context.Canceled].
func Result[T any](ctx context.Context, patience time.Duration, f func() (T, error)) (T, error) {
	type answer struct {
		result T
		err    error
	}
	answers := make(chan answer, 1)
	go func() {
		result, err := f()
		answers <- answer{result, err}
	}()
	var impatient <-chan time.Time
	for ended := ctx.Done(); ; {
		select {
		case a := <-answers:
			return a.result, a.err
		case <-ended:
			ended, impatient = nil, time.After(patience)
		case <-impatient:
			var none T
			return none, context.Canceled
		}
	}
}
