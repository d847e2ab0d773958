package typesys

import (
	"os"
	"runtime/debug"
	"testing"
)

// The laws make some ten million types that live for a moment. Most of their time
// would go into collecting them one by one.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
