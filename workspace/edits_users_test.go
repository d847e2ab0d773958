package workspace_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// TestProgramReadWhileItsComponentIsEdited: a program that is first asked about just when its component changes uses the new component in
// the next moment. Other directories make the next moment take a while.
func TestProgramReadWhileItsComponentIsEdited(t *testing.T) {
	t.Parallel()
	files := fixture.Files{"/w/inner/main.pp": "a = 1\n", "/w/outer/main.pp": "component c \"../inner\" {\n}\n"}
	for i := range 500 {
		files[fmt.Sprintf("/w/other%d/main.pp", i)] = "a = 1\n"
	}
	s := workspace.New(workspace.Options{FS: files})
	for path, text := range files {
		s.Apply(workspace.Open{Path: path, Text: text, Version: 1})
		s.Snapshot().Program(path)
	}
	for i := range testsize.ReadWhileEdited {
		s.Apply(typed(t, s, "/w/outer/main.pp", 0, "\n"))
		before, edit := s.Snapshot(), typed(t, s, "/w/inner/main.pp", 0, "\n")
		var asked sync.WaitGroup
		var begun atomic.Bool
		asked.Go(func() {
			begun.Store(true)
			for range i % 100 * 100 { // spend a different time each time
				begun.Load()
			}
			before.ProgramIn("/w/outer")
		})
		for !begun.Load() {
		}
		s.Apply(edit)
		asked.Wait()
		dump, err := analysis.DumpProgram(context.Background(), s.Snapshot().ProgramIn("/w/outer"))
		if err != nil {
			t.Fatal(err)
		}
		if at := dump.Nodes[1].Range[0]; at != i+1 {
			t.Fatalf("after %d edits, the program sees its component after %d", i+1, at)
		}
	}
}
