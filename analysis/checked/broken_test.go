package checked_test

import (
	"context"
	"os"
	"path"
	"path/filepath"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/checked"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// Text as it is while somebody types: every program cut off at some byte, and
// with a byte left out, is checked without failing, and every finding has a place
// inside the file and a message that fits a line.
func TestBrokenTextIsChecked(t *testing.T) {
	t.Parallel()
	schemas := loadSchemas(t, conformanceDir+"/schemas")
	files, err := filepath.Glob(conformanceDir + "/programs/*/main.pp")
	if err != nil || len(files) < 200 {
		t.Fatalf("found %d programs: %v", len(files), err)
	}
	stride := 41
	if os.Getenv("DENSE") != "" {
		stride = 1
	}
	for i, file := range files {
		t.Run(path.Base(filepath.ToSlash(filepath.Dir(file))), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for n := i % stride; n < len(text); n += stride {
				checkBroken(t, schemas, string(text[:n]))
				checkBroken(t, schemas, string(text[:n])+string(text[n+1:]))
			}
		})
	}
}

func checkBroken(t *testing.T, schemas fileSchemas, text string) {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("%v for the text\n%s", r, text)
		}
	}()
	p := analysis.NewProgram("d", []*syntax.File{syntax.Parse("d/main.pp", text, nil)}, checked.World{Schemas: schemas}, nil)
	found, err := p.Diagnostics(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range found {
		if d.Span.Start < 0 || d.Span.End < d.Span.Start || d.Span.End > len(text) || d.Message == "" || len([]rune(d.Message)) > 200 {
			t.Errorf("%+v for the text\n%s", d, text)
		}
	}
}
