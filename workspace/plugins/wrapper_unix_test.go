//go:build unix

package plugins_test

import (
	"os"
	"testing"
	"time"

	"github.com/pcl-lsp/pcl-lsp/workspace/plugins"
)

// A plugin may be a shell script that starts the real one and waits for it. Both
// are gone in the end, also when the real one neither answers nor listens to the
// interrupt.
func TestWrapper(t *testing.T) {
	t.Parallel()
	for variant, works := range map[string]bool{"": true, "ignore the interrupt": true, "deaf": false, "hang before the port": false} {
		t.Run(variant, func(t *testing.T) {
			t.Parallel()
			p := install(t, variant)
			real := p.file("real")
			if err := os.Rename(p.path, real); err != nil {
				t.Fatal(err)
			}
			p.write("pulumi-resource-moon", "#!/bin/sh\n\""+real+"\" \"$@\"\nexit $?\n")
			limits := plugins.Limits{Grace: 100 * time.Millisecond}
			if !works {
				limits.Call, limits.Start = 10*short, 10*short // the wrapper needs time to start the plugin
			}
			_, err := plugins.Ask(t.Context(), plugins.Request{Executable: p.path, Limits: limits})
			if works != (err == nil) || len(p.processes()) != 1 {
				t.Errorf("%v after %d processes", err, len(p.processes()))
			}
		})
	}
}
