package workspace_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/internal/edits"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file tests that a directory is one program, whatever links lead to it.

const (
	usesA   = "component x \"./a\" {\n}\n"
	usesAB  = "component x \"./a\" {\n}\n\ncomponent y \"./b\" {\n}\n"
	givesO  = "output o {\n  value = 1\n}\n"
	readsO  = "component x \"./a\" {\n}\n\noutput p {\n  value = x.o\n}\n"
	otherO  = "output other {\n  value = 1\n}\n"
	usesTop = "component x \"./app\" {\n}\n"
)

// linkedDisk is a disk with files, and links by their paths.
func linkedDisk(files, links map[string]string) *memoryDisk {
	d := newMemoryDisk()
	for p, text := range files {
		d.Write(p, text)
	}
	for p, to := range links {
		d.Link(to, p)
	}
	return d
}

// checkedAt lists the programs below some paths, and the places and codes of their findings.
func checkedAt(t *testing.T, session *workspace.Session, paths ...string) []string {
	t.Helper()
	now := session.Snapshot()
	found, err := now.Discover(paths...)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, target := range found.Targets {
		lines = append(lines, strings.Join(append([]string{target.Dir}, target.Files...), " "))
		all, err := now.Diagnose(context.Background(), now.ProgramIn(target.Dir))
		if err != nil {
			t.Fatal(err)
		}
		for _, inFile := range all {
			for _, d := range inFile {
				line := strings.Count(now.ProgramIn(target.Dir).Files[0].Text()[:d.Span.Start], "\n") + 1
				lines = append(lines, fmt.Sprintf("%s:%d %s %s", d.Path, line, d.Severity, d.Code))
			}
		}
	}
	slices.Sort(lines)
	return lines
}

func TestLinksLeadToOneProgram(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name         string
		files, links map[string]string
		paths, want  []string
	}{
		{
			"two links to their own folder",
			map[string]string{"/w/main.pp": usesAB}, map[string]string{"/w/a": "/w", "/w/b": "/w"},
			[]string{"/w"}, []string{"/w", "/w/main.pp:1 error component.source", "/w/main.pp:4 error component.source"},
		},
		{
			"named under several names",
			map[string]string{"/w/main.pp": givesO}, map[string]string{"/w/a": "/w", "/v": "/w"},
			[]string{"/w/a/a", "/w", "/v/main.pp", "/v"}, []string{"/w/a/a"},
		},
		{
			"files named under several names",
			map[string]string{"/w/main.pp": givesO, "/w/b.pp": "c = 1\n"}, map[string]string{"/v": "/w"},
			[]string{"/w/main.pp", "/v/main.pp", "/v/b.pp"}, []string{"/w /w/b.pp /w/main.pp", "/w/b.pp:1 hint unused.local"},
		},
		{
			"a link to the folder above",
			map[string]string{"/w/main.pp": usesTop, "/w/app/main.pp": usesA}, map[string]string{"/w/app/a": "/w"},
			[]string{"/w"}, []string{"/w", "/w/app", "/w/app/main.pp:1 error component.source-cycle", "/w/main.pp:1 error component.source-cycle"},
		},
		{
			"links of two programs to a third",
			map[string]string{"/w/one/main.pp": readsO, "/w/two/main.pp": readsO, "/lib/main.pp": givesO}, map[string]string{"/w/one/a": "/lib", "/w/two/a": "/w/one/a"},
			[]string{"/w"}, []string{"/lib", "/w/one", "/w/two"},
		},
		{
			"a project behind a link keeps the name that the user gave it",
			map[string]string{"/real/app/main.pp": readsO, "/real/lib/main.pp": givesO}, map[string]string{"/w": "/real", "/real/app/a": "/real/lib"},
			[]string{"/w"}, []string{"/w/app", "/w/lib"},
		},
		{
			"a circle through two names of the root",
			map[string]string{"/real/app/main.pp": usesA, "/lib/main.pp": usesA}, map[string]string{"/w": "/real", "/real/app/a": "/lib", "/lib/a": "/w/app"},
			[]string{"/w"}, []string{"/lib", "/lib/main.pp:1 error component.source-cycle", "/w/app", "/w/app/main.pp:1 error component.source-cycle"},
		},
		{
			"a link to nothing",
			map[string]string{"/w/main.pp": usesA}, map[string]string{"/w/a": "/w/nowhere"},
			[]string{"/w"}, []string{"/w", "/w/main.pp:1 error component.source"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			session := workspace.New(workspace.Options{FS: linkedDisk(test.files, test.links)})
			if diff := cmp.Diff(test.want, checkedAt(t, session, test.paths...)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// A link that leads elsewhere, or into the project and no longer out of it, is a change
// that nobody has to report.
func TestLinksThatLeadElsewhere(t *testing.T) {
	t.Parallel()
	d := linkedDisk(map[string]string{"/w/Pulumi.yaml": "name: w\nruntime: pcl\n", "/w/main.pp": readsO, "/w/one/main.pp": givesO, "/w/two/main.pp": otherO, "/out/main.pp": givesO}, nil)
	session := workspace.New(workspace.Options{FS: d})
	for _, step := range []struct {
		to   string
		want []string
	}{
		{"/w/one", nil},
		{"/w/two", []string{"/w/main.pp:5 error prop.unknown"}},
		{"/out", []string{"/w/main.pp:1 information component.source-outside"}},
		{"/w/nowhere", []string{"/w/main.pp:1 error component.source"}},
		{"/w", []string{"/w/main.pp:1 error component.source"}},
		{"/w/one", nil},
	} {
		d.Remove("/w/a")
		d.Link(step.to, "/w/a")
		for session.CatchUp() {
		}
		var own []string
		for _, line := range checkedAt(t, session, "/w") {
			if strings.HasPrefix(line, "/w/main.pp:") {
				own = append(own, line)
			}
		}
		if diff := cmp.Diff(step.want, own); diff != "" {
			t.Errorf("to %s (-want +got):\n%s", step.to, diff)
		}
	}
}

// Documents that are open through a link count for those who use the directory through it.
func TestOpenThroughLink(t *testing.T) {
	t.Parallel()
	d := linkedDisk(map[string]string{"/w/main.pp": readsO, "/lib/main.pp": givesO}, map[string]string{"/w/a": "/lib"})
	session := workspace.New(workspace.Options{FS: d})
	clean := checkedAt(t, session, "/w")
	session.Apply(workspace.Open{Path: "/w/a/main.pp", Text: otherO})
	if got := checkedAt(t, session, "/w"); !slices.Contains(got, "/w/main.pp:5 error prop.unknown") {
		t.Errorf("open: got %q", got)
	}
	session.Apply(workspace.Close{Path: "/w/a/main.pp"})
	if diff := cmp.Diff(clean, checkedAt(t, session, "/w")); diff != "" {
		t.Errorf("closed (-before +after):\n%s", diff)
	}
}

// A program that uses itself does so under both names of its directory that have open documents.
func TestOpenUnderTwoNames(t *testing.T) {
	t.Parallel()
	session := workspace.New(workspace.Options{FS: linkedDisk(map[string]string{"/w/main.pp": usesA}, map[string]string{"/w/a": "/w"})})
	now := session.Apply(workspace.Open{Path: "/w/main.pp", Text: usesA}, workspace.Open{Path: "/w/a/main.pp", Text: usesA})
	wantCodes(t, now, "/w", "main.pp:component.source")
	wantCodes(t, now, "/w/a", "main.pp:component.source")
}

// A component that reaches too many programs is not opened, and says so; what comes nearer
// to the end is checked, and what reaches few programs in many ways.
func TestManyComponents(t *testing.T) {
	t.Parallel()
	const most, over = 1000, 5
	root := workspacePath(t, t.TempDir())
	d := &realDisk{Folder: edits.Folder{T: t, Root: root}}
	for i := range most + over {
		d.Write(fmt.Sprintf("%s/d%d/main.pp", root, i), fmt.Sprintf("component x \"../d%d\" {\n}\n\noutput o {\n  value = x.o\n}\n", i+1))
	}
	d.Write(fmt.Sprintf("%s/d%d/main.pp", root, most+over), givesO)
	for i := range 12 { // more than a thousand ways lead to few programs
		uses := fmt.Sprintf("component x \"../x%d\" {\n}\n\ncomponent y \"../y%[1]d\" {\n}\n", i+1)
		d.Write(fmt.Sprintf("%s/x%d/main.pp", root, i), uses)
		d.Write(fmt.Sprintf("%s/y%d/main.pp", root, i), uses)
	}
	d.Write(root+"/x12/main.pp", givesO)
	d.Write(root+"/y12/main.pp", givesO)
	lines := checkedAt(t, workspace.New(workspace.Options{FS: d}), root)
	lines = slices.DeleteFunc(lines, func(line string) bool { return !strings.Contains(line, ":") })
	var want []string
	for i := range over - 1 {
		want = append(want, fmt.Sprintf("%s/d%d/main.pp:1 warning component.source", root, i))
	}
	if diff := cmp.Diff(want, lines); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// In a long circle, the finding about a component shows the first of the others on the way back.
func TestLongCircle(t *testing.T) {
	t.Parallel()
	const long, shown = 150, 10
	files := map[string]string{}
	for i := range long {
		files[fmt.Sprintf("/d%d/main.pp", i)] = fmt.Sprintf("component x \"../d%d\" {\n}\n", (i+1)%long)
	}
	now := workspace.New(workspace.Options{FS: linkedDisk(files, nil)}).Snapshot()
	all, err := now.Diagnose(context.Background(), now.ProgramIn("/d0"))
	if err != nil {
		t.Fatal(err)
	}
	var got, want []string
	for _, inFile := range all {
		for _, d := range inFile {
			for _, at := range d.Related {
				got = append(got, at.Path)
			}
		}
	}
	for i := range shown {
		want = append(want, fmt.Sprintf("/d%d/main.pp", i+1))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
