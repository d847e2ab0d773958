package outline_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/outline"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// TestFixtures has the fixtures of each part of the package.
func TestFixtures(t *testing.T) {
	t.Parallel()
	t.Run("symbols", symbolFixtures)
	t.Run("folds", foldFixtures)
	t.Run("selections", selectionFixtures)
	t.Run("search", searchFixtures)
	t.Run("links", linkFixtures)
}

func symbolFixtures(t *testing.T) {
	t.Parallel()
	analysistest.Run(t, "outline", func(t *testing.T, f *analysistest.Fixture) {
		var out strings.Builder
		for _, path := range f.Paths() {
			symbols, err := outline.Symbols(context.Background(), f.ProgramOf(path), path)
			if err != nil {
				t.Fatal(err)
			}
			show(&out, f, path, symbols, "")
		}
		f.Check(t, "", out.String())
	})
}

func show(out *strings.Builder, f *analysistest.Fixture, path string, symbols []outline.Symbol, indent string) {
	for _, s := range symbols {
		line := fmt.Sprintf("%s%s %s", indent, s.Kind, s.Name)
		if s.Detail != "" {
			line += ": " + s.Detail
		}
		if s.Deprecated {
			line += " (deprecated)"
		}
		fmt.Fprintf(out, "%s [%d,%d) %s\n", line, s.Span.Start, s.Span.End, f.ShowSpan(path, s.NameSpan))
		show(out, f, path, s.Children, indent+"  ")
	}
}

// Invariant: a symbol has a name, its name is inside it, and it is inside its parent. Checked
// for every prefix of all kinds of programs.
func TestSymbolsAreNested(t *testing.T) {
	t.Parallel()
	files, _ := filepath.Glob(filepath.Join(analysistest.Repository(t), "testdata/programs/*/main.pp"))
	if len(files) == 0 {
		t.Fatal("no programs")
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		for end := 0; end <= len(text); end += 37 {
			f := analysistest.LoadText(t, "A prefix.\n-- main.pp --\n"+text[:end])
			path := f.Paths()[0]
			symbols, err := outline.Symbols(context.Background(), f.Program, path)
			if err != nil {
				t.Fatal(err)
			}
			whole := syntax.Span{Start: 0, End: len(f.Text(path))}
			for _, s := range symbols {
				checkNested(t, file, end, whole, s)
			}
		}
	}
}

func checkNested(t *testing.T, file string, end int, outer syntax.Span, s outline.Symbol) {
	t.Helper()
	inside := func(in, out syntax.Span) bool {
		return out.Start <= in.Start && in.Start <= in.End && in.End <= out.End
	}
	if s.Name == "" || !inside(s.NameSpan, s.Span) || !inside(s.Span, outer) {
		t.Errorf("%s cut at %d: %s %q %v with name %v in %v", file, end, s.Kind, s.Name, s.Span, s.NameSpan, outer)
	}
	for _, child := range s.Children {
		checkNested(t, file, end, s.Span, child)
	}
}

// TestCancelledContext: nothing is returned then, and nothing for a file of another program.
func TestCancelledContext(t *testing.T) {
	t.Parallel()
	f := analysistest.LoadText(t, "Cancelled.\n-- main.pp --\na = [\n]\n")
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	for what, ask := range map[string]func(ctx context.Context, path string) (int, error){
		"folds": func(ctx context.Context, path string) (int, error) {
			found, err := outline.Folds(ctx, f.Program, path)
			return len(found), err
		},
		"links": func(ctx context.Context, path string) (int, error) {
			found, err := outline.Links(ctx, f.Program, path)
			return len(found), err
		},
		"selections": func(ctx context.Context, path string) (int, error) {
			found, err := outline.Selections(ctx, f.Program, path, []int{0})
			return len(found), err
		},
	} {
		if n, err := ask(cancelled, f.Paths()[0]); !errors.Is(err, context.Canceled) || n > 0 {
			t.Errorf("%s: got %d, %v", what, n, err)
		}
		if n, err := ask(context.Background(), "/elsewhere.pp"); err != nil || n > 0 {
			t.Errorf("%s: got %d, %v", what, n, err)
		}
	}
}
