package split

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
)

var keywords = Keywords{"resource": true, "config": true, "output": true}

// FuzzSplit asserts that the pieces of a text tile it, as a file and as a body.
func FuzzSplit(f *testing.F) {
	paths, err := filepath.Glob("../../../testdata/syntax/*.txtar")
	if err != nil || len(paths) == 0 {
		f.Fatal("no fixtures", err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Add("a = \"\x00\xff\"\rb = <<-X\r\n ${\r\nX\r\n")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<14 {
			t.Skip() // longer texts only slow the search down
		}
		if end := checkTiles(t, text, keywords.File(text)); end != len(text) {
			t.Fatalf("pieces end at %d, the text at %d: %q", end, len(text), text)
		}
		p := keywords.Body(text, 2)
		if end := checkTiles(t, text, p.Spans); end != p.End || end > len(text) {
			t.Fatalf("pieces end at %d, the body at %d: %q", end, p.End, text)
		}
	})
}

// checkTiles asserts that pieces follow each other, and returns their end.
func checkTiles(t *testing.T, text string, spans []lex.Span) int {
	t.Helper()
	at := 0
	for _, s := range spans {
		if s.Start != at || s.End <= s.Start {
			t.Fatalf("pieces %v do not tile %q", spans, text)
		}
		at = s.End
	}
	return at
}
