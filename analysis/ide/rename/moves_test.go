package rename_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/rename"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"golang.org/x/tools/txtar"
)

const moving = `Moves.
-- app/main.pp --
component net "./net" {}
component far "../shared/far" {}
component bare "net" {}
page = readFile("./www/index.html")
same = readFile("readme.md")
two  = [fileAsset("www/a.txt"), "${readFile("./www/b.txt")}"]
-- app/net/main.pp --
component far "../../shared/far" {}
page = readFile("./www/index.html")
-- shared/far/main.pp --
x = 1
`

// TestMoves: after a move, paths lead to the same programs and files.
func TestMoves(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, from, to string
		want           []string
	}{
		{"a component", "app/net", "app/network", []string{`app/main.pp "./network"`, `app/main.pp "network"`}},
		{"a component out of the program", "app/net", "net", []string{`app/main.pp "../net"`, `app/main.pp "../net"`, `app/net/main.pp "../shared/far"`}},
		{"one that is far", "shared", "lib/common", []string{`app/main.pp "../lib/common/far"`, `app/net/main.pp "../../lib/common/far"`}},
		{"the program with its component", "app", "deep/er", []string{`app/main.pp "../../shared/far"`, `app/net/main.pp "../../../shared/far"`}},
		{"files that are read", "app/www", "app/site", []string{`app/main.pp "./site/index.html"`, `app/main.pp "site/a.txt"`, `app/main.pp "./site/b.txt"`}},
		{"something else", "other", "else", nil},
		{"a name that begins alike", "app/ne", "app/x", nil},
	} {
		f := analysistest.LoadText(t, moving)
		moves := rename.Moves{{From: analysistest.Root + "/" + test.from, To: analysistest.Root + "/" + test.to}}
		var got []string
		var edits []change.Edit
		for _, p := range programs(f) {
			for _, e := range moves.Paths(p, strings.HasSuffix(p.Dir, "/app")) {
				edits = append(edits, e)
				got = append(got, fmt.Sprintf("%s %s", strings.TrimPrefix(e.Path, analysistest.Root+"/"), e.Text))
			}
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
		leadsToSame(t, test.name, f, moves, edits)
	}
}

// leadsToSame compares the components of programs before and after moves.
func leadsToSame(t *testing.T, name string, f *analysistest.Fixture, moves rename.Moves, edits []change.Edit) {
	t.Helper()
	archive := &txtar.Archive{}
	for _, path := range f.Paths() {
		archive.Files = append(archive.Files, txtar.File{
			Name: strings.TrimPrefix(moves.Of(path), analysistest.Root+"/"), Data: []byte(change.Applied(syntax.Parse(path, f.Text(path), nil), edits).Text()),
		})
	}
	after := analysistest.Make(t, archive)
	for _, p := range programs(f) {
		var want []string
		for _, dir := range p.ComponentDirs() {
			want = append(want, moves.Of(dir))
		}
		if diff := cmp.Diff(want, after.ProgramIn(moves.Of(p.Dir)).ComponentDirs()); diff != "" {
			t.Errorf("%s: the components of %s are others: %s", name, p.Dir, diff)
		}
	}
}
