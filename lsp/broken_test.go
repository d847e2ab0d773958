// This file tests truncated and damaged texts, and broken workspaces.

package lsp

import (
	"context"
	"encoding/json"
	"maps"
	"path"
	"slices"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// TestCutTexts: prefixes of fixtures, and fixtures without one byte, are parsed, checked, formatted and completed without a fault. make test-long tests
// all of them.
func TestCutTexts(t *testing.T) {
	testsize.NotRaced(t, "it does one thing after another")
	t.Parallel()
	every := testsize.CutEvery
	for i, source := range sweptSources(t) {
		t.Run(source.name, func(t *testing.T) {
			t.Parallel()
			handlers := newServer(Options{}).requests
			s := newServer(Options{})
			s.session = workspace.New(workspace.Options{FS: source.files})
			for _, name := range slices.Sorted(maps.Keys(source.files)) {
				text := source.files[name]
				if path.Ext(name) != ".pp" {
					continue
				}
				for n := i % every; n < len(text); n += every {
					for _, cut := range []string{text[:n], text[:n] + text[n+1:]} {
						s.session.Apply(workspace.Open{Path: name, Text: cut})
						v := s.view()
						params, err := json.Marshal(object{
							"textDocument": object{"uri": uriText(name)}, "position": modelPosition(cut, n, "utf-8"),
							"options": object{"tabSize": 2, "insertSpaces": true},
						})
						if err != nil {
							t.Fatal(err)
						}
						if p := v.Snapshot.Program(name); p != nil {
							if _, err := v.Snapshot.Report(context.Background(), p, nil); err != nil {
								t.Errorf("%s:%d: %v", name, n, err)
							}
						}
						for _, method := range []string{"textDocument/formatting", "textDocument/completion"} {
							if _, err := handlers[method].Concurrent(context.Background(), v, params); err != nil {
								t.Errorf("%s:%d: %s: %v", name, n, method, err)
							}
						}
					}
				}
				s.session.Apply(workspace.Close{Path: name})
			}
		})
	}
}

// TestBrokenWorkspaces: component directories that include each other, a deleted root, and a project file that is broken, absent or names another
// directory lead to at most one finding. Other programs stay as they were.
func TestBrokenWorkspaces(t *testing.T) {
	t.Parallel()
	const good, uses = "file:///w/good/g.pp", "component c \"../b\" {\n}\n"
	for _, test := range []struct {
		name  string
		files fixture.Files
		want  []string
	}{
		{"a circle", fixture.Files{"/w/a/a.pp": uses, "/w/b/b.pp": "component c \"../a\" {\n}\n"}, []string{"/w/a/a.pp component.source-cycle", "/w/b/b.pp component.source-cycle"}},
		{"no project file", fixture.Files{"/w/a/a.pp": wrongName}, []string{"/w/a/a.pp name.undefined"}},
		{"another directory", fixture.Files{"/w/a/Pulumi.yaml": "name: a\nruntime: pcl\nmain: src\n", "/w/a/src/a.pp": wrongName}, []string{"/w/a/src/a.pp name.undefined"}},
		{"broken", fixture.Files{"/w/a/Pulumi.yaml": "main: [\n", "/w/a/a.pp": wrongName}, []string{"/w/a/Pulumi.yaml project.invalid", "/w/a/a.pp name.undefined"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			test.files["/w/good/g.pp"] = wrongName
			disk := &sharedFiles{files: test.files}
			inBubble(t, nil, object{}, func(c *puller) {
				want := append(slices.Clone(test.want), "/w/good/g.pp name.undefined")
				got := c.shownNow("")
				slices.Sort(got)
				c.expect("shown", got, want)
				c.open(good, 1, wrongName)
				disk.become(nil)
				c.notify("workspace/didChangeWatchedFiles", object{"changes": []object{{"uri": "file:///w", "type": 3}}})
				c.expect("the root is deleted", c.shownNow(""), []string{"/w/good/g.pp v1 name.undefined"})
				c.wantAllAnswered(good, wrongName, 10)
			}, disk.served)
		})
	}
}
