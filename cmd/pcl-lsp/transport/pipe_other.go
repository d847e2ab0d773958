//go:build !windows

package transport

import (
	"context"
	"io"
	"net"
)

// DialPipe connects to an editor that waits at a socket file.
func DialPipe(ctx context.Context, name string) (io.ReadWriteCloser, error) {
	return new(net.Dialer).DialContext(ctx, "unix", name)
}
