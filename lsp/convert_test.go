// This file tests the actions that convert text of other languages.

package lsp

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/convert"
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
	network := "resource main \"cloudy:net:Network\" {\n  cidrBlock = cidr\n}"
	for i, want := range [][]string{{network}, {"config cidr {\n}", network}} {
		var resolved map[string]any
		c.result("codeAction/resolve", actions[i], &resolved)
		if diff := cmp.Diff(want, editsIn(t, resolved["edit"])); diff != "" {
			t.Errorf("%v: %s", actions[i]["title"], diff)
		}
	}
}

// TestConvertText: a text of another language becomes one of PCL. PCL stays as it is, and a text that is too long is refused.
func TestConvertText(t *testing.T) {
	t.Parallel()
	c := connect(t, withSchemas(t)).initializeOffering(resolving)
	c.open(mainURI, 1, "resource main \"cloudy:net:Network\" {\n  cidrBlock = \"\"\n}\n")
	for text, want := range map[string]any{
		"resource \"cloudy_network\" \"main\" {\n  cidr_block = 1\n}\n":                 object{"text": "resource mainNetwork \"cloudy:net:Network\" {\n  cidrBlock = 1\n}\n"},
		`{"resources": [{"type": "cloudy:net:Network", "name": "other", "id": "n-1"}]}`: object{"text": "resource other \"cloudy:net:Network\" {\n  cidrBlock = \"\"\n\n  options {\n    import = \"n-1\"\n  }\n}\n"},
		"a = 1\n": nil,
	} {
		var got any
		c.result("pcl/convert", object{"textDocument": object{"uri": mainURI}, "text": text}, &got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
	var types []string
	c.result("pcl/resourceTypes", object{"textDocument": object{"uri": mainURI}}, &types)
	if !slices.Contains(types, "cloudy:net:Network") || slices.Contains(types, "") {
		t.Errorf("the types are %v", types)
	}
	if got := c.call("pcl/convert", object{"textDocument": object{"uri": mainURI}, "text": strings.Repeat(" ", convert.Longest+1)}).errorCode(); got != -32602 {
		t.Errorf("a long text has code %d", got)
	}
}
