package lsp

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/protocol"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// TestStackFileIsEdited: findings in a stack file are shown whether it is open or not, follow its text and the program, and never disappear in between.
func TestStackFileIsEdited(t *testing.T) {
	t.Parallel()
	const saved, program = "config: {regoin: a}\n", "config region string { default = \"\" }\noutput o { value = region }\n"
	files := fixture.Files{"/p/Pulumi.yaml": "name: p\nruntime: pcl\n", "/p/Pulumi.dev.yaml": saved, "/p/main.pp": program}
	c := connect(t, func(s *server) { s.session = workspace.New(workspace.Options{FS: files}) }).initialize("utf-16")
	const file = "file:///p/Pulumi.dev.yaml"
	c.open("file:///p/main.pp", 1, program)
	c.becomes(file, protocol.DiagnosticSeverityWarning)
	c.open(file, 1, saved)
	c.change(file, 2, partial(0, 0, 0, 0, "# 𐐀\n"))
	c.await("the finding where it is now", func(inbox []message) (message, bool) {
		all := publishedIn(t, inbox, file)
		last := all[len(all)-1].Diagnostics
		return message{}, len(last) == 1 && last[0].Range.Start.Line == 1
	})
	for _, p := range publishedIn(t, c.received(), file) {
		if len(p.Diagnostics) != 1 {
			t.Errorf("in between: %v", p)
		}
	}
	c.change("file:///p/main.pp", 2, partial(0, 0, 0, 0, "config regoin string { default = \"\" }\n"))
	c.await("no finding", func(inbox []message) (message, bool) {
		all := publishedIn(t, inbox, file)
		return message{}, len(all[len(all)-1].Diagnostics) == 0
	})
}

// TestKeysOfStackFiles: a key of a project or stack file stands for the config that it sets. The config tells what each stack sets it to, without secrets.
func TestKeysOfStackFiles(t *testing.T) {
	t.Parallel()
	const (
		program = "config region string { description = \"Where it runs.\" }\nconfig pw string { secret = true }\noutput o { value = region }\nconfig key string {}\n"
		dev     = "config:\n  p:region: eu\n  p:pw: hunter2\n  aws:region: x\n  p:other: y\n  p:key: hunter2\n"
		prod    = "config:\n  region: \"us\"\n  p:pw:\n    secure: AAA\n  p:key:\n    secure: AAA\n"
		project = "name: p\nruntime: pcl\nconfig:\n  region: af\n  key: { secret: true, value: hunter2 }\n"
	)
	files := fixture.Files{"/p/Pulumi.yaml": project, "/p/Pulumi.dev.yaml": dev, "/p/Pulumi.prod.yaml": prod, "/p/main.pp": program, "/p/other.yaml": dev}
	c := connect(t, func(s *server) { s.session = workspace.New(workspace.Options{FS: files}) }).initialize("utf-16")
	ask := func(method, file string, line, character int, more object) (answer string) {
		params := object{"textDocument": object{"uri": "file:///p/" + file}, "position": object{"line": line, "character": character}}
		maps.Copy(params, more)
		var raw jsontext.Value
		c.result(method, params, &raw)
		return string(raw)
	}
	for _, test := range []struct {
		method, file    string
		line, character int
		more            object
		want            []string // parts of the answer; none for no answer
	}{
		{"textDocument/hover", "main.pp", 0, 8, nil, []string{"Where it runs.", "In `Pulumi.yaml`: `af`", "In stack `dev`: `eu`", "In stack `prod`: `us`"}},
		{"textDocument/hover", "main.pp", 1, 8, nil, []string{"In stack `dev`: not encrypted", "In stack `prod`: encrypted"}},
		{"textDocument/hover", "main.pp", 3, 8, nil, []string{"In `Pulumi.yaml`: not encrypted", "In stack `dev`: not encrypted", "In stack `prod`: encrypted"}},
		{"textDocument/hover", "Pulumi.dev.yaml", 1, 5, nil, []string{"Where it runs.", `"start":{"line":1,"character":4},"end":{"line":1,"character":10}`}},
		{"textDocument/hover", "Pulumi.prod.yaml", 1, 3, nil, []string{"Where it runs.", `"start":{"line":1,"character":2}`}},
		{"textDocument/hover", "Pulumi.yaml", 3, 3, nil, []string{"Where it runs."}},
		{"textDocument/hover", "Pulumi.dev.yaml", 1, 13, nil, nil},
		{"textDocument/hover", "Pulumi.dev.yaml", 3, 7, nil, nil},
		{"textDocument/hover", "Pulumi.dev.yaml", 4, 7, nil, nil},
		{"textDocument/hover", "other.yaml", 1, 5, nil, nil},
		{"textDocument/definition", "Pulumi.prod.yaml", 1, 3, nil, []string{`main.pp`, `"start":{"line":0,"character":7}`}},
		{"textDocument/references", "Pulumi.prod.yaml", 1, 3, object{"context": object{"includeDeclaration": true}}, []string{`"line":0`, `"line":2`, "Pulumi.yaml", "Pulumi.dev.yaml", "Pulumi.prod.yaml"}},
		{"textDocument/references", "main.pp", 2, 22, object{"context": object{"includeDeclaration": false}}, []string{"Pulumi.yaml", "Pulumi.dev.yaml", "Pulumi.prod.yaml"}},
		{"textDocument/prepareRename", "Pulumi.prod.yaml", 1, 3, nil, []string{`"placeholder":"region"`, `"start":{"line":1,"character":2}`}},
		{"textDocument/rename", "Pulumi.dev.yaml", 1, 5, object{"newName": "place"}, []string{"main.pp", "Pulumi.dev.yaml", "Pulumi.prod.yaml", "Pulumi.yaml"}},
	} {
		got := ask(test.method, test.file, test.line, test.character, test.more)
		if test.want == nil && got != "null" {
			t.Errorf("%s at %s:%d:%d: %s", test.method, test.file, test.line, test.character, got)
		}
		for _, part := range test.want {
			if !strings.Contains(got, part) {
				t.Errorf("%s at %s:%d:%d has no %s: %s", test.method, test.file, test.line, test.character, part, got)
			}
		}
		if strings.Contains(got, "hunter2") {
			t.Errorf("%s at %s:%d:%d shows a secret: %s", test.method, test.file, test.line, test.character, got)
		}
	}
}

// TestStackFilesComplete: what is typed into a project or stack file is completed with the configs that it does not set, in the spelling of its other keys,
// and with the values of a config that has few. | is the cursor.
func TestStackFilesComplete(t *testing.T) {
	t.Parallel()
	const program = "config region string { default = \"\" }\nconfig count int {}\nconfig debug bool { default = false }\nconfig pw string { secret = true }\n"
	for _, test := range []struct{ file, text, want string }{
		{"Pulumi.dev.yaml", "config:\n  |\n", "p:count: |p:pw: |p:debug: |p:region: "},
		{"Pulumi.dev.yaml", "config:\n  p:count: 1\n  # so far\n  re|\n", "p:pw: |p:debug: |p:region: "},
		{"Pulumi.dev.yaml", "encryptionsalt: v1\nconfig:\n    count: 1\n    |\n    aws:region: x\n", "pw: |debug: |region: "},
		{"Pulumi.dev.yaml", "config:\r\n  p:config:count: 1\r\n  d|\r\n", "p:config:pw: |p:config:debug: |p:config:region: "},
		{"Pulumi.yaml", "name: p\nruntime: pcl\nconfig:\n  count:\n    value: 1\n  |", "pw: |debug: |region: "},
		{"Pulumi.dev.yaml", "config:\n  p:debug: |\n", "false|true"},
		{"Pulumi.dev.yaml", "config:\n  p:debug: t|\n", "false|true"},
		{"Pulumi.dev.yaml", "config:\n  p:count: |\n", ""},
		{"Pulumi.dev.yaml", "config:\n  p:count:\n    |\n  p:pw: a\n", "nothing"},
		{"Pulumi.dev.yaml", "config:\n  p:c| p:debug: true\n", "nothing"},
		{"Pulumi.dev.yaml", "|\nconfig:\n", "nothing"},
		{"Pulumi.dev.yaml", "config:\n  aws:debug: |\n", "nothing"},
		{"Pulumi.dev.yaml", "config:\n  p:count: 1\nother:\n  |\n", "nothing"},
		{"other.yaml", "config:\n  |\n", "nothing"},
		{"Pulumi.dev.yaml", "config:\n  p:region: eu\n  p:pw:\n    secure: AAA\n  |", "p:count: |p:debug: "},
		{"Pulumi.dev.yaml", "config:\n  p:region: eu\n  \"|", "p:count\": |p:pw\": |p:debug\": "},
		{"Pulumi.dev.yaml", "config:\n  p:region: eu\n  'p:c|'\n", "p:count|p:pw|p:debug"},
		{"Pulumi.dev.yaml", "config:\n  p:region: eu\n  'p:c|\"\n", "nothing"},
		{"Pulumi.dev.yaml", "config:\n  p:region: eu\n  p:c|'\n", "nothing"},
	} {
		text := strings.Replace(test.text, "|", "", 1)
		files := fixture.Files{"/p/Pulumi.yaml": "name: p\nruntime: pcl\n", "/p/main.pp": program}
		c := connect(t, func(s *server) { s.session = workspace.New(workspace.Options{FS: files}) }).initializeWith(object{
			"textDocument": object{"completion": object{"completionItem": object{"insertReplaceSupport": true}, "completionList": object{"itemDefaults": []string{"editRange"}}}},
		})
		c.open("file:///p/"+test.file, 1, text)
		params := object{"textDocument": object{"uri": "file:///p/" + test.file}, "position": modelPosition(test.text, strings.Index(test.text, "|"), "utf-16")}
		type item struct {
			SortText, TextEditText, InsertText, Label string
			TextEdit                                  struct{ NewText string }
		}
		type edited struct { // both kinds of ranges
			wireRange
			Insert wireRange
		}
		var answer *struct {
			ItemDefaults struct{ EditRange edited }
			Items        []item
		}
		got := "nothing"
		if c.result("textDocument/completion", params, &answer); answer != nil {
			slices.SortStableFunc(answer.Items, func(a, b item) int { return strings.Compare(a.SortText, b.SortText) })
			var inserted []string
			for _, item := range answer.Items {
				inserted = append(inserted, cmp.Or(item.TextEdit.NewText, item.TextEditText, item.InsertText, item.Label))
			}
			got = strings.Join(inserted, "|")
			at := params["position"].(object)
			if span := cmp.Or(answer.ItemDefaults.EditRange.Insert, answer.ItemDefaults.EditRange.wireRange); len(inserted) > 0 && (span.End.Line != at["line"] || span.End.Character != at["character"]) {
				t.Errorf("%s: %q: the range of the edits ends at %v, not at the cursor", test.file, test.text, span.End)
			}
		}
		if got != test.want {
			t.Errorf("%s: %q: %s, want %s", test.file, test.text, got, test.want)
		}
	}
}
