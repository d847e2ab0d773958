package settings_test

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/workspace/settings"
)

func TestClean(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ given, usable, fault string }{
		{`{}`, `{}`, ``},
		{`{"rules":{"a":7},"stack":"x","trusted":true,"commands":["a"],"schemaDocuments":true}`, `{"rules":{"a":7},"stack":"x","trusted":true,"commands":["a"],"schemaDocuments":true}`, ``},
		{`{"stack":null,"inlayHints":null,"server":{"path":""}}`, `{"stack":null,"inlayHints":null,"server":{"path":""}}`, ``},
		{`{"diagnostic":{"scope":"open"},"stack":"x"}`, `{"stack":"x"}`, `there is no setting pcl.diagnostic; did you mean pcl.diagnostics?`},
		{`{"diagnostics":{"scoop":"open"}}`, `{"diagnostics":{}}`, `there is no setting pcl.diagnostics.scoop; did you mean pcl.diagnostics.scope?`},
		{`{"publicNames":[]}`, `{}`, `there is no setting pcl.publicNames; did you mean pcl.secrets.publicNames?`},
		{`{"quite":{"else":1}}`, `{}`, `there is no setting pcl.quite`},
		{`{"diagnostics":{"scope":"all"}}`, `{"diagnostics":{}}`, `pcl.diagnostics.scope: "all" is not one of workspace, open`},
		{`{"diagnostics":7}`, `{}`, `pcl.diagnostics: 7 is not an object; its members are scope`},
		{`{"inlayHints":{"types":"yes","counts":true}}`, `{"inlayHints":{"counts":true}}`, `pcl.inlayHints.types: "yes" is neither true nor false`},
		{`{"rules":[]}`, `{}`, `pcl.rules: [] is not an object of severities by code`},
		{`{"secrets":{"publicNames":[1]}}`, `{"secrets":{}}`, `pcl.secrets.publicNames: [1] is not a list of patterns`},
		{`{"stack":{"a":"` + strings.Repeat("x", 100) + `"}}`, `{}`, `pcl.stack: this is not a string`},
		{`{"mode":"lenient"}`, `{}`, `pcl.mode works only in a settings file`},
		{`[1]`, `[1]`, ``},
	} {
		usable, faults := settings.Clean([]byte(test.given))
		if string(usable) != test.usable || strings.Join(faults, "; ") != test.fault {
			t.Errorf("%s:\n got %s %q\nwant %s %q", test.given, usable, faults, test.usable, test.fault)
		}
	}
}

// TestExtensionAgrees: the extension for VS Code offers the settings of editors, of the
// same types and defaults, and no others.
func TestExtensionAgrees(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../editors/vscode/package.json")
	if err != nil {
		t.Fatal(err)
	}
	var manifest struct {
		Contributes struct {
			Configuration struct {
				Properties map[string]struct {
					Type    any
					Enum    []string
					Items   struct{ Enum []string }
					Default any
				}
			}
		}
	}
	if err := json.Unmarshal(text, &manifest); err != nil {
		t.Fatal(err)
	}
	types := map[settings.Kind]any{
		settings.Bool: "boolean", settings.Text: "string", settings.Word: "string", settings.TextList: "array", settings.Number: "integer", settings.Severities: "object",
	}
	offered := manifest.Contributes.Configuration.Properties
	for _, s := range settings.All() {
		if !s.In(settings.Editor | settings.Client) {
			continue
		}
		p, has := offered["pcl."+s.Key]
		delete(offered, "pcl."+s.Key)
		want := types[s.Kind]
		if s.Default == nil {
			want = []any{want, "null"}
		}
		words := slices.Clone(p.Enum)
		slices.Sort(words)
		declared := slices.Clone(s.Words)
		slices.Sort(declared)
		if s.Kind == settings.TextList {
			words = slices.Sorted(slices.Values(p.Items.Enum))
		}
		switch {
		case !has:
			t.Errorf("pcl.%s is not offered", s.Key)
		case !cmp.Equal(p.Type, want) || !cmp.Equal(p.Default, s.Default) || !slices.Equal(words, declared):
			t.Errorf("pcl.%s: offered as %v %v, by default %v; declared as %v %v, by default %v", s.Key, p.Type, p.Enum, p.Default, want, s.Words, s.Default)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(offered)) {
		t.Errorf("%s is offered and not declared", key)
	}
}
