package workspace_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
)

// TestSchemaAgrees: the JSON schema that editors check settings files with finds fault
// with those that the server finds fault with.
func TestSchemaAgrees(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../docs/pcl-lsp.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("settings.json", document); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("settings.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ text, fault string }{
		{"", ""}, {"# nothing\n", ""}, {"{}\n", ""}, {"rules:\n", ""}, {"secrets:\n", ""},
		{"rules: {name.undefined: warning, unused.*: off, attr.u*: hint}\n", ""},
		{"stack: dev\nmode: lenient\n", ""}, {"stack: org/project/dev\n", ""}, {"stack: \"\"\n", ""}, {"mode: vars, props\n", ""},
		{"schemas: {paths: [./schemas, ../more/x.json]}\n", ""}, {"schemas: {paths: []}\n", ""},
		{"secrets: {publicNames: [tags, \"!userName\"]}\n", ""},
		{"rule: {}\n", "did you mean `rules`"}, {"secrets: {publicName: []}\n", "did you mean `publicNames`"}, {"schema: {}\n", "did you mean `schemas`"},
		{"diagnostics: {scope: open}\n", "there is no setting `diagnostics`"},
		{"rules: {name.undefind: off}\n", "did you mean `name.undefined`"}, {"rules: {name.undefined: of}\n", "unknown severity"}, {"rules: [a]\n", "must be a mapping"},
		{"rules: {syntax.*: off}\n", "syntax errors are always errors"}, {"rules: {name.undefined: [off]}\n", "the severity of"},
		{"targets: [go, yaml]\n", ""}, {"targets: []\n", ""}, {"targets: go\n", "must be a list of languages"}, {"targets: [nodejs]\n", "did you mean typescript"},
		{"upgrade: {aws: 7.2.0, eks: \"4.0.0-rc.1\"}\n", ""}, {"upgrade:\n", ""}, {"upgrade: [aws]\n", "must be a mapping"}, {"upgrade: {aws: 7}\n", "must be three numbers"}, {"upgrade: {aws: v7.2.0}\n", "must be three numbers"},
		{"ruleFiles: []\n", ""}, {"ruleFiles: rules\n", "must be a list"}, {"ruleFiles: [1]\n", "must be a string"},
		{"stack: 7\n", "the name of a stack"}, {"stack: a b\n", "is not the name of a stack"}, {"stack: [a]\n", "the name of a stack"},
		{"mode: lenint\n", "did you mean lenient"}, {"mode: true\n", "`mode` must be"}, {"mode: vars,\n", "unknown mode"},
		{"schemas: {paths: ./schemas}\n", "must be a list"}, {"schemas: {paths: [1]}\n", "must be a string"}, {"schemas: 1\n", "must be a mapping"},
		{"secrets: {publicNames: tags}\n", "must be a list of patterns"}, {"[]\n", "a mapping"}, {"7\n", "a mapping"},
	} {
		var value any
		if err := yaml.Unmarshal([]byte(test.text), &value); err != nil {
			t.Fatal(err)
		}
		rejected := schema.Validate(value) != nil
		faults := open(fixture.Files{"/w/.pcl-lsp.yaml": test.text, "/w/a.pp": "a = 1\n"}).Snapshot().SettingsFaults("/w")
		switch {
		case rejected != (test.fault != "") || len(faults) > 0 != (test.fault != ""):
			t.Errorf("%q: the schema rejects it: %t; the server found %v", test.text, rejected, faults)
		case test.fault != "" && !strings.Contains(faults[0].Message, test.fault):
			t.Errorf("%q: got %s, want %s", test.text, faults[0].Message, test.fault)
		}
	}
}
