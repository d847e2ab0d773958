package main

import "testing"

// What is remembered by a version holds for one state of the source only.
func TestIsRelease(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		version version
		want    bool
	}{
		{version{Version: "v0.2.0"}, true},
		{version{Version: "v0.2.1-0.20261121120000-0123456789ab"}, true},
		{version{Version: "v0.2.0", Modified: true}, false},
		{version{Version: "v0.2.1-0.20261121120000-0123456789ab+dirty"}, false},
		{version{Version: "(devel)"}, false},
		{version{}, false},
	} {
		if got := test.version.isRelease(); got != test.want {
			t.Errorf("%+v: %t", test.version, got)
		}
	}
}
