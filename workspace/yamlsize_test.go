package workspace_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// A project, stack or settings file above the limit is not read, on disk or opened, and each
// says so. The limit itself is allowed.
func TestLargeYAML(t *testing.T) {
	t.Parallel()
	files := fixture.Files{"/w/main.pp": "config n int {}\n", "/w/Pulumi.yaml": "name: p\nruntime: pcl\n"}
	for file, text := range map[string]string{
		"/w/Pulumi.yaml":     "name: p\nruntime: pcl\nmain: [x]\n",
		"/w/Pulumi.dev.yaml": "config:\n  n: x\n",
		"/w/.pcl-lsp.yaml":   "nonsense: true\n",
	} {
		for size, wanted := range map[int]bool{disk.MaxYAML: false, disk.MaxYAML + 1: true} {
			long := text + "#" + strings.Repeat(" ", size-len(text)-1)
			with := fixture.Files{file: long}
			for name, other := range files {
				if name != file {
					with[name] = other
				}
			}
			s := workspace.New(workspace.Options{FS: with})
			if said := saidOf(t, s.Snapshot()); strings.Contains(said, disk.YAMLTooLarge) != wanted || said == "" {
				t.Errorf("%s of %d bytes on disk: %q", file, size, said)
			}
			if strings.HasSuffix(file, "/Pulumi.yaml") {
				continue // a project is read from disk
			}
			s = workspace.New(workspace.Options{FS: files})
			if said := saidOf(t, s.Apply(workspace.Open{Path: file, Text: long})); strings.Contains(said, disk.YAMLTooLarge) != wanted || said == "" {
				t.Errorf("%s of %d bytes, opened: %q", file, size, said)
			}
		}
	}
}

// saidOf is all that is said about the program in /w.
func saidOf(t *testing.T, s *workspace.Snapshot) string {
	t.Helper()
	r, err := s.Report(context.Background(), s.ProgramIn("/w"), nil)
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, f := range r.Files {
		for _, d := range f.Found.Diagnostics {
			said = append(said, d.Path+": "+d.Message)
		}
	}
	found, err := s.Discover("/w")
	if err != nil {
		t.Fatal(err)
	}
	for _, problem := range found.Problems {
		said = append(said, problem.String())
	}
	return strings.Join(said, "\n")
}

// The snippets of an export are limited as files are, and together as those of a program.
func TestLargeSnippets(t *testing.T) {
	t.Parallel()
	one := func(code string) string { return `{"name": "n", "type": "t", "code": "` + code + `"}` }
	for _, test := range []struct {
		snippets string
		fits     bool
	}{
		{one(strings.Repeat("x", 90)), true},
		{one(strings.Repeat("x", 110)), false},
		{one(strings.Repeat(`\n`, 7)), true},
		{one(strings.Repeat(`\n`, 20)), false},
		{strings.Repeat(one(strings.Repeat("x", 90))+",", 3) + one("x"), true},
		{strings.Repeat(one(strings.Repeat("x", 90))+",", 9) + one("x"), false},
	} {
		s := workspace.New(workspace.Options{Limit: small, Embedded: workspace.Embedded, FS: fixture.Files{"/p/stack.json": `{"deployment": {"snippets": [` + test.snippets + "]}}"}})
		found, err := s.Snapshot().Discover("/p/stack.json")
		var said strings.Builder
		if err != nil {
			said.WriteString(err.Error())
		}
		if found != nil {
			for _, p := range found.Problems {
				said.WriteString(p.String())
			}
		}
		if tooLarge := strings.Contains(said.String(), "too large to be checked"); tooLarge == test.fits {
			t.Errorf("%.60s…: %v, %q", test.snippets, errors.Unwrap(err), said.String())
		}
	}
}
