package await_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/pcl-lsp/pcl-lsp/workspace/await"
)

func TestResult(t *testing.T) {
	t.Parallel()
	failed := errors.New("failed")
	if got, err := await.Result(t.Context(), time.Hour, func() (int, error) { return 1, failed }); got != 1 || err != failed {
		t.Errorf("got %d, %v", got, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got, err := await.Result(ctx, time.Hour, func() (int, error) { return 1, nil }); got != 1 || err != nil {
		t.Errorf("within the time: got %d, %v", got, err)
	}
	goesOn, over := make(chan struct{}), make(chan struct{})
	_, err := await.Result(ctx, time.Millisecond, func() (int, error) {
		<-goesOn
		close(over)
		return 1, nil
	})
	if err != context.Canceled {
		t.Errorf("left alone: got %v", err)
	}
	close(goesOn)
	<-over
}
