// This file tests requests about names: references, highlights, renames, and operations on
// files.

package lsp

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// namedFiles are two programs that use a component, and the configuration of a stack.
var namedFiles = fixture.Files{
	"/w/app/Pulumi.yaml":     "name: app\nruntime: pcl\n",
	"/w/app/Pulumi.dev.yaml": "config:\n  app:region: x # ü𝄞\n  \"app:other\": y\n",
	"/w/app/main.pp":         "config region string {}\ncomponent net \"./net\" {\n  cidr = region\n}\nall = [for n in [net.vpcId] : n]\n/* 𝄞 */ resource bucket \"cloudy:storage/bucket:Bucket\" {\n}\n",
	"/w/app/net/main.pp":     "config cidr string {}\noutput vpcId {\n  value = cidr\n}\n",
	"/w/far/main.pp":         "component again \"../app/net\" {\n  cidr = \"c\"\n}\nx = again.vpcId\n",
}

// naming returns a client that has opened the main program of namedFiles.
func naming(t *testing.T, capabilities object) *fakeClient {
	t.Helper()
	c := connect(t, func(s *server) {
		s.session = workspace.New(workspace.Options{FS: namedFiles, Schemas: analysistest.RepositorySchemas(t)})
	})
	c.call("initialize", object{"capabilities": capabilities, "workspaceFolders": []object{{"uri": "file:///w", "name": "w"}}})
	c.notify("initialized", object{})
	c.open("file:///w/app/main.pp", 4, namedFiles["/w/app/main.pp"])
	return c
}

// at returns parameters about the first place of some words in a file.
func at(name, words string, more object) object {
	text := namedFiles[name]
	p := object{"textDocument": object{"uri": uriText(name)}, "position": modelPosition(text, strings.Index(text, words), "utf-16")}
	for key, value := range more {
		p[key] = value
	}
	return p
}

// shownPlaces formats places as file:line:character.
func shownPlaces(t *testing.T, result json.RawMessage) []string {
	t.Helper()
	var places []struct {
		URI   string
		Range wireRange
	}
	if err := json.Unmarshal(result, &places); err != nil {
		t.Fatal(err)
	}
	var shown []string
	for _, p := range places {
		shown = append(shown, strings.TrimPrefix(p.URI, "file:///w/")+" "+p.Range.String())
	}
	slices.Sort(shown)
	return shown
}

// TestReferencesAcrossDirectories: inputs and outputs are found in every program of the workspace that uses the component, with the declaration if
// requested.
func TestReferencesAcrossDirectories(t *testing.T) {
	t.Parallel()
	c := naming(t, object{})
	ask := func(declaration bool) object {
		return at("/w/app/net/main.pp", "cidr", object{"context": object{"includeDeclaration": declaration}})
	}
	with := shownPlaces(t, c.call("textDocument/references", ask(true)).Result)
	if len(with) != 4 {
		t.Errorf("got %v", with)
	}
	if without := shownPlaces(t, c.call("textDocument/references", ask(false)).Result); len(without) != 3 {
		t.Errorf("without the declaration: got %v", without)
	}
	set := shownPlaces(t, c.call("textDocument/implementation", at("/w/app/net/main.pp", "cidr", nil)).Result)
	if len(set) != 2 || !strings.HasPrefix(set[0], "app/main.pp") || !strings.HasPrefix(set[1], "far/main.pp") {
		t.Errorf("implementation: got %v", set)
	}
	for _, uri := range []string{"file:///none.pp", "untitled:x"} {
		m := c.call("textDocument/references", object{"textDocument": object{"uri": uri}, "position": object{"line": 0, "character": 0}, "context": object{"includeDeclaration": true}})
		if m.Error != nil || string(m.Result) != "[]" && string(m.Result) != "null" {
			t.Errorf("%s: got %s %v", uri, m.Result, m.Error)
		}
	}
}

// TestReferencesInParts: with a token, all places come as progress, each once, and the answer is empty.
func TestReferencesInParts(t *testing.T) {
	t.Parallel()
	c := naming(t, object{})
	whole := shownPlaces(t, c.call("textDocument/references", at("/w/app/main.pp", "vpcId", object{"context": object{"includeDeclaration": true}})).Result)
	m := c.call("textDocument/references", at("/w/app/main.pp", "vpcId", object{
		"context": object{"includeDeclaration": true}, "partialResultToken": "part", "workDoneToken": 7,
	}))
	if string(m.Result) != "[]" {
		t.Errorf("the answer is %s", m.Result)
	}
	var parts, steps []string
	for _, m := range c.received() {
		var p struct {
			Token any
			Value json.RawMessage
		}
		if m.Method != "$/progress" || json.Unmarshal(m.Params, &p) != nil {
			continue
		}
		if p.Token == "part" {
			parts = append(parts, shownPlaces(t, p.Value)...)
		} else if p.Token == 7.0 {
			var step struct{ Kind string }
			_ = json.Unmarshal(p.Value, &step)
			steps = append(steps, step.Kind)
		}
	}
	slices.Sort(parts)
	if diff := cmp.Diff(whole, parts); diff != "" || len(whole) != 3 {
		t.Errorf("the parts differ: %s", diff)
	}
	if diff := cmp.Diff([]string{"begin", "end"}, steps); diff != "" {
		t.Errorf("the progress: %s", diff)
	}
}

// TestRenameKeepsColumns: a shorter or longer name keeps a formatted program formatted, in all files.
func TestRenameKeepsColumns(t *testing.T) {
	t.Parallel()
	files := fixture.Files{"/w/a.pp": "component net \"./net\" {\n  size    = 1\n  another = 2\n}\nx    = net.size\nlong = 1\n", "/w/net/main.pp": "config size int {}\nconfig another int {}\noutput size { value = size + another }\n"}
	c := connect(t, func(s *server) { s.session = workspace.New(workspace.Options{FS: files}) }).initialize("utf-16")
	c.open("file:///w/a.pp", 1, files["/w/a.pp"])
	for _, test := range []struct {
		line, character int
		to, want        string
	}{
		{2, 4, "moreThanBefore", "component net \"./net\" {\n  size           = 1\n  moreThanBefore = 2\n}\nx    = net.size\nlong = 1\n"},
		{5, 0, "y", "component net \"./net\" {\n  size    = 1\n  another = 2\n}\nx = net.size\ny = 1\n"},
	} {
		m := c.call("textDocument/rename", object{"textDocument": object{"uri": "file:///w/a.pp"}, "position": object{"line": test.line, "character": test.character}, "newName": test.to})
		if got := appliedEdit(t, files, m.Result)["/w/a.pp"]; got != test.want {
			t.Errorf("%s: got\n%s", test.to, got)
		}
	}
}

// TestHighlight: a name is written where it gets its value and read elsewhere.
func TestHighlight(t *testing.T) {
	t.Parallel()
	c := naming(t, object{})
	var marks []struct{ Kind int }
	c.result("textDocument/documentHighlight", at("/w/app/main.pp", "region", nil), &marks)
	if len(marks) != 2 || marks[0].Kind != 3 || marks[1].Kind != 2 {
		t.Errorf("got %v", marks)
	}
}

// TestLinkedEditing: loop variables change together, and nothing else.
func TestLinkedEditing(t *testing.T) {
	t.Parallel()
	c := naming(t, object{})
	var linked *struct{ Ranges []wireRange }
	c.result("textDocument/linkedEditingRange", at("/w/app/main.pp", "n in", nil), &linked)
	if linked == nil || len(linked.Ranges) != 2 {
		t.Errorf("got %v", linked)
	}
	if m := c.call("textDocument/linkedEditingRange", at("/w/app/main.pp", "region", nil)); string(m.Result) != "null" {
		t.Errorf("got %s for a config", m.Result)
	}
}

// renames applies the edit that answers a rename.
func (c *fakeClient) renames(name, words, to string) map[string]string {
	c.t.Helper()
	m := c.call("textDocument/rename", at(name, words, object{"newName": to}))
	if m.Error != nil {
		c.t.Fatalf("%s: %s", words, m.Error.Message)
	}
	return appliedEdit(c.t, namedFiles, m.Result)
}

// appliedEdit returns the files that an edit changes, with their new texts.
func appliedEdit(t *testing.T, files map[string]string, result json.RawMessage) map[string]string {
	t.Helper()
	type edit struct {
		Range        wireRange
		NewText      string
		AnnotationID string
	}
	var answer struct {
		Changes         map[string][]edit
		DocumentChanges []struct {
			TextDocument struct {
				URI     string
				Version any
			}
			Edits []edit
		}
	}
	if err := json.Unmarshal(result, &answer); err != nil {
		t.Fatal(err)
	}
	for _, d := range answer.DocumentChanges {
		if answer.Changes == nil {
			answer.Changes = map[string][]edit{}
		}
		answer.Changes[d.TextDocument.URI] = d.Edits
	}
	after := map[string]string{}
	for uri, edits := range answer.Changes {
		name := strings.TrimPrefix(uri, "file://")
		text := files[name]
		offset := func(line, character int) int { return modelOffset(files[name], line, character, "utf-16") }
		slices.SortStableFunc(edits, func(a, b edit) int {
			return offset(b.Range.Start.Line, b.Range.Start.Character) - offset(a.Range.Start.Line, a.Range.Start.Character)
		})
		for _, e := range edits {
			text = text[:offset(e.Range.Start.Line, e.Range.Start.Character)] + e.NewText + text[offset(e.Range.End.Line, e.Range.End.Character):]
		}
		after[name] = text
	}
	return after
}

// annotating announces a client that shows why edits are made.
var annotating = object{
	"textDocument": object{"rename": object{"prepareSupport": true}},
	"workspace":    object{"workspaceEdit": object{"documentChanges": true, "changeAnnotationSupport": object{}}},
}

// TestRenameAcrossFiles: a config is renamed with its key in stack files, and an output with its uses in other programs. A resource keeps its name
// outside the program.
func TestRenameAcrossFiles(t *testing.T) {
	t.Parallel()
	for _, capabilities := range []object{{}, annotating} {
		c := naming(t, capabilities)
		main := namedFiles["/w/app/main.pp"]
		want := map[string]string{
			"/w/app/main.pp":         strings.ReplaceAll(main, "region", "zone"),
			"/w/app/Pulumi.dev.yaml": strings.ReplaceAll(namedFiles["/w/app/Pulumi.dev.yaml"], "region", "zone"),
		}
		if diff := cmp.Diff(want, c.renames("/w/app/main.pp", "region", "zone")); diff != "" {
			t.Errorf("a config: %s", diff)
		}
		want = map[string]string{
			"/w/app/main.pp":     strings.ReplaceAll(main, "vpcId", "id"),
			"/w/app/net/main.pp": strings.ReplaceAll(namedFiles["/w/app/net/main.pp"], "vpcId", "id"),
			"/w/far/main.pp":     strings.ReplaceAll(namedFiles["/w/far/main.pp"], "vpcId", "id"),
		}
		if diff := cmp.Diff(want, c.renames("/w/app/main.pp", "vpcId", "id")); diff != "" {
			t.Errorf("an output: %s", diff)
		}
		kept := strings.Replace(main, "resource bucket \"cloudy:storage/bucket:Bucket\" {", "resource files \"cloudy:storage/bucket:Bucket\" {\n  __logicalName = \"bucket\"", 1)
		if diff := cmp.Diff(map[string]string{"/w/app/main.pp": kept}, c.renames("/w/app/main.pp", "bucket", "files")); diff != "" {
			t.Errorf("a resource: %s", diff)
		}
	}
}

// TestRenameNotes: optional edits are annotated for clients that support it.
func TestRenameNotes(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		capabilities object
		want         bool
	}{{object{}, false}, {object{"workspace": object{"workspaceEdit": object{"documentChanges": true}}}, false}, {annotating, true}} {
		c := naming(t, test.capabilities)
		for words, confirm := range map[string]string{"bucket": "false", "region": "true"} {
			m := c.call("textDocument/rename", at("/w/app/main.pp", words, object{"newName": "other"}))
			got := strings.Contains(string(m.Result), `"annotationId"`) && strings.Contains(string(m.Result), `"needsConfirmation":`+confirm)
			if got != test.want || got != strings.Contains(string(m.Result), `"changeAnnotations"`) {
				t.Errorf("%v: %s: got %s", test.capabilities, words, m.Result)
			}
		}
	}
}

// TestRenameRefused: a name that cannot be renamed is an error with the reason. Without a name there is no answer.
func TestRenameRefused(t *testing.T) {
	t.Parallel()
	c := naming(t, annotating)
	for _, test := range []struct{ words, to, want string }{
		{"region", "net", "already a component `net`"},
		{"region", "two words", "one word"},
		{"region", "range", "the name of the current element"},
		{"cloudy:", "x", "a name of the provider"},
	} {
		m := c.call("textDocument/rename", at("/w/app/main.pp", test.words, object{"newName": test.to}))
		if m.errorCode() != -32803 || !strings.Contains(m.Error.Message, test.want) {
			t.Errorf("%s to %s: got %s %+v", test.words, test.to, m.Result, m.Error)
		}
	}
	if m := c.call("textDocument/prepareRename", at("/w/app/main.pp", "cloudy:", nil)); m.errorCode() != -32803 {
		t.Errorf("a token: got %s", m.Result)
	}
	if m := c.call("textDocument/prepareRename", at("/w/app/main.pp", "{}", nil)); string(m.Result) != "null" {
		t.Errorf("no name: got %s %v", m.Result, m.Error)
	}
	var prepared struct {
		Range       wireRange
		Placeholder string
	}
	c.result("textDocument/prepareRename", at("/w/app/main.pp", "bucket", nil), &prepared)
	if prepared.Placeholder != "bucket" || prepared.Range.String() != "5:18-5:24" {
		t.Errorf("got %+v", prepared)
	}
}

// TestMovedComponent: sources follow a renamed directory.
func TestMovedComponent(t *testing.T) {
	t.Parallel()
	c := naming(t, object{})
	m := c.call("workspace/willRenameFiles", object{"files": []object{{"oldUri": "file:///w/app/net", "newUri": "file:///w/net%20work"}}})
	want := map[string]string{
		"/w/app/main.pp": strings.Replace(namedFiles["/w/app/main.pp"], "./net", "../net work", 1),
		"/w/far/main.pp": strings.Replace(namedFiles["/w/far/main.pp"], "../app/net", "../net work", 1),
	}
	if diff := cmp.Diff(want, appliedEdit(t, namedFiles, m.Result)); diff != "" {
		t.Error(diff)
	}
	for _, files := range [][]object{nil, {{"oldUri": "untitled:a", "newUri": "untitled:b"}}, {{"oldUri": "file:///w/z", "newUri": "file:///w/y"}}} {
		if m := c.call("workspace/willRenameFiles", object{"files": files}); string(m.Result) != "null" {
			t.Errorf("%v: got %s %v", files, m.Result, m.Error)
		}
	}
}

// TestDeletedComponent: the server warns if a deleted component is still used.
func TestDeletedComponent(t *testing.T) {
	t.Parallel()
	c := naming(t, object{})
	for _, deleted := range [][]object{{{"uri": "file:///w/app/other"}}, {{"uri": "file:///w"}}, {{"uri": "file:///w/app/net/main.pp"}}} {
		if m := c.call("workspace/willDeleteFiles", object{"files": deleted}); string(m.Result) != "null" {
			t.Errorf("got %s %v", m.Result, m.Error)
		}
	}
	shown := c.await("a warning", func(inbox []message) (message, bool) {
		i := slices.IndexFunc(inbox, func(m message) bool { return m.Method == "window/showMessage" })
		return inbox[max(i, 0)], i >= 0
	})
	if text := string(shown.Params); !strings.Contains(text, "'net' in app/main.pp, 'again' in far/main.pp") {
		t.Errorf("shown %s", text)
	}
}

// TestToldOfFiles: file operations are noticed without watching.
func TestToldOfFiles(t *testing.T) {
	t.Parallel()
	disk := &sharedFiles{files: fixture.Files{"/w/main.pp": "component c \"./in\" {}\nx = c.y\n"}}
	c := connect(t, func(s *server) { s.session = workspace.New(workspace.Options{FS: disk}) })
	c.call("initialize", object{"capabilities": object{"textDocument": object{"diagnostic": object{}}}})
	c.notify("initialized", object{})
	c.open("file:///w/main.pp", 1, disk.files["/w/main.pp"])
	found := func() bool {
		m := c.call("textDocument/diagnostic", object{"textDocument": object{"uri": "file:///w/main.pp"}})
		return !strings.Contains(string(m.Result), "component.source")
	}
	if found() {
		t.Fatal("a component is there before it is created")
	}
	disk.set("/w/in/main.pp", "output y { value = 1 }\n")
	c.notify("workspace/didCreateFiles", object{"files": []object{{"uri": "file:///w/in/main.pp"}}})
	if !found() {
		t.Error("a new component is not seen")
	}
	disk.remove("/w/in/main.pp")
	disk.set("/w/out/main.pp", "output y { value = 1 }\n")
	c.notify("workspace/didRenameFiles", object{"files": []object{{"oldUri": "file:///w/in", "newUri": "file:///w/out"}}})
	if found() {
		t.Error("a renamed component is still seen")
	}
	c.notify("workspace/didRenameFiles", object{"files": []object{}})
	disk.set("/w/in/main.pp", "output y { value = 1 }\n")
	c.notify("workspace/didCreateFiles", object{"files": []object{{"uri": "file:///w/in"}}})
	if !found() {
		t.Error("a component that is back is not seen")
	}
	disk.remove("/w/in/main.pp")
	c.notify("workspace/didDeleteFiles", object{"files": []object{{"uri": "file:///w/in"}}})
	if found() {
		t.Error("a deleted component is still seen")
	}
}
