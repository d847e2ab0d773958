package schemaflags

import "testing"

// The channel is closed when trust is withdrawn, and while there is none.
func TestTrustWithdrawn(t *testing.T) {
	t.Parallel()
	var said Trust
	if !isClosed(said.withdrawn()) {
		t.Error("plugins of the workspace may run before anybody grants trust")
	}
	said.Set(true, nil)
	first := said.withdrawn()
	said.Set(true, nil)
	if isClosed(first) || isClosed(said.withdrawn()) {
		t.Error("plugins may not run with trust")
	}
	said.Set(false, nil)
	if !isClosed(first) || !isClosed(said.withdrawn()) {
		t.Error("plugins may run without trust")
	}
	said.Set(true, nil)
	if !isClosed(first) || isClosed(said.withdrawn()) {
		t.Error("trust that is granted again revives an old channel, or does not count")
	}
	flagged := Trust{flag: true}
	flagged.Set(true, nil)
	flagged.Set(false, nil)
	if isClosed(flagged.withdrawn()) {
		t.Error("an editor withdraws the trust that the flag grants")
	}
}
