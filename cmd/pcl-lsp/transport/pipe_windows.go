package transport

import (
	"context"
	"io"

	"github.com/Microsoft/go-winio"
)

// DialPipe connects to an editor that waits at a named pipe, such as \\.\pipe\name.
func DialPipe(ctx context.Context, name string) (io.ReadWriteCloser, error) {
	return winio.DialPipeContext(ctx, name)
}
