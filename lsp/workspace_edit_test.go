package lsp

import (
	"bytes"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// TestInlinedComponentIsDeleted: the file of a component that nothing needs any more is deleted, if the client can delete files.
func TestInlinedComponentIsDeleted(t *testing.T) {
	t.Parallel()
	for _, operations := range [][]string{{"create"}, {"create", "delete"}} {
		files := &sharedFiles{files: map[string]string{
			"/w/Pulumi.yaml": "name: app\nruntime: pcl\n",
			"/w/main.pp":     "component pen \"./pen\" {\n}\n",
			"/w/pen/main.pp": "resource lion \"kit:index:Name\" {\n}\n",
		}}
		c := connect(t, func(s *server) {
			s.session = workspace.New(workspace.Options{FS: files, Schemas: analysistest.RepositorySchemas(t)})
		})
		c.call("initialize", object{
			"workspaceFolders": []object{{"uri": "file:///w", "name": "w"}},
			"capabilities": object{
				"textDocument": object{"codeAction": object{"disabledSupport": true, "codeActionLiteralSupport": object{"codeActionKind": object{"valueSet": []string{"refactor"}}}}},
				"workspace":    object{"workspaceEdit": object{"documentChanges": true, "resourceOperations": operations}},
			},
		})
		c.notify("initialized", object{})
		c.open("file:///w/main.pp", 1, files.files["/w/main.pp"])
		at := object{"line": 0, "character": 11}
		m := c.call("textDocument/codeAction", object{
			"textDocument": object{"uri": "file:///w/main.pp"}, "range": object{"start": at, "end": at},
			"context": object{"diagnostics": []object{}, "only": []string{"refactor.inline"}},
		})
		deletion := []byte(`{"kind":"delete","uri":"file:///w/pen/main.pp","options":{"ignoreIfNotExists":true}}`)
		if !bytes.Contains(m.Result, []byte("Inline component `pen`")) || bytes.Contains(m.Result, deletion) != (len(operations) > 1) {
			t.Errorf("with %v: %s", operations, m.Result)
		}
		c.alive()
	}
}
