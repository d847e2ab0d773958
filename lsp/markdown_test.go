// This file tests blocks of PCL in Markdown.

package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

const (
	markdownURI  = "file:///p/README.md"
	markdownText = "# Réadme 😀 `a`\n\n- A bucket:\n\n  ```pcl\n  /* 😀 */ resource bucket \"cloudy:storage:Bucket\" {\n    nme = \"é\"\n  }\n  output names {\n    value = split(\",\", bucket.name)\n  }\n  ```\n\n```pp\nnames = bucket\n```\n"
)

// onMarkdown returns a client with an open Markdown document beside a program.
func onMarkdown(t *testing.T, capabilities object, text string) *fakeClient {
	session := workspace.New(workspace.Options{
		FS:      fixture.Files{"/p/README.md": text, "/p/main.pp": "bucket = 1\noutput bucket {\n  value = bucket\n}\n"},
		Schemas: schemas.New(schemas.Options{Paths: []string{"../testdata/schemas"}}),
	})
	c := connect(t, func(s *server) { s.session = session }).initializeWith(capabilities)
	c.open(markdownURI, 1, text)
	return c
}

// TestMarkdownRequests: a block of PCL in Markdown is a program of its own for what helps to write and to read it.
func TestMarkdownRequests(t *testing.T) {
	t.Parallel()
	c := onMarkdown(t, object{"textDocument": object{"completion": object{"completionItem": object{"resolveSupport": object{"properties": []string{"documentation"}}}}}}, markdownText)
	c.awaitFindings(markdownURI, "6:attr.unknown", "14:unused.local", "14:name.undefined")
	at := func(line, character int) object {
		return object{"textDocument": object{"uri": markdownURI}, "position": object{"line": line, "character": character}}
	}
	ask := func(method string, params object) string {
		t.Helper()
		var result json.RawMessage
		c.result("textDocument/"+method, params, &result)
		return string(result)
	}
	for _, test := range []struct {
		method          string
		line, character int
		want            string
	}{
		{"hover", 5, 21, "bucket"},
		{"hover", 5, 21, `"range":{"start":{"line":5,"character":20},"end":{"line":5,"character":26}}`},
		{"hover", 14, 1, "names"},
		{"hover", 0, 13, "null"},
		{"hover", 4, 3, "null"},
		{"hover", 11, 0, "null"},
		{"definition", 9, 25, `"uri":"file:///p/README.md","range":{"start":{"line":5,"character":20},"end":{"line":5,"character":26}}`},
		{"definition", 14, 10, "null"},
		{"definition", 2, 5, "null"},
		{"signatureHelp", 9, 19, "split("},
		{"signatureHelp", 2, 5, "null"},
		{"completion", 6, 4, `"label":"name"`},
		{"completion", 9, 30, `"label":"name"`},
		{"completion", 2, 5, "null"},
	} {
		if got := ask(test.method, at(test.line, test.character)); !strings.Contains(got, test.want) || (test.want == "null") != (got == "null") {
			t.Errorf("%s at %d:%d is %s, want %s", test.method, test.line, test.character, got, test.want)
		}
	}
	var list struct{ Items []json.RawMessage }
	c.result("textDocument/completion", at(6, 4), &list)
	var resolved struct{ Documentation any }
	if c.result("completionItem/resolve", list.Items[0], &resolved); resolved.Documentation == nil {
		t.Errorf("the item %s has no documentation", list.Items[0])
	}
	served := []string{"textDocument/hover", "textDocument/completion", "textDocument/signatureHelp", "textDocument/definition", "textDocument/diagnostic"}
	for _, q := range stormRequests(markdownURI, object{"line": 5, "character": 21}) {
		if !strings.HasPrefix(q.method, "textDocument/") || slices.Contains(served, q.method) {
			continue
		}
		var got json.RawMessage
		if c.result(q.method, q.params, &got); string(got) != "null" && string(got) != "[]" {
			t.Errorf("%s is %s", q.method, got)
		}
	}
}

// TestMarkdownIsCompleted: what an accepted item writes elsewhere lands in the same block.
func TestMarkdownIsCompleted(t *testing.T) {
	t.Parallel()
	const before = "# A\n\n```pcl\na = 1\n```\n\n```pcl\npackage {\n  baseProviderName    = \"cloudy\"\n  baseProviderVersion = \"1.4.0\"\n}\n\nresource r \"dns:"
	c := onMarkdown(t, object{}, before+"\n```\n")
	var list struct {
		Items []struct {
			Label               string
			AdditionalTextEdits []struct {
				Range   wireRange
				NewText string
			}
		}
	}
	c.result("textDocument/completion", object{"textDocument": object{"uri": markdownURI}, "position": object{"line": 12, "character": 16}}, &list)
	edits := 0
	for _, item := range list.Items {
		for _, e := range item.AdditionalTextEdits {
			edits++
			if got := fmt.Sprint(e.Range); got != "11:0-11:0" || !strings.HasPrefix(strings.TrimSpace(e.NewText), "package {") {
				t.Errorf("%s also writes %q at %s", item.Label, e.NewText, got)
			}
		}
	}
	if edits == 0 {
		t.Errorf("no item of %v declares its package", list.Items)
	}
}

// TestMarkdownIsEdited: findings follow the edits of blocks, of what is around them, and of files; and they go with the document.
func TestMarkdownIsEdited(t *testing.T) {
	t.Parallel()
	c := onMarkdown(t, object{}, "text\n")
	c.awaitFindings(markdownURI)
	steps := 1
	edit := func(change object, want ...string) {
		t.Helper()
		steps++
		c.change(markdownURI, steps, change)
		c.awaitFindings(markdownURI, want...)
		c.published(markdownURI, steps)
	}
	edit(partial(1, 0, 1, 0, "```pcl\na = b\n"), "2:unused.local", "2:name.undefined") // nothing closes it
	edit(partial(3, 0, 3, 0, "```\n"), "2:unused.local", "2:name.undefined")
	edit(partial(0, 0, 0, 0, "é\n"), "3:unused.local", "3:name.undefined")
	edit(partial(3, 4, 3, 5, "1"), "3:unused.local")
	edit(partial(5, 0, 5, 0, "```pp\nc = a\n```\n"), "3:unused.local", "6:unused.local", "6:name.undefined")
	edit(partial(2, 3, 2, 6, "pcl ignore"), "6:unused.local", "6:name.undefined")
	edit(partial(2, 3, 2, 13, "pcl"), "3:unused.local", "6:unused.local", "6:name.undefined")
	edit(partial(5, 0, 8, 0, ""), "3:unused.local")
	edit(object{"text": "```pcl\nx = y\n```\n"}, "1:unused.local", "1:name.undefined")
	c.open("file:///p/main.pp", 1, "x = 1\n")
	c.awaitFindings("file:///p/main.pp", "0:unused.local")
	c.awaitFindings(markdownURI, "1:unused.local", "1:name.undefined")
	c.close(markdownURI)
	c.awaitFindings(markdownURI)
	c.change("file:///p/main.pp", 2, partial(0, 0, 0, 1, "y"))
	c.published("file:///p/main.pp", 2)
	if last := publishedIn(t, c.received(), markdownURI); len(last[len(last)-1].Diagnostics) != 0 {
		t.Error("a closed document has findings")
	}
}

// TestMarkdownWaitsForSchemas: findings in blocks follow schemas that are loaded in the background, and completion waits for them.
func TestMarkdownWaitsForSchemas(t *testing.T) {
	t.Parallel()
	gate := make(chan struct{})
	c := connect(t, slowly(t, gate)).initialize("utf-16")
	c.open(markdownURI, 1, "```pcl\nresource net \"cloudy:net/network:Network\" {\n  nme = 1\n}\n```\n")
	c.awaitFindings(markdownURI)
	patient := c.start("textDocument/completion", object{"textDocument": object{"uri": markdownURI}, "position": object{"line": 2, "character": 3}})
	c.change(markdownURI, 2, partial(0, 0, 0, 0, "# A\n"))
	close(gate)
	c.awaitFindings(markdownURI, "2:attr.missing", "3:attr.unknown")
	if m := c.answer(patient); !strings.Contains(string(m.Result), "cidrBlock") {
		t.Errorf("got %s", m.Result)
	}
}

// TestMarkdownIsPushed: a client that pulls findings is pushed those in Markdown, and sees them once.
func TestMarkdownIsPushed(t *testing.T) {
	t.Parallel()
	c := onMarkdown(t, object{"textDocument": object{"diagnostic": object{}}}, "```pcl\na = 1\n```\n")
	c.awaitFindings(markdownURI, "1:unused.local")
	var report struct{ Items []wireFindings }
	c.result("workspace/diagnostic", object{"previousResultIds": []object{}}, &report)
	for _, file := range report.Items {
		if file.URI == markdownURI {
			t.Errorf("the workspace has %v", file.lines())
		}
	}
	file := wireFindings{}
	c.result("textDocument/diagnostic", object{"textDocument": object{"uri": markdownURI}}, &file)
	if len(file.lines()) > 0 {
		t.Errorf("the document has %v", file.lines())
	}
	c.change(markdownURI, 2, partial(1, 4, 1, 5, "b"))
	c.awaitFindings(markdownURI, "1:unused.local", "1:name.undefined")
	c.close(markdownURI)
	c.awaitFindings(markdownURI)
}

// TestMarkdownAsChecked: the findings in an open document are those that `check` prints.
func TestMarkdownAsChecked(t *testing.T) {
	t.Parallel()
	fixture.Run(t, "testdata/check", func(t *testing.T, f *fixture.Fixture) {
		const name = fixture.Root + "/README.md"
		var page strings.Builder
		files := fixture.Files{}
		for _, file := range slices.Sorted(maps.Keys(f.Files)) {
			switch {
			case strings.HasSuffix(file, ".pp"):
				fmt.Fprintf(&page, "# 😀 %s\n\n``````pcl\n%s\n``````\n\n", path.Base(file), f.Files[file])
			case path.Base(file) == ".pcl-lsp.yaml":
				files[file] = f.Files[file]
			}
		}
		text := page.String()
		files[name] = text
		given := func(embedded bool) *workspace.Session {
			options := workspace.Options{FS: files, Schemas: schemas.New(schemas.Options{Paths: f.SchemaFiles})}
			if embedded {
				options.Embedded = workspace.Embedded
			}
			return workspace.New(options)
		}
		found, err := given(true).Snapshot().DiagnoseEmbedded(context.Background(), name)
		if err != nil {
			t.Fatal(err)
		}
		show := func(start, end int) string {
			from, to := modelPosition(text, start, "utf-16"), modelPosition(text, end, "utf-16")
			return fmt.Sprintf("%s %v:%v-%v:%v", uriText(name), from["line"], from["character"], to["line"], to["character"])
		}
		var want []string
		for _, d := range found {
			line := fmt.Sprintf("%s %d %s %s", show(d.Span.Start, d.Span.End), d.Severity, d.Code, d.Message)
			for _, r := range d.Related {
				line += fmt.Sprintf(" (%s %s)", show(r.Span.Start, r.Span.End), r.Message)
			}
			want = append(want, line)
		}
		slices.Sort(want)
		c := connect(t, func(s *server) { s.session = given(false) })
		c.initializeWith(object{"textDocument": object{"publishDiagnostics": object{"relatedInformation": true}}})
		c.open(uriText(name), 1, text)
		c.published(uriText(name), 1)
		var got []string
		for _, m := range c.received() {
			var w wireFindings
			if m.Method == "textDocument/publishDiagnostics" && json.Unmarshal(m.Params, &w) == nil && w.URI == uriText(name) {
				got = w.lines()
			}
		}
		slices.Sort(got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("-check +editor:\n%s", diff)
		}
	})
}
