package lsp

import (
	"testing"

	"go.lsp.dev/protocol"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// TestExcluded: files that a settings file excludes have no findings in the editor from that edit on, and get them back when the edit is undone.
// Overrides work the same way.
func TestExcluded(t *testing.T) {
	t.Parallel()
	files := fixture.Files{"/p/main.pp": wrongName}
	c := connect(t, func(s *server) { s.session = workspace.New(workspace.Options{FS: files}) }).initialize("utf-8")
	const file = "file:///p/.pcl-lsp.yaml"
	c.open(mainURI, 1, wrongName)
	c.becomes(mainURI, protocol.DiagnosticSeverityError)
	c.open(file, 1, "exclude: [main.pp]\n")
	c.await("no findings", func(inbox []message) (message, bool) {
		all := publishedIn(t, inbox, mainURI)
		return message{}, len(all) > 0 && len(all[len(all)-1].Diagnostics) == 0
	})
	c.change(file, 2, object{"text": "overrides: [{paths: [main.pp], rules: {name.*: hint}}]\n"})
	c.becomes(mainURI, protocol.DiagnosticSeverityHint)
	c.change(file, 3, object{"text": "overrides: [{paths: [.], mode: lenient}]\n"})
	c.becomes(mainURI, protocol.DiagnosticSeverityWarning)
	c.change(file, 4, object{"text": ""})
	c.becomes(mainURI, protocol.DiagnosticSeverityError)
}
