package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// On published schemas valid programs have no findings about values, and the
// mistaken one has those that its comments name.
func TestValuesOnPublishedSchemas(t *testing.T) {
	t.Parallel()
	root := analysistest.Repository(t)
	schemas := filepath.Join(root, "..", "shared", "schemas")
	if _, err := os.Stat(schemas); err != nil {
		t.Skip("../shared/schemas is not there")
	}
	programs, err := filepath.Glob(filepath.Join(root, "testdata", "values", "*", "main.pp"))
	if err != nil || len(programs) < 10 {
		t.Fatalf("found %d programs, %v", len(programs), err)
	}
	var about []codes.Code
	for _, area := range codes.Areas() {
		for _, d := range area.Declarations {
			if slices.Contains([]string{"Values", "Deprecations, tokens and versions"}, area.Title) {
				about = append(about, d.Code)
			}
		}
	}
	// All in one run: to read the schemas takes longer than to check the programs.
	got := runIn(t, root, append([]string{"check", "--format", "json", "--schema", schemas}, programs...))
	var doc checkedDocument
	if err := json.Unmarshal([]byte(got.stdout), &doc); err != nil {
		t.Fatal(err, got.stderr)
	}
	for _, program := range programs {
		t.Run(filepath.Base(filepath.Dir(program)), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(program)
			if err != nil {
				t.Fatal(err)
			}
			name, err := filepath.Rel(root, program)
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(string(text), "\n")
			found := make([]string, len(lines))
			for _, f := range doc.Findings {
				if f.File == filepath.ToSlash(name) && (f.Severity == "error" || slices.Contains(about, codes.Code(f.Code))) {
					at := f.Range.Start.Line - 1
					found[at] = strings.TrimSpace(found[at] + " " + f.Code)
				}
			}
			want := make([]string, len(lines))
			for i, line := range lines {
				if _, comment, ok := strings.Cut(line, "  # "); ok {
					want[i] = comment
				}
			}
			if diff := cmp.Diff(want, found); diff != "" {
				t.Errorf("codes by line differ (-want +got):\n%s", diff)
			}
		})
	}
}
