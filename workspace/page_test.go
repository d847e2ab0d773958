package workspace_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

const pagePath = "/p/README.md"

// pageFiles are a program with a Markdown file beside it, and settings for both.
func pageFiles(page string) fixture.Files {
	return fixture.Files{
		pagePath: page, "/p/main.pp": "beside = 1\noutput b {\n  value = beside\n}\n",
		"/p/.pcl-lsp.yaml": "severity:\n  unused.local: error\nexclude: [excluded.md]\n",
	}
}

// onPage is a session over these files.
func onPage(files fixture.Files, embedded func(string, []byte, syntax.Limit) *workspace.Embedding) *workspace.Session {
	cloudy := schemas.New(schemas.Options{Paths: []string{"../testdata/schemas"}})
	return workspace.New(workspace.Options{FS: files, Schemas: cloudy, Embedded: embedded})
}

// checkedPage are the findings of a check of the file.
func checkedPage(t *testing.T, page string) []string {
	t.Helper()
	found, err := onPage(pageFiles(page), workspace.Embedded).Snapshot().DiagnoseEmbedded(context.Background(), pagePath)
	if err != nil {
		t.Fatal(err)
	}
	return pageLines(found)
}

// openPage are the findings in the open document.
func openPage(t *testing.T, now *workspace.Snapshot) []string {
	t.Helper()
	r, ok, err := now.Page(context.Background(), pagePath)
	if !ok || err != nil {
		t.Fatalf("an open document has no findings: %v %v", ok, err)
	}
	return pageLines(r.Found.Diagnostics)
}

func pageLines(all []analysis.Diagnostic) (lines []string) {
	for _, d := range all {
		lines = append(lines, fmt.Sprintf("%s %v %s %s %s %v", d.Path, d.Span, d.Severity, d.Code, d.Message, d.Related))
	}
	return lines
}

// The findings in an open document are those of a check of its text, whatever was edited before.
func TestPageAsChecked(t *testing.T) {
	t.Parallel()
	parts := []string{
		"# A\n", "text `a` \"b\" é😀\n", "\n", "```pcl\n", "```\n", "~~~ pp\r\n", "~~~\r\n", "- one\n\n  ```pcl\n", "  ```\n", "```pcl ignore\n", "```hcl\n",
		"a = b\n", "c = 1\n", "  output d {\n", "    value = c\n", "  }\n", "resource x \"cloudy:storage:Bucket\" {\n", "  nme = 1\n", "}\r\n", "# pcl-lsp:ignore name.undefined\n", "x = <<-E\n  ```\n  E\n", "beside2 = beside\n", "y = \"é${",
	}
	for seed := range uint64(40) {
		random := rand.New(rand.NewPCG(seed, 1))
		part := func() string { return parts[random.IntN(len(parts))] }
		text := ""
		for range random.IntN(30) {
			text += part()
		}
		session := onPage(pageFiles("old\n"), nil)
		session.Apply(workspace.Open{Path: pagePath, Text: text, Version: 1})
		for version := range 25 {
			now := session.Snapshot()
			if diff := cmp.Diff(checkedPage(t, text), openPage(t, now)); diff != "" {
				t.Fatalf("seed %d, version %d, -check +editor:\n%s\n%s", seed, version, diff, text)
			}
			file, _, _, _ := now.File(pagePath)
			if now.Program(pagePath) != nil || file.Text() != text {
				t.Fatalf("the text is %q, want %q", file.Text(), text)
			}
			start := random.IntN(len(text) + 1)
			if random.IntN(2) == 0 {
				start = strings.LastIndex(text[:start], "\n") + 1
			}
			end := min(len(text), start+random.IntN(4)*random.IntN(12))
			edit := syntax.Edit{Span: syntax.Span{Start: start, End: end}}
			if random.IntN(4) > 0 {
				edit.Text = part()
			}
			text = text[:start] + edit.Text + text[end:]
			session.Apply(workspace.Edit{Path: pagePath, File: file.Edited(edit), Version: version + 2})
		}
	}
}

// A keystroke checks only the block that it changes, and other settings or schemas check all.
func TestPageChecksWhatChanged(t *testing.T) {
	t.Parallel()
	const blocks = 50
	var text strings.Builder
	for i := range blocks {
		fmt.Fprintf(&text, "# %d\n\n```pcl\na%d = b\n```\n\n", i, i)
	}
	session := onPage(pageFiles(""), nil)
	session.Apply(workspace.Open{Path: pagePath, Text: text.String(), Version: 1})
	write := func(was, with string) func() workspace.Change {
		return func() workspace.Change {
			file, version, _, _ := session.Snapshot().File(pagePath)
			at := strings.Index(file.Text(), was)
			return workspace.Edit{Path: pagePath, File: file.Edited(syntax.Edit{Span: syntax.Span{Start: at, End: at + len(was)}, Text: with}), Version: version + 1}
		}
	}
	as := func(c workspace.Change) func() workspace.Change { return func() workspace.Change { return c } }
	checks := func() int {
		var done atomic.Int64
		ctx := analysis.Observed(context.Background(), func(analysis.Work) { done.Add(1) })
		if _, _, err := session.Snapshot().Page(ctx, pagePath); err != nil {
			t.Fatal(err)
		}
		return int(done.Load())
	}
	all := checks()
	one := all / blocks
	if all == 0 {
		t.Fatal("nothing was checked")
	}
	for _, step := range []struct {
		what   string
		change func() workspace.Change
		want   int
	}{
		{"nothing", as(workspace.DiskChanged{Paths: []string{"/p/other.txt"}}), 0},
		{"text above", write("# 0", "title\n\n# 0"), 0},
		{"a block", write("a3 = b", "x = b"), one},
		{"the fence of a block", write("```pcl", "```hcl"), 0},
		{"schemas", as(workspace.SchemasChanged{}), all},
	} {
		session.Apply(step.change())
		if got := checks(); got > step.want || step.want > 0 && got == 0 {
			t.Errorf("after a change of %s, %d things were checked, want %d", step.what, got, step.want)
		}
	}
}

// A place in the program of a block is the same place in the document.
func TestBlock(t *testing.T) {
	t.Parallel()
	const text = "é `a`\r\n\n- x\n  ```pcl\r\n  a = \"é\"\r\n  ```\n~~~pp ignore\nb = 1\n~~~\n```pp\n```\n```pcl\nc = a\nopen"
	session := onPage(pageFiles(""), nil)
	if session.Snapshot().Block(pagePath, strings.Index(text, "a =")) != nil {
		t.Error("a closed document has a block")
	}
	now := session.Apply(workspace.Open{Path: pagePath, Text: text, Version: 1})
	first, last := strings.Index(text, "  a ="), strings.Index(text, "c = a")
	for offset := range len(text) + 1 {
		p := now.Block(pagePath, offset)
		inFirst, inLast := offset >= first && offset < first+len("  a = \"é\"\r\n"), offset >= last
		if (p != nil) != (inFirst || inLast) {
			t.Errorf("%q|%q: a block is %v", text[:offset], text[offset:], p != nil)
			continue
		}
		if p == nil {
			continue
		}
		file, _ := p.File(pagePath)
		source, _, _, _ := now.File(pagePath)
		for _, encoding := range []syntax.Encoding{syntax.UTF8, syntax.UTF16} {
			line, char := source.Position(offset, encoding)
			if l, c := file.Position(offset, encoding); l != line || c != char {
				t.Errorf("the place %d:%d is %d:%d in the program", line, char, l, c)
			}
		}
		if want := text[first:]; inFirst && !strings.HasPrefix(want, strings.TrimLeft(file.Text()[first:], "\n")) || strings.TrimSpace(file.Text()[:first]) != "" {
			t.Errorf("the program is %q", file.Text())
		}
	}
}

// What an editor calls Markdown is never a file of a program, and a program file always is one.
func TestMarkdownByLanguage(t *testing.T) {
	t.Parallel()
	const page = "```pcl\na = b\n```\n"
	session := onPage(pageFiles(page), nil)
	for path, want := range map[string]bool{
		"untitled:Untitled-1": true, "vscode-vfs://github/a/README.md": true, "/p/notes": true, pagePath: true, "/p/new.pp": false, "untitled:Untitled-2": false,
	} {
		now := session.Apply(workspace.Open{Path: path, Text: page, Version: 1, Markdown: path != "untitled:Untitled-2"})
		r, is, err := now.Page(context.Background(), path)
		if is != want || err != nil || want != (now.Program(path) == nil) {
			t.Errorf("%s is Markdown: %v (%v)", path, is, err)
		}
		if is && len(r.Found.Diagnostics) != 2 {
			t.Errorf("%s has the findings %v", path, r.Found.Diagnostics)
		}
		session.Apply(workspace.LimitChanged{Limit: syntax.LimitOf(2)})
		if _, still, _ := session.Snapshot().Page(context.Background(), path); still != want {
			t.Errorf("%s changed with the limit", path)
		}
		if _, is, _ = session.Apply(workspace.Close{Path: path}).Page(context.Background(), path); is {
			t.Errorf("%s is closed and has findings", path)
		}
	}
	now := session.Apply(workspace.Open{Path: "/p/excluded.md", Text: page, Version: 1})
	if r, _, _ := now.Page(context.Background(), "/p/excluded.md"); len(r.Found.Diagnostics) > 0 {
		t.Errorf("an excluded file has the findings %v", r.Found.Diagnostics)
	}
	now = session.Apply(workspace.LimitChanged{Limit: syntax.Limit{Bytes: 3, Lines: 3}}, workspace.Open{Path: pagePath, Text: page, Version: 1})
	if r, _, _ := now.Page(context.Background(), pagePath); len(r.Found.Diagnostics) > 0 || now.Block(pagePath, 8) != nil {
		t.Errorf("a file that is too large has the findings %v", r.Found.Diagnostics)
	}
}
