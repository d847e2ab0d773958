package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/internal/asking"
	"github.com/pcl-lsp/pcl-lsp/internal/manual"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// recordManual writes internal/manual/testdata/runs.json: what runs do with the examples of docs/language.
func recordManual(r reference, dir string) {
	examples := lists.Where(manual.Examples(filepath.Join("docs", "language")), manual.Example.IsProgram)
	var questions []asking.Question
	for _, e := range examples {
		questions = append(questions, writeExample(filepath.Join(dir, textID(e.Name)), e.Text()))
	}
	var rows []string
	for i, a := range r.ask(questions) {
		row := exampleRow(examples[i].Text(), &a, nil)
		rows = append(rows, fmt.Sprintf("    %q: %s", examples[i].Name, strings.ReplaceAll(row, dir, "DIR")))
	}
	r.writeRuns(filepath.Join("internal", "manual", "testdata", "runs.json"), rows)
}
