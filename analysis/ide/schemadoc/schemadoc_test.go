package schemadoc_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/schemadoc"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// TestFixtures shows the targets at the cursors, and each document once.
func TestFixtures(t *testing.T) {
	t.Parallel()
	t.Run("types", typeFixtures)
	analysistest.Run(t, "schemadoc", func(t *testing.T, f *analysistest.Fixture) {
		var out, texts strings.Builder
		shown := map[string]bool{}
		for _, c := range f.Cursors {
			fmt.Fprintln(&out, f.Show(c))
			targets, err := schemadoc.At(context.Background(), f.ProgramOf(c.Path), c.Path, c.Offset)
			if err != nil {
				t.Fatal(err)
			}
			for _, target := range targets {
				if target.Path != "" {
					fmt.Fprintf(&out, "  %s\n", target.Path)
					continue
				}
				d := target.Document()
				if d == nil {
					t.Fatalf("%s: no document of %s", f.Show(c), target.Token)
				}
				span := target.Span(d)
				mapper := syntax.NewMapper(d.Text)
				fmt.Fprintf(&out, "  %s %s: %q in %q\n", target.Kind, target.Token, d.Text[span.Start:span.End], strings.TrimSpace(mapper.LineText(mapper.Line(span.Start))))
				if strings.Contains(string(f.Archive.Comment), "documents") && !shown[target.Token] {
					shown[target.Token] = true
					texts.WriteString(d.Text + "----\n")
				}
			}
		}
		f.Check(t, "", out.String()+texts.String())
	})
}

// Every member of every schema has a document with places for the member and its properties.
func TestEveryMember(t *testing.T) {
	t.Parallel()
	for name, packages := range analysistest.RepositorySchemas(t) {
		for _, pkg := range packages {
			for kind, tokens := range map[schemadoc.Kind][]string{
				schemadoc.Resource: pkg.ResourceTokens(), schemadoc.Function: pkg.FunctionTokens(), schemadoc.Type: pkg.TypeTokens(),
			} {
				for _, token := range tokens {
					d := schemadoc.Member{Package: pkg, Kind: kind, Token: token}.Document()
					if d == nil || d.Head().Len() == 0 || !strings.HasSuffix(d.Text, "}\n") {
						t.Errorf("%s %s %s: %+v", name, kind, token, d)
						continue
					}
					for offset := range d.Text {
						for _, span := range d.TypesAt(offset) {
							if span.Len() == 0 || span.End > len(d.Text) {
								t.Fatalf("%s: a type at %v", token, span)
							}
						}
					}
				}
			}
			for _, kind := range []schemadoc.Kind{schemadoc.Resource, schemadoc.Function, schemadoc.Type, "other"} {
				if d := (schemadoc.Member{Package: pkg, Kind: kind, Token: "no:such:Thing"}).Document(); d != nil {
					t.Errorf("%s: a document of nothing", kind)
				}
			}
		}
	}
}

func TestCancelledContext(t *testing.T) {
	t.Parallel()
	f := analysistest.LoadText(t, "Cancelled.\n-- main.pp --\nresource a \"kit:Site\" {}\n")
	n, err := schemadoc.TypeAt(context.Background(), f.Program, f.Paths()[0], 12)
	if err != nil || n == nil {
		t.Fatalf("got %v, %v", n, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if found, err := schemadoc.At(ctx, f.Program, f.Paths()[0], 12); !errors.Is(err, context.Canceled) || found != nil {
		t.Errorf("got %v, %v", found, err)
	}
	if found, err := schemadoc.TypeAt(ctx, f.Program, f.Paths()[0], 12); !errors.Is(err, context.Canceled) || found != nil {
		t.Errorf("got %v, %v", found, err)
	}
	if found, err := n.Supertypes(ctx); !errors.Is(err, context.Canceled) || found != nil {
		t.Errorf("got %v, %v", found, err)
	}
}
