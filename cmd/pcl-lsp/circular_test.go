package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
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

// Programs in which items, in any place, and components need each other in circles go through every command with little stack, many in one process.
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
	for i, p := range places {
		add(circular.Ring(p))
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
		lines := []string{"dump " + dir, "graph --format dot " + dir, "docs " + dir, "plan --all --state state.json " + dir}
		for at, line := range strings.Split(string(text), "\n") {
			lines = append(lines, fmt.Sprintf("hover %s/main.pp:%d:%d", dir, at+1, max(1, len(line)-2)))
		}
		for _, line := range lines {
			if got := runIn(t, root, append(words(line), "--schema", schemas)); strings.Contains(got.stderr, "panic") || strings.Contains(got.stderr, "internal error") {
				t.Fatalf("%s: %s\n%s", line, got.stderr, text)
			}
		}
	}
}
