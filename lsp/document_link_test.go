// This file tests links on the wire.

package lsp

import (
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// wireLink is a link as JSON.
type wireLink struct {
	Range           wireRange
	Target, Tooltip string
	Data            object
}

// Links to files have their targets at once, links to documentation when resolved, and tooltips if the client shows them.
func TestDocumentLinks(t *testing.T) {
	t.Parallel()
	for _, tips := range []bool{false, true} {
		c := connect(t, func(s *server) {
			s.session = workspace.New(workspace.Options{Schemas: analysistest.RepositorySchemas(t), FS: fixture.Files{
				"/w/inner/main.pp": "x = 1\n", "/w/notes.txt": "Text.\n",
			}})
		}).initializeWith(object{"textDocument": object{"documentLink": object{"tooltipSupport": tips}}})
		c.open("file:///w/main.pp", 1, "component c \"./inner\" {}\nx = readFile(\"notes.txt\")\nresource b \"cloudy:storage/bucket:Bucket\" {}\nresource s \"kit:Site\" {}\n")
		var found []wireLink
		c.result("textDocument/documentLink", object{"textDocument": object{"uri": "file:///w/main.pp"}}, &found)
		if len(found) != 3 || found[0].Target != "file:///w/inner/main.pp" || found[1].Target != "file:///w/notes.txt" || found[2].Target != "" {
			t.Fatalf("got %+v", found)
		}
		if got := found[2].Range.String(); got != "2:12-2:40" || (found[2].Tooltip != "") != tips {
			t.Errorf("got %+v", found[2])
		}
		var resolved wireLink
		c.result("documentLink/resolve", object{"range": object{
			"start": object{"line": 2, "character": 12}, "end": object{"line": 2, "character": 40},
		}, "data": found[2].Data}, &resolved)
		if resolved.Target != "https://cloudy.example/" {
			t.Errorf("resolved to %+v", resolved)
		}
	}
}
