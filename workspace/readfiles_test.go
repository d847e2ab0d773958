package workspace_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// small is a limit of 100 bytes and 8 lines for a file, and four times as much for a program.
var small = syntax.Limit{Bytes: 100, Lines: 8}

func within(limit syntax.Limit, files fixture.Files) *workspace.Session {
	return workspace.New(workspace.Options{FS: files, Limit: limit})
}

// A file above the limit has one finding, opened or on disk, and hides what it may declare and
// use. The checks come back when an edit makes it shorter, and when the limit is raised.
func TestFilesAboveTheLimit(t *testing.T) {
	t.Parallel()
	long := "b = 1\n" + strings.Repeat("# x\n", 40)
	files := fixture.Files{"/w/a.pp": "a = b\nc = d\noutput o {\n  value = a\n}\n", "/w/b.pp": long}
	const held, all = "b.pp:file.size", "a.pp:unused.local a.pp:name.undefined"
	s := within(small, files)
	want := func(why, want string, now *workspace.Snapshot) {
		t.Helper()
		if got := codes(t, now, "/w"); got != want {
			t.Errorf("%s: got %q, want %q", why, got, want)
		}
	}
	want("on disk", held, s.Snapshot())
	if f, _, _, _ := s.Snapshot().File("/w/b.pp"); f == nil || !f.IsLarge() {
		t.Error("the file is not large")
	}
	want("opened", held, s.Apply(workspace.Open{Path: "/w/b.pp", Text: long}))
	f, _, _, _ := s.Snapshot().File("/w/b.pp")
	shorter := f.Edited(syntax.Edit{Span: syntax.Span{Start: 6, End: f.Len()}})
	want("shortened", all, s.Apply(workspace.Edit{Path: "/w/b.pp", File: shorter}))
	longer := shorter.Edited(syntax.Edit{Text: strings.Repeat("\n", 9)})
	want("too many lines", held, s.Apply(workspace.Edit{Path: "/w/b.pp", File: longer}))
	want("raised", all, s.Apply(workspace.LimitChanged{Limit: syntax.LimitOf(1)}))
	want("lowered", held, s.Apply(workspace.LimitChanged{Limit: small}))
	want("closed", held, s.Apply(workspace.Close{Path: "/w/b.pp"}))
	want("raised again", all, s.Apply(workspace.LimitChanged{Limit: syntax.LimitOf(1)}))
}

// The files of a program together are limited as well. The first of those that are not checked
// says so for all.
func TestProgramsAboveTheLimit(t *testing.T) {
	t.Parallel()
	files := fixture.Files{}
	for i := range 10 {
		files[fmt.Sprintf("/w/f%d.pp", i)] = fmt.Sprintf("v%d = unknown\n%s", i, strings.Repeat("# x\n", 20))
	}
	limit := syntax.Limit{Bytes: 100, Lines: 50}
	s := within(limit, files)
	wantCodes(t, s.Snapshot(), "/w", "f4.pp:file.size")
	now := s.Apply(workspace.Open{Path: "/w/f9.pp", Text: "x = 1\n"}, workspace.Open{Path: "/w/f0.pp", Text: ""})
	wantCodes(t, now, "/w", "f5.pp:file.size")
	for _, p := range now.ProgramIn("/w").Files {
		if p.Path == "/w/f9.pp" && p.Text() != "x = 1\n" {
			t.Errorf("the text of an open file is %q", p.Text())
		}
	}
	limit.Bytes = 1000
	limit.Lines = 21
	wantCodes(t, within(limit, files).Snapshot(), "/w", "f0.pp:file.size f1.pp:file.size f2.pp:file.size f3.pp:file.size f4.pp:file.size f5.pp:file.size f6.pp:file.size f7.pp:file.size f8.pp:file.size f9.pp:file.size")
	limit.Lines = 22
	wantCodes(t, within(limit, files).Snapshot(), "/w", "f4.pp:file.size")
}

// What is not known of a component is not judged by those that use it.
func TestComponentsAboveTheLimit(t *testing.T) {
	t.Parallel()
	user := "component c \"./inner\" {\n  size = 1\n  other = 2\n}\noutput o {\n  value = c.nothing\n}\n"
	inner := "config size number {}\nconfig needed string {}\noutput sum {\n  value = \"${size}${needed}\"\n}\n"
	s := within(syntax.Limit{Bytes: 150, Lines: 100}, fixture.Files{"/w/a.pp": user, "/w/inner/a.pp": inner})
	wantCodes(t, s.Snapshot(), "/w", "a.pp:attr.missing a.pp:attr.unknown a.pp:prop.unknown")
	now := s.Apply(workspace.Open{Path: "/w/inner/z.pp", Text: strings.Repeat("# x\n", 50)})
	wantCodes(t, now, "/w", "")
	wantCodes(t, now, "/w/inner", "z.pp:file.size")
}

// A large file of another language stays untouched.
func TestForeignFilesAboveTheLimit(t *testing.T) {
	t.Parallel()
	puppet := "class site {\n  include ntp\n}\n" + strings.Repeat("# x\n", 40)
	s := within(small, fixture.Files{"/w/a.pp": puppet, "/v/a.pp": puppet, "/v/b.pp": "x = 1\n"})
	wantCodes(t, s.Snapshot(), "/w", "")
	wantCodes(t, s.Snapshot(), "/v", "")
	wantCodes(t, s.Apply(workspace.Open{Path: "/w/a.pp", Text: puppet + "# y\n"}), "/w", "")
}

// The findings of a definition and of a file are limited. The most severe ones stay, and a
// finding says how many there are.
func TestFindingsAreLimited(t *testing.T) {
	t.Parallel()
	var lines strings.Builder
	for i := range 11_000 {
		fmt.Fprintf(&lines, "v%d = 1\n", i)
	}
	text := "a = [" + strings.Repeat("unknown, ", 3000) + "]\n" + lines.String() + "w = lost\n"
	s := within(syntax.LimitOf(1), fixture.Files{"/w/a.pp": text})
	count := map[string]int{}
	for _, word := range strings.Fields(codes(t, s.Snapshot(), "/w")) {
		count[word]++
	}
	if count["a.pp:name.undefined"] != 1001 || count["a.pp:file.size"] != 2 || count["a.pp:unused.local"] != 8998 {
		t.Errorf("the findings are %v", count)
	}
}
