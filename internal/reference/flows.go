package main

import (
	"cmp"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/internal/asking"

	"github.com/pcl-lsp/pcl-lsp/internal/reference/running"
)

// This file collects what the values of expressions carry.

// collector collects what expressions carry.
type collector struct {
	dir string
	// now is what they carry in the present run, by stage, and before in all steps that passed, by the kind of step.
	now, before map[asking.Place]map[string][]string
}

func collect(dir string) *collector {
	return &collector{dir: dir, now: map[asking.Place]map[string][]string{}, before: map[asking.Place]map[string][]string{}}
}

// see notes where an expression is, and what it carries in a stage if that evaluates it.
func (c *collector) see(stage string, x running.Carried, evaluated bool) {
	file, err := filepath.Rel(c.dir, x.File)
	if err != nil {
		file = x.File
	}
	at := asking.Place{File: filepath.ToSlash(file), Start: x.Start, End: x.End}
	if c.before[at] == nil {
		c.before[at], c.now[at] = map[string][]string{}, map[string][]string{}
	}
	if !evaluated {
		return
	}
	facts := c.now[at][stage]
	note := func(what string, of []string) {
		for _, one := range of {
			facts = append(facts, strings.TrimSuffix(what+":"+one, ":"))
		}
	}
	note("s", x.Secret)
	note("u", x.Unknown)
	note("d", x.Dependencies)
	c.now[at][stage] = facts
}

// end ends a run with providers of some kind. What is seen in the stage that it fails in, if any, does not count: where an expression fails, its
// value is unknown.
func (c *collector) end(kind, failed string) {
	for at, stages := range c.now {
		for stage, facts := range stages {
			if failed == "" || slices.Index(asking.Stages(), stage) < slices.Index(asking.Stages(), failed) {
				c.before[at][kind+stage] = append(c.before[at][kind+stage], facts...)
			}
		}
		c.now[at] = map[string][]string{}
	}
}

// flows returns what was collected, in the order of files and places.
func (c *collector) flows() (all []asking.Flow) {
	passed := map[string]bool{}
	for _, stages := range c.before {
		for stage := range stages {
			passed[stage] = true
		}
	}
	if len(passed) == 0 {
		return nil
	}
	for at, stages := range c.before {
		facts := slices.Concat(slices.Collect(maps.Values(stages))...)
		slices.Sort(facts)
		all = append(all, asking.Flow{Place: at, Facts: slices.Compact(facts), Unseen: len(stages) < len(passed)})
	}
	slices.SortFunc(all, func(a, b asking.Flow) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End))
	})
	return all
}
