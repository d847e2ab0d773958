package transport_test

import (
	"testing"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/transport"
)

// TestListen: only addresses of this machine are listened at.
func TestListen(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"0.0.0.0:0", ":0", "10.0.0.1:0", "localhost:0", "[::]:0", "example.org:1", "1"} {
		if l, err := transport.Listen(address, false); err == nil {
			t.Errorf("listens at %s", l.Addr())
			l.Close()
		}
	}
}
