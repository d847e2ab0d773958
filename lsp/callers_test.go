// This file tests what editors show inside a component of what its callers pass.

package lsp

import (
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// TestCallersOfComponents edits a caller that is open: the hint and the hover in the component, which is not open, follow.
func TestCallersOfComponents(t *testing.T) {
	t.Parallel()
	caller := "config pw string {\n  secret = true\n}\n\ncomponent one \"../part\" {\n  login = pw\n}\n"
	part := "config login string {}\n\noutput shown {\n  value = unsecret(login)\n}\n"
	files := fixture.Files{"/w/app/main.pp": caller, "/w/part/main.pp": part}
	c := connect(t, func(s *server) { s.session = workspace.New(workspace.Options{FS: files}) })
	c.call("initialize", object{"capabilities": object{}, "rootUri": uriText("/w")})
	c.notify("initialized", object{})
	const hint = "component.passed"
	hinted := func(want bool) {
		c.await("a hint in the component", func(inbox []message) (message, bool) {
			for _, m := range slices.Backward(inbox) {
				if m.Method == "textDocument/publishDiagnostics" && strings.Contains(string(m.Params), uriText("/w/part/main.pp")) {
					return m, strings.Contains(string(m.Params), hint) == want
				}
			}
			return message{}, false
		})
	}
	hover := func() string {
		return string(c.call("textDocument/hover", object{
			"textDocument": object{"uri": uriText("/w/part/main.pp")}, "position": modelPosition(part, strings.Index(part, "login"), "utf-16"),
		}).Result)
	}
	const passes = "the program in `../app` passes it to config `login`"
	hinted(true)
	if got := hover(); !strings.Contains(got, passes) {
		t.Errorf("got %s", got)
	}
	c.open(uriText("/w/app/main.pp"), 1, strings.Replace(caller, "login = pw", "login = \"\"", 1))
	hinted(false)
	if got := hover(); strings.Contains(got, passes) {
		t.Errorf("got %s", got)
	}
	c.change(uriText("/w/app/main.pp"), 2, object{"text": caller})
	hinted(true)
}
