package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/internal/randomprogram"

	"github.com/pcl-lsp/pcl-lsp/internal/reference/running"
)

// This file records what the values in random programs carry.

// flowsOf is the number of programs whose flows are recorded, if they bind.
const flowsOf = 1700

const headOfFlows = `# Pulumi %s
#
# What the values in random programs of the family %s carried when the reference ran them: for each program
# that passes some step a line with the seed and the hash, for each file a line with its name, and for each expression
# that ever carried something a line with its first byte, the byte behind it, and what that was in any of %d
# runs, each with a preview and two updates, until one fails: s is secret, u is unknown, s:WAY and u:WAY are so in a member, d:NAME
# depends on a declaration. A ? is for an expression, with all that is in it, that not each of them evaluated.
`

// place is where an expression stands: in a file, from a byte to the one behind it.
type place struct {
	File       string
	Start, End int
}

// flow is what an expression carried in any step.
type flow struct {
	place
	Facts []string
	// Unseen says that not each step evaluated it.
	Unseen bool
}

// collector collects what expressions carry.
type collector struct {
	dir   string
	facts map[place]map[string][]string // by step
}

func collect(dir string) *collector {
	return &collector{dir, map[place]map[string][]string{}}
}

// see notes where an expression is, and what it carries in a step if that evaluates it.
func (c *collector) see(step string, x running.Carried, evaluated bool) {
	file, err := filepath.Rel(c.dir, x.File)
	if err != nil {
		file = x.File
	}
	at := place{filepath.ToSlash(file), x.Start, x.End}
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
func (c *collector) flows(steps []string) (all []flow) {
	for at, facts := range c.facts {
		f := flow{place: at}
		for _, step := range steps {
			f.Facts = append(f.Facts, facts[step]...)
			f.Unseen = f.Unseen || facts[step] == nil
		}
		slices.Sort(f.Facts)
		f.Facts = slices.Compact(f.Facts)
		all = append(all, f)
	}
	slices.SortFunc(all, func(a, b flow) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End))
	})
	return all
}

// recordFlows records the flows of the first programs of a family.
func recordFlows() error {
	name := randomprogram.Families()[0]
	p, err := writePrograms(name, flowsOf)
	if err != nil {
		return err
	}
	defer os.RemoveAll(p.dir)
	for i := range p.questions {
		p.questions[i].Once, p.questions[i].Flows = false, true
	}
	answers, err := ask(p.questions)
	if err != nil {
		return err
	}
	var out strings.Builder
	fmt.Fprintf(&out, headOfFlows, running.Version(), name, len(seeds))
	for seed, a := range answers {
		if len(a.Flows) > 0 {
			fmt.Fprintf(&out, "%d %s\n", seed, p.family.Program(seed).Hash())
			writeFlows(&out, a.Flows)
		}
	}
	return write(filepath.Join(root, "testdata", "random", "flows.txt"), []byte(out.String()))
}

// writeFlows writes the flows of a program.
func writeFlows(out io.Writer, all []flow) {
	file, unseen := "", place{}
	for _, f := range all {
		isUnseen := f.Unseen && (f.File != unseen.File || f.End > unseen.End)
		if len(f.Facts) == 0 && !isUnseen {
			continue
		}
		if f.File != file {
			file = f.File
			fmt.Fprintf(out, " %s\n", file)
		}
		words := append([]string{fmt.Sprintf("%d-%d", f.Start, f.End)}, f.Facts...)
		if isUnseen {
			unseen = f.place
			words = append(words, "?")
		}
		fmt.Fprintf(out, "  %s\n", strings.Join(words, " "))
	}
}
