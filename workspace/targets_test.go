package workspace_test

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	declared "github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/targets"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// The fixture target-rows has every row of the table. Each is reported for the targets that lack it, and for no other.
func TestTargetRows(t *testing.T) {
	t.Parallel()
	f := fixture.Load(t, filepath.Join("..", "testdata", "check", "target-rows.txtar"))
	reported := func() map[string]bool {
		rows := map[string]bool{}
		for _, d := range f.Findings(t) {
			if d.Code == declared.TargetUnsupported {
				row, _, _ := strings.Cut(d.Message, " can't be converted")
				rows[row] = true
			}
		}
		return rows
	}
	for _, target := range targets.All() {
		f.Session.Apply(workspace.TargetsChanged{Targets: targets.Set(0).With(target)})
		want := map[string]bool{}
		for _, row := range targets.Rows() {
			if slices.ContainsFunc(row.Facts, func(f targets.Fact) bool { return f.Target == target }) {
				want[row.Text] = true
			}
		}
		if diff := cmp.Diff(slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(reported()))); diff != "" {
			t.Errorf("%s: --- table\n+++ findings\n%s", target, diff)
		}
	}
}

// The targets of the client go before settings files, and both take effect at once.
func TestTargetsThatChange(t *testing.T) {
	t.Parallel()
	files := fixture.Files{"/w/main.pp": "output a {\n  value = try(stack(), 1)\n}\n"}
	session := workspace.New(workspace.Options{FS: files})
	check := func(name string, want ...string) {
		t.Helper()
		found, err := session.Snapshot().ProgramIn("/w").Diagnostics(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, d := range found {
			if d.Code == declared.TargetUnsupported {
				for _, target := range targets.All() {
					if strings.Contains(d.Message, target.String()+" (") {
						got = append(got, target.Name())
					}
				}
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	check("no targets")
	session.Apply(workspace.TargetsChanged{Targets: targets.Set(0).With(targets.Go)})
	check("those of the client", "go")
	files["/w/.pcl-lsp.yaml"] = "targets: [yaml, java]\n"
	session.Apply(workspace.DiskChanged{Paths: []string{"/w/.pcl-lsp.yaml"}})
	check("the client goes first", "go")
	session.Apply(workspace.TargetsChanged{})
	check("those of the file", "java", "yaml")
	delete(files, "/w/.pcl-lsp.yaml")
	session.Apply(workspace.DiskChanged{Paths: []string{"/w/.pcl-lsp.yaml"}})
	check("no targets again")
}

// Messages fit on a line, even for all targets.
func TestTargetMessages(t *testing.T) {
	t.Parallel()
	var all targets.Set
	for _, target := range targets.All() {
		all = all.With(target)
	}
	for _, row := range targets.Rows() {
		if message := all.Problem(row.Construct); message == "" || utf8.RuneCountInString(message) >= 200 {
			t.Errorf("%d: %s", utf8.RuneCountInString(message), message)
		}
	}
}
