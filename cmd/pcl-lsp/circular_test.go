package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/circular"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// everyResource is a rule file whose rules look at everything that programs with circles have.
const everyResource = `
rule "values" {
  title    = "Values are known"
  resource = "*"
  require  = resource.inputs.value == resource.options.parent && resource.options.dependsOn != resource.inputs
}
rule "components" {
  title     = "Components get values"
  component = "*"
  require   = component.inputs.value != component.options.parent
}
`

// stateOfCircles has resources of the programs.
const stateOfCircles = `{"version": 3, "deployment": {"manifest": {}, "resources": [
  {"urn": "urn:pulumi:dev::circles::simple:index:Resource::a", "type": "simple:index:Resource", "custom": true, "id": "1", "inputs": {"value": true}, "outputs": {"value": true},
   "aliases": ["urn:pulumi:dev::circles::simple:index:Resource::b"]},
  {"urn": "urn:pulumi:dev::circles::simple:index:Resource::b", "type": "simple:index:Resource", "custom": true, "id": "2", "inputs": {"value": true}, "outputs": {"value": true},
   "aliases": ["urn:pulumi:dev::circles::simple:index:Resource::a"], "dependencies": ["urn:pulumi:dev::circles::simple:index:Resource::b"]}
]}}`

// Programs in which items, in any place, and components need each other in circles go through every command with
// little stack, many in one process.
func TestCircularPrograms(t *testing.T) {
	defer debug.SetMaxStack(debug.SetMaxStack(64 << 20))
	root := t.TempDir()
	places := circular.Places()
	var dirs []string
	add := func(text string) {
		dir := fmt.Sprintf("p%d", len(dirs))
		dirs = append(dirs, dir)
		putIn(t, root, dir+"/main.pp", text)
		putIn(t, root, dir+"/"+circular.Component+"/main.pp", fmt.Sprintf("component back \"../../p%d\" {\n  value = value\n}\nconfig value any {\n}\n", len(dirs)%3))
	}
	value := places[slices.IndexFunc(places, func(p circular.Place) bool { return p.Name == "resource.value" })]
	for i, p := range places {
		add(circular.Ring(p))
		add(circular.Ring(p, value))
		add(circular.Ring(p, places[(i*7)%len(places)]))
		add(circular.Ring(p, places[0], places[(i*13)%len(places)]))
	}
	putIn(t, root, "Pulumi.yaml", "name: circles\nruntime: pcl\n")
	putIn(t, root, "state.json", stateOfCircles)
	putIn(t, root, "all.pcl-rules.hcl", everyResource)
	putIn(t, root, ".pcl-lsp.yaml", "ruleFiles: [all.pcl-rules.hcl]\n")
	schemas := filepath.Join(analysistest.Repository(t), "testdata/conformance/schemas")
	var before string
	for _, jobs := range []string{"1", "4"} {
		got := runIn(t, root, words("check --no-cache --format json --schema "+schemas+" --jobs "+jobs))
		if got.code != 1 || got.stderr != "" {
			t.Fatalf("check --jobs %s: %d %.500s", jobs, got.code, got.stderr)
		}
		if before != "" && got.stdout != before {
			t.Errorf("the findings of %s jobs are others", jobs)
		}
		before = got.stdout
	}
	for i, dir := range dirs {
		if i%testsize.EachRing != 0 {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root, dir, "main.pp"))
		if err != nil {
			t.Fatal(err)
		}
		lines := []string{"dump " + dir, "graph --format mermaid " + dir, "docs " + dir, "plan --all --state state.json " + dir}
		for at, line := range strings.Split(string(text), "\n") {
			lines = append(lines, fmt.Sprintf("hover %s/main.pp:%d:%d", dir, at+1, max(1, len(line)-2)))
		}
		for _, line := range lines {
			if got := runIn(t, root, append(words(line), "--schema", schemas)); failed(got) {
				t.Fatalf("%s: %s\n%s", line, got.stderr, text)
			}
		}
	}
}

// failed reports whether a command had a mistake of its own.
func failed(o outcome) bool {
	return strings.Contains(o.stderr, "panic") || strings.Contains(o.stderr, "internal error")
}

// Types that refer to themselves, to each other, and through a hundred thousand levels are bound with little stack.
func TestCircularSchemas(t *testing.T) {
	defer debug.SetMaxStack(debug.SetMaxStack(64 << 20))
	const levels = 100_000
	ref := func(name string) string { return `{"$ref": "#/types/loop:index:` + name + `"}` }
	object := func(of ...string) string {
		return `{"type": "object", "properties": {"a": ` + strings.Join(of, `, "b": `) + `}}`
	}
	var chain strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&chain, `, "loop:index:C%d": %s`, i, object(ref(fmt.Sprintf("C%d", i+1)), `{"type": "array", "items": `+ref(fmt.Sprintf("C%d", i+1))+`}`))
	}
	types := `"loop:index:Self": ` + object(ref("Self"), `{"type": "array", "items": `+ref("Self")+`}`) +
		`, "loop:index:A": ` + object(ref("B")) + `, "loop:index:B": ` + object(`{"oneOf": [`+ref("A")+`, `+ref("Self")+`, {"type": "string"}]}`) +
		`, "loop:index:Map": ` + object(`{"type": "object", "additionalProperties": `+ref("Map")+`}`, `{"$ref": "#/resources/loop:index:Thing"}`, `{"$ref": "/other/v1.0.0/schema.json#/types/other:index:T"}`) +
		chain.String() + `, "loop:index:C1000": ` + object(ref("C0"))
	deep := func(before, after string) string {
		return strings.Repeat(before, levels) + `{"type": "string"}` + strings.Repeat(after, levels)
	}
	thing := func(inputs string) string {
		return `{"name": "loop", "version": "1.0.0", "types": {` + types + `}, "resources": {"loop:index:Thing": {"inputProperties": {` + inputs +
			`}, "properties": {` + inputs + `}}}, "functions": {"loop:index:get": {"inputs": {"properties": {` + inputs + `}}, "outputs": {"properties": {` + inputs + `}}}}}`
	}
	known := `"self": ` + ref("Self") + `, "a": ` + ref("A") + `, "map": ` + ref("Map") + `, "chain": ` + ref("C0")
	for name, schema := range map[string]string{
		"known":  thing(known),
		"arrays": thing(known + `, "deep": ` + deep(`{"type": "array", "items": `, `}`)),
		"maps":   thing(known + `, "deep": ` + deep(`{"type": "object", "additionalProperties": `, `}`)),
		"unions": thing(known + `, "deep": ` + deep(`{"oneOf": [{"type": "number"}, `, `]}`)),
	} {
		dir := t.TempDir()
		putIn(t, dir, "schemas/loop.json", schema)
		putIn(t, dir, "schemas/other.json", `{"name": "other", "version": "1.0.0", "types": {"other:index:T": `+object(`{"$ref": "/loop/v1.0.0/schema.json#/types/loop:index:Map"}`)+`}}`)
		nested := strings.Repeat("{ a = ", 60) + "1" + strings.Repeat(" }", 60)
		program := "resource t \"loop:index:Thing\" {\n  self = " + nested + "\n  a = " + nested + "\n  map = { a = { k = " + nested + " }, b = t }\n  chain = " + nested + "\n  deep = [[[1]]]\n}\n" +
			"r = invoke(\"loop:index:get\", { self = t.self, a = t.a, deep = t.deep })\noutput o {\n  value = [r, t, t.chain, t.chain.a.a.b[0].a, t.map.b]\n}\n"
		putIn(t, dir, "main.pp", program)
		lines := []string{"check --no-cache", "schema show loop:index:Thing"}
		if name == "known" {
			lines = append(lines, "dump .", "graph .", "docs .")
		}
		for at, line := range strings.Split(program, "\n") {
			for _, column := range []int{3, len(line) - 1} {
				if name != "known" {
					break
				}
				lines = append(lines, fmt.Sprintf("hover main.pp:%d:%d", at+1, max(1, column)))
			}
		}
		for _, line := range lines {
			got := runIn(t, dir, append(words(line), "--schema", "schemas"))
			if failed(got) || line == "check --no-cache" && got.code > 1 {
				t.Fatalf("%s, %s: %d %.500s", name, line, got.code, got.stderr)
			}
		}
	}
}
