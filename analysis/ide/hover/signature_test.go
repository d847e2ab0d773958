package hover_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/hover"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// signatureFixtures compares the help at the cursors with goldens: the label with the active
// parameter between ⟨ and ⟩, and its documentation.
func signatureFixtures(t *testing.T) {
	t.Parallel()
	analysistest.Run(t, "signature", func(t *testing.T, f *analysistest.Fixture) {
		var got strings.Builder
		for _, cursor := range f.Cursors {
			got.WriteString(f.Show(cursor) + "\n" + show(helpAt(t, f, cursor)))
		}
		f.Check(t, "", got.String())
	})
}

func helpAt(t *testing.T, f *analysistest.Fixture, c analysistest.Cursor) []hover.Signature {
	t.Helper()
	h, err := hover.SignaturesAt(context.Background(), f.ProgramOf(c.Path), c.Path, c.Offset)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func show(all []hover.Signature) string {
	if len(all) == 0 {
		return "  nothing\n"
	}
	text := ""
	for _, h := range all {
		text += showOne(h)
	}
	return text
}

func showOne(h hover.Signature) string {
	if h.Active < 0 {
		return "  " + h.Label + "\n"
	}
	p := h.Parameters[h.Active]
	text := fmt.Sprintf("  %s⟨%s⟩%s\n", h.Label[:p.Span.Start], h.Label[p.Span.Start:p.Span.End], h.Label[p.Span.End:])
	for line := range strings.SplitSeq(p.Doc, "\n") {
		if line != "" {
			text += "    " + line + "\n"
		}
	}
	return text
}

// TestDoc checks the documentation of functions and methods.
func TestDoc(t *testing.T) {
	t.Parallel()
	f := analysistest.LoadText(t, `The documentation is that of the table or of the schema.
-- main.pp --
resource site "kit:Site" {
  title   = "Home"
  content = fileArchive("./www")
}
a = join($0)
b = element($0)
c = invoke("kit:slug", $0)
d = call(site, "purge", $0)
`)
	for i, want := range []string{
		"Joins strings, with a separator between them.",
		"Returns the element of a list at an index.\n\n- The index wraps around",
		"Turns a text into something fit for a name",
		"Empties the caches in front of the site.",
	} {
		if h := helpAt(t, f, f.Cursors[i]); len(h) != 1 || !strings.HasPrefix(h[0].Doc, want) {
			t.Errorf("%s: got %+v, want documentation that begins with %q", f.Show(f.Cursors[i]), h, want)
		}
	}
}

// Invariant: the parameters are parts of the label, and Active is the index of one
// of them or -1.
func TestParametersAreParts(t *testing.T) {
	t.Parallel()
	for _, feature := range []string{"signature", "complete", "hover"} {
		t.Run(feature, func(t *testing.T) {
			t.Parallel()
			analysistest.Run(t, feature, func(t *testing.T, f *analysistest.Fixture) {
				for _, path := range f.Paths() {
					for offset := range len(f.Text(path)) + 1 {
						c := analysistest.Cursor{Path: path, Offset: offset}
						for _, h := range helpAt(t, f, c) {
							holdParts(t, f, c, h)
						}
					}
				}
			})
		})
	}
}

func holdParts(t *testing.T, f *analysistest.Fixture, c analysistest.Cursor, h hover.Signature) {
	t.Helper()
	name := f.Text(c.Path)[h.At.Start:h.At.End]
	if name != "{" && !strings.HasPrefix(h.Label, name+"(") || name == "{" && !strings.HasSuffix(h.Label, "}") || h.At.End > c.Offset {
		t.Errorf("%s: help for %q in front of the cursor has the label %q", f.Show(c), name, h.Label)
	}
	if h.Active < -1 || h.Active >= len(h.Parameters) || strings.Contains(h.Label, "\n") {
		t.Errorf("%s: %q has no parameter %d or several lines", f.Show(c), h.Label, h.Active)
	}
	for _, p := range h.Parameters {
		if p.Span.Start < 0 || p.Span.Start >= p.Span.End || p.Span.End > len(h.Label) {
			t.Errorf("%s: %q: parameter %v is no part of it", f.Show(c), h.Label, p.Span)
		}
	}
}

// TestEveryPrefix cuts programs off after every byte. Only the text before the cursor matters,
// so the help is the same with and without the following lines.
func TestEveryPrefix(t *testing.T) {
	t.Parallel()
	const text = `a = join(",", [for s in split(",", "a,b") : sha1(s)])`
	for offset := range len(text) + 1 {
		cut := analysistest.LoadText(t, "Cut off.\n-- main.pp --\n"+text[:offset]+"$0\n")
		followed := analysistest.LoadText(t, "Followed.\n-- main.pp --\n"+text[:offset]+"$0\nb = [1, 2]\nconfig c \"int\" {}\n")
		whole := analysistest.LoadText(t, "Whole.\n-- main.pp --\n"+text[:offset]+"$0"+text[offset:]+"\n")
		want := show(helpAt(t, whole, whole.Cursors[0]))
		for _, f := range []*analysistest.Fixture{cut, followed} {
			if got := show(helpAt(t, f, f.Cursors[0])); got != want {
				t.Errorf("%s\ngot  %swant %s", f.Show(f.Cursors[0]), got, want)
			}
		}
	}
}

func TestCancelledSignature(t *testing.T) {
	t.Parallel()
	f := analysistest.LoadText(t, "A cancelled question has no answer.\n-- main.pp --\nresource site \"kit:Site\" {}\na = call(site, \"stats\", $0)\n")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	c := f.Cursors[0]
	if h, err := hover.SignaturesAt(ctx, f.Program, c.Path, c.Offset); !errors.Is(err, context.Canceled) || h != nil {
		t.Errorf("got %v, %v; want nothing and %v", h, err, context.Canceled)
	}
}

func TestNoSignature(t *testing.T) {
	t.Parallel()
	f := analysistest.LoadText(t, "A place outside the program has no answer.\n-- main.pp --\na = join($0)\n")
	for _, offset := range []int{-1, 100} {
		if h, err := hover.SignaturesAt(context.Background(), f.Program, f.Cursors[0].Path, offset); h != nil || err != nil {
			t.Errorf("offset %d: got %v, %v", offset, h, err)
		}
	}
	if h, err := hover.SignaturesAt(context.Background(), f.Program, "/elsewhere.pp", 0); h != nil || err != nil {
		t.Errorf("got %v, %v", h, err)
	}
}
