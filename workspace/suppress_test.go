package workspace_test

import (
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// TestSuppressionsFollow: what a comment in one program is needed for may depend on a
// component that is broken, on the settings and on the comment itself.
func TestSuppressionsFollow(t *testing.T) {
	t.Parallel()
	const program = "component c \"./one\" {\n}\n\noutput o {\n  # pcl-lsp:ignore prop.unknown\n  value = c.y\n}\n"
	session := open(fixture.Files{
		"/w/main.pp":     program,
		"/w/one/main.pp": "output y {\n  value = 1\n}\n",
	})
	for _, step := range []struct {
		what   string
		change workspace.Change
		want   string
	}{
		{"at first", workspace.Open{Path: "/w/main.pp", Text: program, Version: 1}, "[/w/main.pp:warning]"},
		{"a broken component", workspace.Open{Path: "/w/one/main.pp", Text: "output y {\n  value = 1\n}\nx = [\n", Version: 1}, "[/w/main.pp:error]"},
		{"and without the output", workspace.Open{Path: "/w/one/main.pp", Text: "output z {\n  value = 1\n}\n", Version: 2}, "[]"},
		{"mended", workspace.Open{Path: "/w/one/main.pp", Text: "output y {\n  value = 1\n}\n", Version: 3}, "[/w/main.pp:warning]"},
		{"another code", workspace.Open{Path: "/w/main.pp", Text: "component c \"./one\" {\n}\n\noutput o {\n  # pcl-lsp:ignore name.undefined\n  value = d.y\n}\n", Version: 2}, "[]"},
		{"reasons asked for", workspace.Open{Path: "/w/.pcl-lsp.yaml", Text: "suppressions:\n  requireReason: true\n", Version: 1}, "[/w/main.pp:warning]"},
		{"not any more", workspace.Close{Path: "/w/.pcl-lsp.yaml"}, "[]"},
		{"a wrong setting", workspace.Open{Path: "/w/.pcl-lsp.yaml", Text: "suppressions:\n  requireReason: sometimes\n", Version: 1}, "[/w/.pcl-lsp.yaml:error]"},
	} {
		if got := severities(report(t, session.Apply(step.change), "/w")); got != step.want {
			t.Errorf("%s: got %s, want %s", step.what, got, step.want)
		}
	}
}
