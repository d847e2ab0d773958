package workspace_test

import (
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file checks what a program is told of files that are no part of it.

// What is at a path is known as of the last change: a file that comes, goes or is
// opened is seen, with an event about it, about something in it, or about nothing in
// particular.
func TestFilesAroundAProgram(t *testing.T) {
	t.Parallel()
	files := fixture.Files{"/w/p/main.pp": "a = readFile(\"../data/a.txt\")\nb = fileArchive(\"./build\")\n"}
	s := open(files)
	first := s.Snapshot()
	wantCodes(t, first, "/w/p", "main.pp:file.missing main.pp:archive.kind")

	files["/w/data/a.txt"] = "hello"
	wantCodes(t, s.Snapshot(), "/w/p", "main.pp:file.missing main.pp:archive.kind")
	wantCodes(t, s.Apply(workspace.DiskChanged{Paths: []string{"/elsewhere/x"}}), "/w/p", "main.pp:file.missing main.pp:archive.kind")
	wantCodes(t, s.Apply(workspace.DiskChanged{Paths: []string{"/w/data"}}), "/w/p", "main.pp:asset.outside main.pp:archive.kind")
	files["/w/p/build/index.html"] = "hello"
	wantCodes(t, s.Apply(workspace.DiskChanged{Paths: []string{"/w/p/build/index.html"}}), "/w/p", "main.pp:asset.outside")
	delete(files, "/w/data/a.txt")
	wantCodes(t, s.Apply(workspace.DiskChanged{}), "/w/p", "main.pp:file.missing")
	wantCodes(t, first, "/w/p", "main.pp:file.missing main.pp:archive.kind") // a snapshot does not change

	wantCodes(t, s.Apply(workspace.Open{Path: "/w/data/a.txt", Text: ""}), "/w/p", "main.pp:asset.outside")
	wantCodes(t, s.Apply(workspace.Close{Path: "/w/data/a.txt"}), "/w/p", "main.pp:file.missing")

	files["/w/data/a.txt"] = "hello" // and nobody says so: the next edit sees it
	wantCodes(t, s.Apply(edit(s, "/w/p/other.pp", "c = 1\n", 0)), "/w/p", "main.pp:asset.outside")
}

// Of a program that is not on disk nothing is said about files, and none of them is
// looked for.
func TestFilesAroundNothing(t *testing.T) {
	t.Parallel()
	const text = "a = readFile(\"./a.txt\")\nb = fileArchive(\"build\")\ncomponent c \"./C\" {\n}\n"
	s := open(fixture.Files{"/w/a.pp": ""})
	now := s.Apply(workspace.Open{Path: "untitled:1", Text: text}, workspace.Open{Path: "/nowhere/new.pp", Text: text})
	wantCodes(t, now, "untitled:1", "untitled:1:component.source")
	wantCodes(t, now, "/nowhere", "new.pp:component.source")
}

// What lies outside is what leads out of the project, or out of the directory of a
// program without one.
func TestOutside(t *testing.T) {
	t.Parallel()
	files := fixture.Files{
		"/w/Pulumi.yaml": "name: shop\nruntime: pcl\nmain: infra\n", "/w/shared.txt": "", "/x.txt": "", "/alone/x.txt": "",
		"/w/infra/main.pp": "in = readFile(\"../shared.txt\")\nback = readFile(\"../../w/shared.txt\")\n",
		"/w/part/main.pp":  "in = readFile(\"../shared.txt\")\nout = readFile(\"../../x.txt\")\n",
		"/alone/main.pp":   "in = readFile(\"../alone/x.txt\")\nout = readFile(\"../x.txt\")\nfixed = readFile(\"/alone/x.txt\")\n",
	}
	s := open(files).Snapshot()
	wantCodes(t, s, "/w/infra", "")
	wantCodes(t, s, "/w/part", "main.pp:asset.outside")
	wantCodes(t, s, "/alone", "main.pp:asset.outside main.pp:asset.outside")
}

// Without a schema a path can still stand twice, and nothing more is said of it.
func TestPathsWithoutSchema(t *testing.T) {
	t.Parallel()
	s := open(fixture.Files{"/w/main.pp": "resource r \"nobody:index:Thing\" {\n  options {\n    ignoreChanges = [a.b, a.b, c[0], c[\"0\"], d.E]\n  }\n}\n"})
	wantCodes(t, s.Snapshot(), "/w", "main.pp:package.unknown main.pp:path.duplicate")
}

// A component without a project runs in the directory of whoever uses it, mostly one
// above: what is there is not missing.
func TestFilesBesideTheUser(t *testing.T) {
	t.Parallel()
	s := open(fixture.Files{
		"/w/www/index.html":     "",
		"/w/main.pp":            "component site \"./parts/site\" {\n}\n",
		"/w/parts/site/main.pp": "output a {\n  value = readFile(\"www/index.html\")\n}\noutput b {\n  value = readFile(\"www/none.html\")\n}\n",
	}).Snapshot()
	wantCodes(t, s, "/w/parts/site", "main.pp:file.missing")
}
