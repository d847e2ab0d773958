package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// This file lets a schema say what would harm an editor, wherever a schema says anything.

// attack is Markdown that runs a command, loads an address, or is HTML, and steers a
// terminal, in a text that has no line end.
const attack = "zq [run](command:rm) <script>alert(1)</script> <img src=x onerror=y> ![pic](https://evil.example/p.png) <a href='command:z'>z</a> [r][1] \u001b[31m\u202e [js](javascript:alert(1)) [f](file:///etc/passwd)"

// obeyed is what must not stand in what is shown, code in backticks aside.
var obeyed = regexp.MustCompile(`(?i)\]\(\s*(?:command|javascript|file|data|vscode):|[^\\]<(?:script|img|a|iframe)\b|!\[|\x1b|\x{202e}|<(?:command|javascript|file):`)

// inCodeMarks is code in a Markdown text, in which nothing is obeyed but control characters.
var inCodeMarks = regexp.MustCompile("(?s)```.*?\\n```|`[^`\\n]*`")

// Texts of schemas reach an editor as data: in whatever it shows as Markdown no command,
// no other scheme, no image and no HTML is left, and nothing is said to be trusted.
func TestHostileSchemaTexts(t *testing.T) {
	t.Parallel()
	dir, schemas := t.TempDir(), t.TempDir()
	many := attack + "\n\n" + attack + "\n" + strings.Repeat("long ", 20000)
	property := map[string]any{"type": "string", "description": many, "deprecationMessage": attack, "default": attack}
	choice := map[string]any{"$ref": "#/types/moon:index:Kind", "description": many}
	schema, err := json.Marshal(map[string]any{
		"name": "moon", "version": "1.0.0", "displayName": attack, "description": many, "homepage": "javascript:alert(1)", "publisher": attack, "license": attack,
		"repository": "command:rm", "pluginDownloadURL": "file:///etc", "attribution": attack, "keywords": []string{attack},
		"config":   map[string]any{"variables": map[string]any{"key": property}},
		"provider": map[string]any{"description": many, "inputProperties": map[string]any{"key": property}},
		"types": map[string]any{
			"moon:index:Kind": map[string]any{"type": "string", "description": many, "enum": []any{map[string]any{"name": attack, "value": "a", "description": many, "deprecationMessage": attack}, map[string]any{"value": attack, "description": attack}}},
			"moon:index:Rim":  map[string]any{"type": "object", "description": many, "properties": map[string]any{"depth": property}},
		},
		"resources": map[string]any{"moon:index:Crater": map[string]any{
			"description": many, "deprecationMessage": attack,
			"inputProperties": map[string]any{"depth": property, "kind": choice, "rim": map[string]any{"$ref": "#/types/moon:index:Rim", "description": many}},
			"properties":      map[string]any{"depth": property, "kind": choice}, "requiredInputs": []string{"rim"},
		}},
		"functions": map[string]any{"moon:index:get": map[string]any{"description": many, "deprecationMessage": attack,
			"inputs": map[string]any{"properties": map[string]any{"depth": property}}, "outputs": map[string]any{"properties": map[string]any{"depth": property}}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	const program = "# [x](command:rm) <img src=x>\nconfig c string {\n  description = \"[x](command:rm) <img src=x onerror=y> ![p](https://evil.example)\"\n}\n" +
		"resource crater \"moon:index:Crater\" {\n  depth = 1\n  kind = \"b\"\n  rim = { depth = c }\n  \n}\n" +
		"r = invoke(\"moon:index:get\", { depth = 1 })\noutput o {\n  value = [crater.depth, crater.kind, r.depth, undeclared]\n}\n"
	putIn(t, schemas, "moon.json", string(schema))
	putIn(t, dir, "main.pp", program)
	env := environment{dir: dir, variable: func(string) string { return "" }}
	c := newConversation(t)
	type object = map[string]any
	uri := "file://" + dir + "/main.pp"
	markdown := object{"contentFormat": []string{"markdown"}}
	c.ask("initialize", object{"processId": nil, "rootUri": "file://" + dir, "capabilities": object{"textDocument": object{
		"hover":         markdown,
		"completion":    object{"completionItem": object{"documentationFormat": []string{"markdown"}}},
		"signatureHelp": object{"signatureInformation": object{"documentationFormat": []string{"markdown"}}},
	}}})
	c.tell("initialized", object{})
	c.tell("textDocument/didOpen", object{"textDocument": object{"uri": uri, "languageId": "pcl", "version": 1, "text": program}})
	c.await("deprecated.resource") // the schema is there
	document := object{"uri": uri}
	for number, line := range strings.Split(program, "\n") {
		for character := range len(line) + 1 {
			position := object{"line": number, "character": character}
			for _, method := range []string{"hover", "completion", "signatureHelp"} {
				c.ask("textDocument/"+method, object{"textDocument": document, "position": position})
			}
		}
	}
	for _, method := range []string{"documentSymbol", "codeLens", "inlayHint", "documentLink"} {
		c.ask("textDocument/"+method, object{"textDocument": document, "range": object{"start": object{"line": 0, "character": 0}, "end": object{"line": 30, "character": 0}}})
	}
	var log bytes.Buffer
	received := c.with(words("serve --schema "+schemas), &log, env)
	shown, said := 0, 0
	for _, m := range received {
		if bytes.Contains(m.Result, []byte("isTrusted")) || bytes.Contains(m.Result, []byte("supportHtml")) {
			t.Errorf("something is trusted: %.500s", m.Result)
		}
		for _, text := range markdownIn(t, m.Result) {
			shown++
			if strings.Contains(text, "zq") {
				said++
			}
			if len(text) > 20_000 {
				t.Errorf("%d bytes: %.300q", len(text), text)
			}
			if found := obeyed.FindString(" " + inCodeMarks.ReplaceAllString(text, "")); found != "" {
				t.Errorf("%q in %.1000q", found, text)
			}
		}
	}
	if shown < 100 || said < 20 {
		t.Errorf("only %d texts were shown, %d of them from the schema: %s", shown, said, log.String())
	}
	for _, line := range []string{"query main.pp:5:12", "query main.pp:6:4", "schema show moon", "schema show moon moon:index:Crater", "schema show moon moon:index:get", "schema list", "schema where moon", "check --format text", "check --format concise", "query"} {
		got := runWith(t, append(words(line), schemaFlag(line, schemas)...), env)
		if strings.ContainsAny(got.stdout+got.stderr, "\x1b\u202e") || got.stdout == "" {
			t.Errorf("%s: %.500q", line, fmt.Sprint(got))
		}
	}
}

func schemaFlag(line, schemas string) []string {
	if line == "query" {
		return nil
	}
	return []string{"--schema", schemas}
}

// markdownIn are the texts of a result that are shown as Markdown.
func markdownIn(t *testing.T, result json.RawMessage) (all []string) {
	t.Helper()
	if len(result) == 0 {
		return nil
	}
	var value any
	if err := json.Unmarshal(result, &value); err != nil {
		t.Fatal(err)
	}
	var visit func(v any)
	visit = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			if text, ok := v["value"].(string); ok && v["kind"] == "markdown" {
				all = append(all, text)
			}
			for _, member := range v {
				visit(member)
			}
		case []any:
			for _, member := range v {
				visit(member)
			}
		}
	}
	visit(value)
	return all
}
