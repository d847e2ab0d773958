package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The examples of a schema are checked with the schema, and findings stand where they are in the file.
func TestSchemaCheck(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	putIn(t, dir, "schema.json", `{"name": "acme", "version": "1.0.0", "description": "`+"```pcl\\nnot = looked\\n```"+`",
"resources": {
 "acme:index:Thing": {"description": "\u0041 thing.\n\n`+"```pcl\\n"+`resource t \"acme:index:Thing\" {\n  sise = 3\n}\n`+"```\\n\\n```go\\nx\\n```"+`", "inputProperties": {"size": {"type": "integer"}}},
 "acme:index:Other": {"description": null}
},
"functions": {"acme:index:get": {"description": "`+"~~~pp\\nx = 1\\noutput o {\\n value = x\\n}\\n~~~\\n```pp ignore\\n…\\n```"+`"}},
"provider": {"description": "`+"```pp\\noutput o {\\n  value = y\\n}"+`"}}`)
	putIn(t, dir, "none.json", `{"name": "none", "resources": {"none:index:A": {"description": "`+"```go\\nx\\n```"+`"}}}`)
	for line, want := range map[string]string{
		"schema check --no-cache --format concise schema.json": `schema.json:3:101: error: in an example of ` + "`acme:index:Thing`: `sise` is not an input of acme:index:Thing; did you mean `size`? (acme 1.0.0) [attr.unknown]" + `
schema.json:7:59: error: in an example of ` + "`provider`: `y` is not declared [name.undefined]" + `
`,
		"schema check none.json": "pcl-lsp: none.json has no PCL: no code block whose fence says `pcl` or `pp`\n",
		"schema check":           "pcl-lsp: name the files of package schemas\n",
	} {
		got := runIn(t, dir, words(line))
		if diff := cmp.Diff(want, got.stdout+got.stderr); diff != "" {
			t.Errorf("%s: %s", line, diff)
		}
	}
}
