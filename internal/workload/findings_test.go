package workload_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/internal/workload"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// Invariant: before any edit the program has the findings that the workload says. With any
// other text of one place it has as many more as that text says, where it says.
func TestFindings(t *testing.T) {
	t.Parallel()
	for i, kind := range append(workload.Kinds(), workload.Nested, workload.AWS) {
		wrong := 0
		if i >= len(workload.Kinds()) {
			wrong = 5
		}
		t.Run(fmt.Sprintf("%s, wrong %d", kind, wrong), func(t *testing.T) {
			t.Parallel()
			root := t.TempDir()
			schemas := filepath.Join(root, "schemas")
			write(t, filepath.Join(schemas, workload.SchemaFile), workload.Schema())
			if kind == workload.AWS || kind == workload.ChainedAWS {
				schemas = "../../../shared/schemas/aws-5.14.0.json.gz"
				if _, err := os.Stat(schemas); err != nil {
					t.Skipf("no schema of aws beside the repository: %v", err)
				}
			}
			w := workload.Generate(workload.Config{Kind: kind, Resources: 40, Files: 2, Wrong: wrong, Seed: 7})
			if wrong > 0 != (w.Findings > 0) {
				t.Errorf("%d findings", w.Findings)
			}
			for path, text := range w.Files {
				write(t, filepath.Join(root, path), []byte(text))
			}
			places := workspace.SchemasAt(workspace.SchemaOptions{Given: []string{absolute(t, schemas)}, Variable: func(string) string { return "" }})
			session := workspace.New(workspace.Options{Places: places})
			s := &checked{t: t, session: session, root: absolute(t, root), before: w.Findings}
			s.expect(session.Snapshot(), "nothing was edited", workload.Place{}, workload.Text{})
			for _, p := range w.Places {
				for _, text := range p.Texts {
					original := w.Files[p.Path]
					edited := original[:p.Offset] + text.Text + original[p.Offset+len(p.Texts[0].Text):]
					s.expect(session.Apply(workspace.Open{Path: s.root + "/" + p.Path, Text: edited}), text.Text, p, text)
				}
				session.Apply(workspace.Close{Path: s.root + "/" + p.Path})
			}
		})
	}
}

type checked struct {
	t       *testing.T
	session *workspace.Session
	root    string
	before  int // the findings before any edit
}

// expect compares findings with what a text at a place promises.
func (c *checked) expect(s *workspace.Snapshot, what string, p workload.Place, want workload.Text) {
	c.t.Helper()
	byFile, err := s.Diagnose(c.t.Context(), s.ProgramIn(c.root))
	if err != nil {
		c.t.Fatal(err)
	}
	own, others := 0, 0
	var all []analysis.Diagnostic
	for path, found := range byFile {
		f, _, _, _ := s.File(path)
		for _, d := range found {
			if line := f.Line(d.Span.Start); path == c.root+"/"+p.Path && line >= p.First && line <= p.Last {
				own++
			} else {
				others++
			}
		}
		all = append(all, found...)
	}
	if own != want.Own || others != c.before+want.Others {
		for _, d := range all[:min(len(all), 5)] {
			c.t.Logf("%s: %s", d.Path, d.Message)
		}
		c.t.Errorf("%s at %s:%d: %d findings in the item and %d elsewhere, want %d and %d", what, p.Path, p.Line+1, own, others, want.Own, c.before+want.Others)
	}
}

func absolute(t *testing.T, path string) string {
	t.Helper()
	abs, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return filepath.ToSlash(abs)
}

func write(t *testing.T, path string, text []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
}
