package outline_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/outline"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

func linkFixtures(t *testing.T) {
	t.Parallel()
	analysistest.Run(t, "links", func(t *testing.T, f *analysistest.Fixture) {
		var out strings.Builder
		for _, path := range f.Paths() {
			found, err := outline.Links(context.Background(), f.ProgramOf(path), path)
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range found {
				target := l.Path
				if l.Token != "" {
					target = outline.Address(f.ProgramOf(path), l.Token, l.Function)
				}
				fmt.Fprintf(&out, "%s → %s (%s)\n", f.ShowSpan(path, l.Span), target, l.Tooltip)
			}
		}
		f.Check(t, "", out.String())
	})
}
