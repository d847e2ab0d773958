package links_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/links"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

func TestFixtures(t *testing.T) {
	t.Parallel()
	analysistest.Run(t, "links", func(t *testing.T, f *analysistest.Fixture) {
		var out strings.Builder
		for _, path := range f.Paths() {
			found, err := links.In(context.Background(), f.ProgramOf(path), path)
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range found {
				target := l.Path
				if l.Token != "" {
					target = links.Address(f.ProgramOf(path), l.Token, l.Function)
				}
				fmt.Fprintf(&out, "%s → %s (%s)\n", f.ShowSpan(path, l.Span), target, l.Tooltip)
			}
		}
		f.Check(t, "", out.String())
	})
}

func TestCancelledContext(t *testing.T) {
	t.Parallel()
	f := analysistest.LoadText(t, "Cancelled.\n-- main.pp --\na = 1\n")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if found, err := links.In(ctx, f.Program, f.Paths()[0]); !errors.Is(err, context.Canceled) || found != nil {
		t.Errorf("got %v, %v", found, err)
	}
}
