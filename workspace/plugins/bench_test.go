package plugins_test

import (
	"testing"

	"github.com/pcl-lsp/pcl-lsp/workspace/plugins"
)

// BenchmarkAsk is the whole life of a plugin with a small schema.
func BenchmarkAsk(b *testing.B) {
	p := install(b, "")
	for b.Loop() {
		if _, err := plugins.Ask(b.Context(), plugins.Request{Executable: p.path}); err != nil {
			b.Fatal(err)
		}
	}
}
