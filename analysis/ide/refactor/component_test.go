package refactor_test

import (
	"path"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
)

// An extracted component and the program that uses it have no error.
func TestComponent(t *testing.T) {
	t.Parallel()
	f := analysistest.Load(t, "../../../testdata/refactor/component.txtar")
	from, to := f.Cursors[0], f.Cursors[1]
	p := f.ProgramOf(from.Path)
	actions := at(t, p, from.Path, syntax.Span{Start: from.Offset, End: to.Offset})
	if len(actions) == 0 || len(actions[0].Change.NewFiles) != 1 {
		t.Fatalf("got %+v", actions)
	}
	set := actions[0].Change
	archive := &txtar.Archive{Comment: []byte("schemas: kit\n")}
	for _, file := range p.Files {
		text := change.Applied(file, set.Edits).Text()
		archive.Files = append(archive.Files, txtar.File{Name: path.Base(file.Path), Data: []byte(text)})
	}
	archive.Files = append(archive.Files, txtar.File{Name: "extracted/main.pp", Data: []byte(set.NewFiles[0].Text)})
	made := fixture.Make(t, archive)
	found := made.Findings(t)
	for _, d := range found {
		if d.Severity == codes.Error {
			t.Errorf("after it:\n%s\n%s", made.Describe(found), set.NewFiles[0].Text)
		}
	}
	if len(made.Programs(t)) != 2 {
		t.Error("there should be two programs")
	}
}
