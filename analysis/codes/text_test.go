package codes_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
)

// Invariant: every code has a text, and every text has a code. Reading the texts panics
// if a code has no file, or its file lacks a title, an explanation or an example.
func TestTexts(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("texts/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		name, isMarkdown := strings.CutSuffix(filepath.Base(f), ".md")
		if _, declared := codes.Lookup(codes.Code(name)); !declared || !isMarkdown {
			t.Errorf("%s belongs to no code", f)
		}
	}
	if len(files) != len(codes.All()) {
		t.Errorf("there are %d texts and %d codes", len(files), len(codes.All()))
	}
	for _, d := range codes.All() {
		text := d.Code.Text()
		if strings.Contains(text.Title, "\n") || strings.HasSuffix(text.Title, ".") || strings.Contains(text.Explanation, "\n#") {
			t.Errorf("%s: got title %q and explanation %q", d.Code, text.Title, text.Explanation)
		}
	}
}

// The text of a code that does not exist is empty.
func TestTextOfUnknownCode(t *testing.T) {
	t.Parallel()
	if got := codes.Code("no.such").Text(); got != (codes.Text{}) {
		t.Errorf("got %+v", got)
	}
}
