//go:build !linux && !windows

package transport

import (
	"context"
	"time"
)

func awaitProcess(ctx context.Context, id int, ticks <-chan time.Time) (gone bool) {
	return awaitByPolling(ctx, func() bool { return processExists(id) }, ticks)
}
