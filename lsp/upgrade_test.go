// This file tests the action that upgrades a package.

package lsp

import (
	"path"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
)

// TestUpgradeAction: the block of a package offers the newest version, in one edit of program and project file that does what the command does.
func TestUpgradeAction(t *testing.T) {
	t.Parallel()
	archive, err := txtar.ParseFile(path.Join(analysistest.Repository(t), "testdata/upgrade/zoo.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	for i, part := range archive.Files {
		if strings.HasSuffix(part.Name, ".json") {
			archive.Files[i].Name = "schemas/" + part.Name
		}
	}
	f := fixture.Make(t, archive)
	c := connect(t, func(s *server) { s.session = f.Session }).initializeOffering(resolving)
	const program = fixture.Root + "/main.pp"
	c.open("file://"+program, 1, string(f.Files[program]))
	for _, line := range []int{1, 5} {
		var upgrade map[string]any
		params := object{"textDocument": object{"uri": "file://" + program}, "range": object{"start": object{"line": line, "character": 4}, "end": object{"line": line, "character": 4}}, "context": object{"diagnostics": []object{}, "only": []string{"refactor"}}}
		var actions []map[string]any
		c.result("textDocument/codeAction", params, &actions)
		for _, a := range actions {
			if a["title"] == "Upgrade `zoo` to 2.0.0" {
				upgrade = a
			}
		}
		if line == 5 {
			if upgrade != nil {
				t.Error("another block offers the upgrade")
			}
			continue
		}
		if upgrade == nil {
			t.Fatal("the block does not offer the upgrade")
		}
		var resolved map[string]any
		c.result("codeAction/resolve", upgrade, &resolved)
		all := strings.Join(editsIn(t, resolved["edit"]), "\n")
		for _, want := range []string{`baseProviderVersion = "2.0.0"`, `resource simba "zoo:cats:Lion"`, "size = simba.gate.width", `species = "leo"`, "\n2.0.0"} {
			if !strings.Contains(all, want) {
				t.Errorf("the edit lacks %s:\n%s", want, all)
			}
		}
	}
}
