// This file tests the actions that convert text of other languages.

package lsp

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestConvert: blocks of Terraform have a quick fix that converts them, and one for all of them. The edits are computed when they are asked for.
func TestConvert(t *testing.T) {
	t.Parallel()
	const terraform = "variable \"cidr\" {\n}\n\nresource \"cloudy_network\" \"main\" {\n  cidr_block = var.cidr\n}\n"
	c := connect(t, withSchemas(t)).initializeOffering(resolving)
	c.open(mainURI, 1, terraform)
	actions := c.actionsAt(3, 12, 12, object{"only": []string{"quickfix"}})
	actions = slices.DeleteFunc(actions, func(a map[string]any) bool { return a["edit"] != nil || a["title"].(string)[:7] != "Convert" })
	if diff := cmp.Diff([]string{"Convert to PCL", "Convert all Terraform in this file to PCL"}, titles(actions)); diff != "" {
		t.Fatal(diff)
	}
	network := "resource main \"cloudy:net/network:Network\" {\n  cidrBlock = cidr\n}"
	for i, want := range [][]string{{network}, {"config cidr {\n}", network}} {
		var resolved map[string]any
		c.result("codeAction/resolve", actions[i], &resolved)
		if diff := cmp.Diff(want, editsIn(t, resolved["edit"])); diff != "" {
			t.Errorf("%v: %s", actions[i]["title"], diff)
		}
	}
}
