package main

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/internal/asking"

	"github.com/pcl-lsp/pcl-lsp/internal/reference/running"
)

// This file collects what the values of expressions carry.

// collector collects what expressions carry.
type collector struct {
	dir   string
	facts map[asking.Place]map[string][]string // by step
}

func collect(dir string) *collector {
	return &collector{dir: dir, facts: map[asking.Place]map[string][]string{}}
}

// see notes where an expression is, and what it carries in a step if that evaluates it.
func (c *collector) see(step string, x running.Carried, evaluated bool) {
	file, err := filepath.Rel(c.dir, x.File)
	if err != nil {
		file = x.File
	}
	at := asking.Place{File: filepath.ToSlash(file), Start: x.Start, End: x.End}
	if c.facts[at] == nil {
		c.facts[at] = map[string][]string{}
	}
	if !evaluated {
		return
	}
	facts := c.facts[at][step]
	note := func(what string, of []string) {
		for _, one := range of {
			facts = append(facts, strings.TrimSuffix(what+":"+one, ":"))
		}
	}
	note("s", x.Secret)
	note("u", x.Unknown)
	note("d", x.Dependencies)
	slices.Sort(facts)
	c.facts[at][step] = slices.Compact(facts)
	if c.facts[at][step] == nil {
		c.facts[at][step] = []string{}
	}
}

// flows returns what was collected in some steps, in the order of files and places. Others failed: where an expression fails, its value is
// unknown.
func (c *collector) flows(steps []string) (all []asking.Flow) {
	for at, facts := range c.facts {
		f := asking.Flow{Place: at}
		for _, step := range steps {
			f.Facts = append(f.Facts, facts[step]...)
			f.Unseen = f.Unseen || facts[step] == nil
		}
		slices.Sort(f.Facts)
		f.Facts = slices.Compact(f.Facts)
		all = append(all, f)
	}
	slices.SortFunc(all, func(a, b asking.Flow) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End))
	})
	return all
}
