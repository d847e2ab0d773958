package workspace_test

import (
	"fmt"
	"testing"

	policies "github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

func report(t *testing.T, s *workspace.Snapshot, dir string) *workspace.Report {
	t.Helper()
	r, err := s.Report(t.Context(), s.ProgramIn(dir), nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// severities are those of all findings: FILE:SEVERITY.
func severities(r *workspace.Report) string {
	var all []string
	for _, f := range r.Files {
		for _, d := range f.Found.Diagnostics {
			all = append(all, f.Found.Path+":"+d.Severity.String())
		}
	}
	return fmt.Sprint(all)
}

// TestReportsAreKept: as long as nothing about a program changes, its report is the
// same pointer; settings that say something else make another one.
func TestReportsAreKept(t *testing.T) {
	t.Parallel()
	session := open(fixture.Files{
		"/w/a.pp":          "output o {\n  value = missing\n}\n",
		"/w/b.pp":          "x = 1\n",
		"/v/.pcl-lsp.yaml": "rules:\n  name.*: warning\n  nonsense: hint\n",
		"/v/a.pp":          "output o {\n  value = missing\n}\n",
	})
	first := report(t, session.Snapshot(), "/w")
	if got, want := severities(first), "[/w/a.pp:error /w/b.pp:hint]"; got != want {
		t.Fatalf("got %s, want %s", got, want)
	}
	if again := report(t, session.Snapshot(), "/w"); again != first {
		t.Error("asked again, the report is another one")
	}
	elsewhere := session.Apply(workspace.Open{Path: "/v/b.pp", Text: "", Version: 1})
	if again := report(t, elsewhere, "/w"); again != first {
		t.Error("after an edit elsewhere the report is another one")
	}
	policy, err := policies.Policy{}.With("name.undefined", "information")
	if err != nil {
		t.Fatal(err)
	}
	changed := report(t, session.Apply(workspace.PolicyChanged{Policy: policy}), "/w")
	if got, want := severities(changed), "[/w/a.pp:information /w/b.pp:hint]"; got != want {
		t.Errorf("with other settings: got %s, want %s", got, want)
	}
	if again := report(t, session.Apply(workspace.PolicyChanged{Policy: policy}), "/w"); again != changed {
		t.Error("with equal settings the report is another one")
	}
	if got, want := severities(report(t, session.Snapshot(), "/v")), "[/v/a.pp:information /v/.pcl-lsp.yaml:error]"; got != want {
		t.Errorf("with a settings file: got %s, want %s", got, want)
	}
	if got, want := severities(report(t, session.Apply(workspace.PolicyChanged{}), "/v")), "[/v/a.pp:warning /v/.pcl-lsp.yaml:error]"; got != want {
		t.Errorf("with nothing but the settings file: got %s, want %s", got, want)
	}
}

// TestReportsNameTheirSources: the places of findings are in the files that the report
// names.
func TestReportsNameTheirSources(t *testing.T) {
	t.Parallel()
	session := open(fixture.Files{"/w/b.pp": "x = 1\n", "/w/a.pp": "y = 1\n", "/w/.pcl-lsp.yaml": "rules: {}\n"})
	s := session.Snapshot()
	for _, f := range report(t, s, "/w").Files {
		source, ok := s.ProgramIn("/w").File(f.Found.Path)
		if !ok { // the settings file, whose text is read anew
			source, _, _, _ = s.File(f.Found.Path)
		}
		if f.Source.Path != f.Found.Path || f.Source.Text() != source.Text() || ok && f.Source != source {
			t.Errorf("the source of %s is %v, want %v", f.Found.Path, f.Source, source)
		}
	}
}
