package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/internal/cost"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// measured are the command lines whose cost is measured, by command. Commands without one read no program, or only a place of one, as the server does.
var measured = map[string][]string{
	"check": {"check --no-cache --format json .", "check --no-cache --fix=all ."},
	"fmt":   {"fmt --check ."}, "dump": {"dump ."}, "graph": {"graph ."}, "symbols": {"symbols a ."}, "hover": {"hover main.pp:1:1"},
	"serve": nil, "completion": nil, "config verify": nil, "config show": nil, "config schema": nil, "explain": nil, "man": nil, "rules": nil,
	"schema list": nil, "schema show": nil, "schema where": nil, "version": nil,
}

// TestCostOfCommands runs all commands on programs of all shapes. It runs alone: the work of others would count too.
func TestCostOfCommands(t *testing.T) {
	measures := cost.Counted
	if testsize.Long() {
		measures = cost.Timed
	}
	for name := range leaves(newRoot()) {
		if _, known := measured[name]; !known {
			t.Errorf("the cost of %s is not measured", name)
		}
	}
	shapes := map[string]func(n int) map[string]string{
		"components in a circle": func(n int) map[string]string {
			files := map[string]string{}
			for i := range n {
				files[fmt.Sprintf("c%d/main.pp", i)] = fmt.Sprintf("component next \"../c%d\" {\n}\n", (i+1)%n)
			}
			files["main.pp"] = "component first \"./c0\" {\n}\n"
			return files
		},
	}
	for _, shape := range cost.Shapes {
		shapes[shape.Name] = func(n int) map[string]string { return map[string]string{"main.pp": shape.Text(n)} }
	}
	// Each program in a circle looks for the way back through all others.
	circle := cost.Shape{Name: "components in a circle", Compared: 1_000}
	for _, shape := range append(cost.Shapes, circle) {
		for _, lines := range measured {
			for _, line := range lines {
				works := map[int][]float64{}
				work := func(n int) []float64 {
					if works[n] == nil {
						works[n] = costOf(t, measures, line, shapes[shape.Name](n))
					}
					return works[n]
				}
				cost.Check(t, line, shape, measures, testsize.CostSize/2, work)
			}
		}
	}
}

// costOf returns the work of a command line in a new directory.
func costOf(t *testing.T, measures []cost.Measure, line string, files map[string]string) []float64 {
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return cost.Of(measures, func() {
		if done := runIn(t, dir, words(line)); done.code == exitUsage {
			t.Errorf("%s: %s", line, done.stderr)
		}
	})
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
