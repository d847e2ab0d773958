//go:build madeup

package madeup

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/complete"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/format"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/hover"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/outline"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// These tests use a builtin, an option and a kind of block that exist in the tables of
// package language only: echo, quarantine and alarm.

func load(t *testing.T, program string) *analysistest.Fixture {
	t.Helper()
	return analysistest.LoadText(t, "A program.\n-- main.pp --\n"+program)
}

const correct = `resource bucket "cloudy:storage/bucket:Bucket" {
  options {
    quarantine = true
  }
}

alarm fire {
  threshold = 3
  silent    = true
}

output text {
  value = echo("a", 2)
}
`

func TestMadeUpChecks(t *testing.T) {
	t.Parallel()
	const resource = "resource bucket \"cloudy:storage/bucket:Bucket\" {\n  options {\n    %\n  }\n}\n"
	in := func(text, with string) string { return strings.Replace(text, "%", with, 1) }
	for _, test := range []struct{ program, want string }{
		{correct, ""},
		{"output text {\n  value = echo(\"a\")\n}\n", "call.missing"},
		{"output text {\n  value = echo(\"a\", 1, 2)\n}\n", "call.surplus"},
		{"output text {\n  value = echo(\"a\", [])\n}\n", "call.arg"},
		{in(resource, `quarantine = "often"`), "option.not-converted"},
		{in(resource, `quarantin = true`), "option.unknown"},
		{"alarm fire {\n  threshold = []\n}\n", "output.value"},
		{"alarm fire {\n}\n", "output.no-value"},
		{"alarm fire {\n  threshold = 3\n  volume = 3\n}\n", "attr.ignored"},
		{"alarm fire water {\n  threshold = 3\n}\n", "labels.output"},
		{"alarm fire {\n  threshold = 3\n}\n\noutput rings {\n  value = fire.count\n}\n", ""},
		{"alarm fire {\n  threshold = 3\n}\n\noutput rings {\n  value = fier\n}\n", "name.undefined"},
		{"alarm fire {\n  threshold = 3\n}\n\nfire = 3\n", "name.duplicate"},
	} {
		found, err := load(t, test.program).Program.Diagnostics(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		var codes []string
		for _, d := range found {
			codes = append(codes, string(d.Code))
		}
		if got := strings.Join(codes, " "); got != test.want {
			t.Errorf("%s\nfindings %q, want %q", test.program, got, test.want)
		}
	}
}

func TestMadeUpCompletes(t *testing.T) {
	t.Parallel()
	for program, want := range map[string]string{
		"al$0\n": "alarm",
		"alarm fire {\n  threshold = 3\n}\n\nlocal = fi$0\n":                                    "fire",
		"alarm fire {\n  thr$0\n}\n":                                                            "threshold",
		"output text {\n  value = ec$0\n}\n":                                                    "echo",
		"resource bucket \"cloudy:storage/bucket:Bucket\" {\n  options {\n    quar$0\n  }\n}\n": "quarantine",
	} {
		f := load(t, program)
		at := f.Cursors[0]
		list, err := complete.At(context.Background(), f.Program, at.Path, at.Offset)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(list.Items, func(i complete.Item) bool { return i.Label == want }) {
			t.Errorf("%s: %q is not among the %d items", program, want, len(list.Items))
		}
	}
}

func TestMadeUpHovers(t *testing.T) {
	t.Parallel()
	for marked, want := range map[string]string{
		"quar$0antine": "Whether the resource is kept apart from others.",
		"al$0arm":      "Rings when a limit is exceeded.",
		"fi$0re {":     "alarm fire",
		"thres$0hold":  "The limit.",
		"ec$0ho(":      "Repeats a text.",
	} {
		f := load(t, strings.Replace(correct, strings.Replace(marked, "$0", "", 1), marked, 1))
		at := f.Cursors[0]
		h, err := hover.At(context.Background(), f.Program, at.Path, at.Offset)
		if err != nil {
			t.Fatal(err)
		}
		if h == nil || !strings.Contains(h.Markdown, want) {
			t.Errorf("%s: hover %+v, want %q", marked, h, want)
		}
	}
}

func TestMadeUpShowsItsSignature(t *testing.T) {
	t.Parallel()
	f := load(t, "output text {\n  value = echo(\"a\", $0)\n}\n")
	help, err := hover.SignaturesAt(context.Background(), f.Program, f.Cursors[0].Path, f.Cursors[0].Offset)
	if err != nil {
		t.Fatal(err)
	}
	if len(help) != 1 || help[0].Active != 1 || !strings.Contains(help[0].Label, "echo(text: string, times: number)") {
		t.Errorf("help %+v", help)
	}
}

func TestMadeUpIsFormattedAndListed(t *testing.T) {
	t.Parallel()
	f := load(t, strings.Replace(correct, "threshold = 3", "threshold=3", 1))
	path := f.Paths()[0]
	file, _ := f.Program.File(path)
	text := f.Text(path)
	for _, e := range slices.Backward(format.Edits(file)) {
		text = text[:e.Span.Start] + e.Text + text[e.Span.End:]
	}
	if text != correct {
		t.Errorf("formatted:\n%s", text)
	}
	symbols, err := outline.Symbols(context.Background(), f.Program, path)
	if err != nil {
		t.Fatal(err)
	}
	if len(symbols) != 3 || symbols[1].Name != "fire" || len(symbols[0].Children) != 1 {
		t.Errorf("symbols %+v", symbols)
	}
	folds, err := outline.Folds(context.Background(), f.Program, path)
	if err != nil {
		t.Fatal(err)
	}
	start := strings.Index(f.Text(path), "alarm fire")
	if !slices.ContainsFunc(folds, func(x outline.Fold) bool { return x.Span.Start >= start && x.Span.Start < start+len("alarm fire {\n") }) {
		t.Errorf("no fold for the block: %+v", folds)
	}
}
