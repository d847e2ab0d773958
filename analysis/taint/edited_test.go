package taint_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/checked"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// editedProgram is a program of one file that is changed step by step, each step
// making use of the one before.
type editedProgram struct {
	schemas checked.Schemas
	file    *syntax.File
	program *checked.Program
	steady  bool // nothing outside the program changes, and it is told so
}

func (e *editedProgram) set(text string) {
	e.file = syntax.Parse("d/main.pp", text, e.file)
	world := checked.World{Schemas: e.schemas}
	if e.steady {
		world.SchemasVersion, world.FilesVersion, world.ComponentsVersion = 1, 1, 1
	}
	e.program = analysis.NewProgram("d", []*syntax.File{e.file}, world, e.program)
}

func (e *editedProgram) dump(t *testing.T) string {
	t.Helper()
	d, err := analysis.DumpProgram(context.Background(), e.program)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.MarshalIndent(d, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
