package workspace_test

import (
	"testing"

	"github.com/pcl-lsp/pcl-lsp/workspace/fixture"
)

// The checker says of each fixture what its comments say, and nothing else.
func TestCheckFixtures(t *testing.T) {
	t.Parallel()
	fixture.Run(t, "testdata/check", func(t *testing.T, f *fixture.Fixture) {
		f.CheckAnnotations(t)
		if f.HasSection("findings") {
			f.Golden(t, "findings", f.Describe(f.Findings(t)))
		}
	})
}
