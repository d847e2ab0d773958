package hover_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/hover"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// fixtureRuns are the runs of the programs of a fixture: that of its root runs, the others are components.
type fixtureRuns struct{ *analysistest.Fixture }

func (fixtureRuns) IsPart(dir string) bool          { return dir != analysistest.Root }
func (fixtureRuns) Stacks(string) []*analysis.Stack { return nil }

func TestFixtures(t *testing.T) {
	t.Parallel()
	t.Run("signatures", signatureFixtures)
	analysistest.Run(t, "hover", func(t *testing.T, f *analysistest.Fixture) {
		var text, markdown strings.Builder
		for _, c := range f.Cursors {
			h, err := hover.In(context.Background(), f.ProgramOf(c.Path), fixtureRuns{f}, c.Path, c.Offset)
			if err != nil {
				t.Fatal(err)
			}
			header := "=== " + f.Show(c) + "\n"
			if h == nil {
				text.WriteString(header + "nothing\n")
				continue
			}
			header += "on " + f.ShowSpan(c.Path, h.Span) + "\n"
			text.WriteString(header + h.Text + "\n")
			if n := linesOf(h.Markdown); n > 10 {
				t.Errorf("%s: %d lines:\n%s", f.Show(c), n, h.Text)
			}
			markdown.WriteString(header + h.Markdown + "\n")
		}
		f.Check(t, "", text.String())
		if strings.Contains(t.Name(), "markdown") {
			f.Check(t, "markdown", markdown.String())
		}
	})
}

// linesOf returns how many lines a hover has in a window for about 100 characters. Code is not broken
// into lines.
func linesOf(markdown string) int {
	n, code := 0, false
	for line := range strings.SplitSeq(markdown, "\n") {
		switch {
		case strings.HasPrefix(line, "```"):
			code = !code
		case code:
			n++
		default:
			n += (utf8.RuneCountInString(line) + 99) / 100
		}
	}
	return n
}

// otherSpelling is what hovers write with a question mark, and what stands for no type.
var otherSpelling = regexp.MustCompile(`\boptional\(|\bnone \||\| none\b|\btype\(`)

// A hover describes the text under the cursor, and its Markdown leaves nothing open. Checked
// at every offset of the programs.
func TestEveryOffset(t *testing.T) {
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
		f := analysistest.LoadText(t, "A program.\n-- main.pp --\n"+string(data))
		path, found := f.Paths()[0], 0
		for offset := range len(f.Text(path)) + 1 {
			h, err := hover.At(context.Background(), f.Program, path, offset)
			if err != nil {
				t.Fatal(err)
			}
			if h == nil {
				continue
			}
			found++
			c := f.Show(analysistest.Cursor{Path: path, Offset: offset})
			if !h.Span.Touches(offset) || h.Span.End > len(f.Text(path)) {
				t.Errorf("%s: %s: span %v does not hold offset %d", file, c, h.Span, offset)
			}
			if h.Text == "" || h.Markdown == "" || strings.Count(h.Markdown, "```")%2 != 0 {
				t.Errorf("%s: %s: an empty rendering or an open fence:\n%s\n%s", file, c, h.Text, h.Markdown)
			}
			if other := otherSpelling.FindString(h.Text); other != "" {
				t.Errorf("%s: %s: %q has another spelling in types:\n%s", file, c, other, h.Text)
			}
			if n := linesOf(h.Markdown); n > 10 {
				t.Errorf("%s: %s: %d lines:\n%s", file, c, n, h.Text)
			}
			if len(h.Markdown) > 16000 {
				t.Errorf("%s: %s: %d bytes", file, c, len(h.Markdown))
			}
		}
		if found < len(data)/4 {
			t.Errorf("%s: only %d of %d offsets have a hover", file, found, len(data))
		}
	}
}

// Broken text is hovered over while it is typed.
func TestBrokenText(t *testing.T) {
	t.Parallel()
	text := "resource b \"cloudy:storage/bucket:Bucket\" {\n  name = \"x${b.\n  tags = { a = [for k in b : \n}\nhook x\nhook resource\n" +
		"config\ncomponent c \"./x\" {\n y = c.\n}\nread\npackage {\noutput o { value = range.value }\nr \"\n"
	for end := range len(text) + 1 {
		p := analysistest.LoadText(t, "A prefix.\n-- main.pp --\n"+text[:end])
		for _, path := range p.Paths() {
			for offset := range len(p.Text(path)) + 1 {
				if _, err := hover.At(context.Background(), p.Program, path, offset); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

func TestCancelledContextIsReported(t *testing.T) {
	t.Parallel()
	f := analysistest.LoadText(t, "Cancelled.\n-- main.pp --\na = 1\nb = $0a\n")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if got, err := hover.At(ctx, f.Program, f.Cursors[0].Path, f.Cursors[0].Offset); err == nil {
		t.Errorf("got %v and no error", got)
	}
}

func TestNothingOutsideTheProgram(t *testing.T) {
	t.Parallel()
	f := analysistest.LoadText(t, "Nothing.\n-- main.pp --\na = 1 # a comment\n\n")
	path := f.Paths()[0]
	for _, test := range []struct {
		path   string
		offset int
	}{{"/fixture/other.pp", 0}, {path, strings.Index(f.Text(path), "comment")}, {path, len(f.Text(path))}} {
		h, err := hover.At(context.Background(), f.Program, test.path, test.offset)
		if err != nil || h != nil {
			t.Errorf("at %s %d: got %v, %v; want nothing", test.path, test.offset, h, err)
		}
	}
	h, err := hover.At(context.Background(), f.Program, path, 4)
	if want := (syntax.Span{Start: 4, End: 5}); err != nil || h == nil || h.Span != want {
		t.Errorf("on the literal: got %v, %v; want span %v", h, err, want)
	}
}
