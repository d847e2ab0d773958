package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/internal/cost"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// measured are the command lines whose cost is measured, by command. Commands without one read no program, or only a place of one, as the server does.
var measured = map[string][]string{
	"check":      {"check --no-cache --format json .", "check --no-cache --fix=all .", "check --no-cache --add-ignores .", "check --no-cache --write-baseline=known.json .", "check --no-cache --baseline known.json ."},
	"bug-report": {"bug-report ."},
	"fmt":        {"fmt --check ."}, "graph": {"graph ."}, "docs": {"docs ."}, "query": {"query --all .", "query --name a .", "query main.pp:1:1"},
	"plan": {"plan --state state.json ."}, "upgrade": {"upgrade pen@2.0.0 --from 1.0.0 --diff ."},
	"serve": nil, "completion": nil, "config init": nil, "config verify": nil, "config show": nil, "config schema": nil, "explain": nil, "man": nil, "mcp": nil, "report merge": nil, "rules test": nil,
	"schema diff": {"schema diff " + cost.Old + " " + cost.New}, "schema list": nil, "schema show": nil, "schema where": nil, "schema check": nil, "version": nil, "convert": nil,
}

// TestCostOfCommands runs all commands on programs of all shapes. It runs alone: the work of others would count too.
func TestCostOfCommands(t *testing.T) {
	testsize.Full(t, "exponents need programs of some size")
	for name := range leaves(newRoot()) {
		if _, known := measured[name]; !known {
			t.Errorf("the cost of %s is not measured", name)
		}
	}
	var sheet cost.Sheet
	for _, shape := range cost.Shapes {
		t.Run(shape.Name, func(t *testing.T) {
			defer cost.Uncollected()()
			dirs := &costDirs{t.TempDir(), 0, map[string]string{}}
			for _, command := range slices.Sorted(maps.Keys(measured)) {
				for _, line := range measured[command] {
					works := map[int][]float64{}
					work := func(n int) []float64 {
						if works[n] == nil {
							dirs.commandOf(t, line, shape, n, func(run func()) { works[n] = cost.Of(run) })
							for range cost.Peaks {
								if testsize.Long() {
									dirs.commandOf(t, line, shape, n, func(run func()) { works[n] = cost.WithPeak(works[n], run) })
								}
							}
						}
						return works[n]
					}
					sheet.Check(t, line, "", shape, testsize.CostSize/2, work)
				}
			}
		})
	}
	t.Run("all", func(t *testing.T) { sheet.Document(t, root+"/docs/performance.md", "commands") })
}

// costDirs are directories with programs of one shape. Writing and removing thousands of files takes longer than reading them, so a command line is given a
// directory that another one has left as it was, under a name that is new.
type costDirs struct {
	parent string
	count  int
	spare  map[string]string // by what is in them
}

// commandOf prepares a command line in a directory, and has it run.
func (d *costDirs) commandOf(t *testing.T, line string, shape cost.Shape, n int, measure func(run func())) {
	d.count++
	dir, holds := filepath.Join(d.parent, fmt.Sprintf("%03d", d.count)), fmt.Sprint(n, comparesSchemas(line), strings.Contains(line, "baseline"))
	if old := d.spare[holds]; old == "" {
		writeProgram(t, dir, line, shape.Files(n))
	} else if err := os.Rename(old, dir); err != nil {
		t.Fatal(err)
	}
	delete(d.spare, holds)
	if _, err := os.Stat(filepath.Join(dir, "known.json")); err != nil && strings.Contains(line, "--baseline ") {
		runIn(t, dir, words("check --no-cache --write-baseline=known.json ."))
	}
	if testsize.Long() {
		runtime.GC() // takes what is held weakly of earlier command lines: whether they left it depends on when garbage was collected last
	}
	measure(func() {
		if done := runIn(t, dir, words(line)); done.code == exitUsage {
			t.Errorf("%s: %s", line, done.stderr)
		}
	})
	if !strings.Contains(line, "--fix") && !strings.Contains(line, "--add-ignores") {
		d.spare[holds] = dir
	}
}

// comparesSchemas reports whether a command line is about two versions of a schema.
func comparesSchemas(line string) bool {
	return strings.HasPrefix(line, "upgrade") || strings.HasPrefix(line, "schema diff")
}

// writeProgram writes the files of a program on which a command line runs.
func writeProgram(t *testing.T, dir, line string, files map[string]string) {
	t.Helper()
	if files[cost.State] == "" {
		files[cost.State] = `{"version":3,"deployment":{}}`
	}
	if comparesSchemas(line) {
		if files[cost.New] == "" {
			files[cost.Old] = `{"name":"pen","version":"1.0.0","resources":{"pen:index:Pen":{"inputProperties":{"size":{"type":"string"}}}}}`
			files[cost.New] = `{"name":"pen","version":"2.0.0","resources":{"pen:index:Pen":{"inputProperties":{"size":{"type":"array","items":{"type":"string"}}}}}}`
		}
		files["pen.pp"] = "resource pen \"pen:index:Pen\" {\n  size = \"small\"\n}\n"
	}
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// leaves returns the commands that do something, by name.
func leaves(root *cobra.Command) map[string]bool {
	all := map[string]bool{}
	eachCommand(root, func(c *cobra.Command) {
		if !c.HasSubCommands() {
			all[strings.TrimPrefix(c.CommandPath(), root.Name()+" ")] = true
		}
	})
	return all
}
