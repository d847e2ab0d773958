package workspace_test

import (
	"context"
	"runtime"
	"strings"
	"testing"
	"weak"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// Programs and files of earlier states go when nobody asks about them any more,
// whether their findings were asked for, half asked for, or not.
func TestEarlierStatesAreCollected(t *testing.T) {
	t.Parallel()
	const path = "/w/a.pp"
	files := fixture.Files{path: strings.Repeat("# the same\n", 40) + "a = 1\nb = a\noutput c {\n  value = [for x in [b] : nope(x)]\n}\n"}
	s := workspace.New(workspace.Options{FS: files})
	s.Apply(workspace.Open{Path: path, Text: files[path]})
	var programs []weak.Pointer[analysis.Program]
	var texts []weak.Pointer[syntax.File]
	for i := range 40 {
		f, _, _, _ := s.Snapshot().File(path)
		at := strings.Index(f.Text(), "a = ") + len("a = ")
		f = f.Edited(syntax.Edit{Span: syntax.Span{Start: at, End: at + 1}, Text: string(rune('0' + i%10))})
		snapshot := s.Apply(workspace.Edit{Path: path, File: f, Version: i})
		p := snapshot.Program(path)
		programs, texts = append(programs, weak.Make(p)), append(texts, weak.Make(f))
		ctx, cancel := context.WithCancel(context.Background())
		switch i % 3 {
		case 0:
			cancel()
			fallthrough
		case 1:
			if _, err := snapshot.Report(ctx, p, nil); err != nil && i%3 != 0 {
				t.Fatal(err)
			}
		}
		cancel()
	}
	for range 3 {
		runtime.GC()
	}
	living := 0
	for i := range len(programs) - 4 {
		if programs[i].Value() != nil || texts[i].Value() != nil {
			living++
		}
	}
	if living > 0 {
		t.Errorf("%d of %d earlier states are still there", living, len(programs)-4)
	}
	runtime.KeepAlive(s)
}
