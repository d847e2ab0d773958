package settings_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/workspace/settings"
)

// This file writes docs/configuration.md and docs/pcl-lsp.schema.json from the
// declarations.

const (
	document   = "../../docs/configuration.md"
	schemaFile = "../../docs/pcl-lsp.schema.json"
)

var update = flag.Bool("update", false, "write the documents")

// TestDocuments checks that the documents equal the declarations. With -update it writes
// them.
func TestDocuments(t *testing.T) {
	t.Parallel()
	for file, got := range map[string]string{document: writeDocument(), schemaFile: string(settings.Schema())} {
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%s is stale; run go generate ./workspace/settings\n--- document\n+++ declarations\n%s", file, diff)
		}
	}
}

const preamble = `# Configuration

Written from the declarations in ` + "`workspace/settings`" + ` by ` + "`go generate ./workspace/settings`" + `; do not edit.

A setting can be set in two places, and the first that sets it wins:

1. the command line of ` + "`pcl-lsp check`" + `, or the editor's own settings, under ` + "`pcl`" + `;
2. the nearest settings file, ` + "`.pcl-lsp.yaml`" + `, in the program's directory or above it. ` + "`pcl-lsp check --config FILE`" + ` uses that file for all programs instead.

The rules of an editor and of a settings file are merged entry by entry, and the editor's take precedence. If the editor's stack is empty, the file's stack is used.

An editor sends its settings with ` + "`initialize`" + ` and ` + "`workspace/didChangeConfiguration`" + `, or the server requests them with ` + "`workspace/configuration`" + ` for
the first folder. Changes take effect at once, even in an unsaved settings file. Unknown keys and invalid values are ignored, and the server tells the user once.
In a settings file they are findings.

` + "`pcl-lsp config init`" + ` writes a settings file with all settings as comments. A settings file looks like this:

` + "```yaml" + `
# yaml-language-server: $schema=` + settings.SchemaURL + `
rules:
  unused.*: warning
  token.style: off
stack: dev
mode: lenient
failOn: warning
exclude: ["generated/**", "**/*_test.pp"]
overrides:
  - paths: [legacy, "**/imported"]
    mode: lenient
    rules:
      unused.*: off
schemas:
  paths: [./schemas]
secrets:
  publicNames: [tags, "*Name"]
suppressions:
  requireReason: true
` + "```" + `

| setting | type | default | editor | settings file | flag |
|---|---|---|---|---|---|
`

func writeDocument() string {
	var b, about strings.Builder
	b.WriteString(preamble)
	for _, s := range settings.All() {
		editor, project, flag := "", "", ""
		if s.In(settings.Editor) {
			editor = "yes"
		} else if s.In(settings.Client) {
			editor = "extension only"
		}
		if s.In(settings.Project) {
			project = "yes"
		}
		if s.Flag != "" {
			flag = "`" + s.Flag + "`"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s | %s |\n", s.Key, typeText(s), defaultText(s), editor, project, flag)
		fmt.Fprintf(&about, "\n## `%s`\n\n%s\n", s.Key, s.Meaning)
	}
	return b.String() + about.String()
}

func typeText(s settings.Setting) string {
	switch s.Kind {
	case settings.Bool:
		return "true or false"
	case settings.Word:
		return "`" + strings.Join(s.Words, "`, `") + "`"
	case settings.Number:
		return fmt.Sprintf("number from 1 to %d", s.Most)
	case settings.TextList:
		return "list of " + s.Items
	case settings.Overrides:
		return "list of `paths` with `rules` or `mode`"
	case settings.Versions:
		return "versions by package"
	case settings.Severities:
		return "severities by code: `" + strings.Join(settings.SeverityWords, "`, `") + "`"
	}
	return "text"
}

func defaultText(s settings.Setting) string {
	if s.Default == nil {
		return "not set"
	}
	text, _ := json.Marshal(s.Default)
	return "`" + string(text) + "`"
}
