package lsp

import (
	"testing"

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
