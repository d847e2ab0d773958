package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/internal/randomprogram"

	"github.com/pcl-lsp/pcl-lsp/internal/reference/madeup"
	"github.com/pcl-lsp/pcl-lsp/internal/reference/running"
)

// This file records what the values in random programs carry.

// flowsOf is the number of programs whose flows are recorded, if they bind.
const flowsOf = 1700

// headOfFlows explains testdata/random/flows.txt, and so says what flowRuns are.
const headOfFlows = `# Pulumi %s
#
# What the values in random programs of the family %s carried when the reference ran them: for each program
# with a step that passes a line with the seed and the hash, for each file a line with its name, and for each
# expression that ever carried something a line with its first byte, the byte behind it, and what that was in any
# step: s is secret, u is unknown, s:WAY and u:WAY are so in a member, d:NAME depends on a declaration. A ? is for
# an expression, with all that is in it, that no step of some kind evaluated, though some passed.
#
# There are four kinds of steps:
# - previews, with providers that give inputs back, and only those configs set that have to be;
# - updates after these;
# - previews, with all configs set, and providers that are not configured: they tell nothing of resources, but
#   functions answer; only here, the components of a package have a resource inside;
# - updates, with all configs set, and providers that take no secrets unless they have components. What these
#   would say of outputs that they do not know in a preview is left out: the engine takes a whole output for
#   secret then if something in the input is.
#
# Of each there are %d: texts are words, numbers, bools and words; lists in outputs have one element, two, none
# and four, and those in configs one, one, one and four. In the last, maps have the keys that the text of the
# program has. Steps that fail do not count.
`

// flowRuns are the runs of each program.
func flowRuns() (all []running.Choices) {
	for _, r := range runs {
		all = append(all,
			running.Choices{Seed: r.Seed, Stages: running.Stages[:2]},
			running.Choices{Seed: r.Seed, Stages: running.Stages[:1], Set: true, Kind: madeup.Unready},
			running.Choices{Seed: r.Seed, Stages: updates, Set: true, Kind: madeup.Deaf})
	}
	return all
}

// place is where an expression stands: in a file, from a byte to the one behind it.
type place struct {
	File       string
	Start, End int
}

// flow is what an expression carried in any step.
type flow struct {
	place
	Facts []string
	// Unseen says that some kind of step passed, and none of that kind evaluated the expression.
	Unseen bool
}

// collector collects what expressions carry.
type collector struct {
	dir string
	// now is what they carry in the present run, by stage, and before in all steps that passed, by the kind of step.
	now, before map[place]map[string][]string
}

func collect(dir string) *collector {
	return &collector{dir, map[place]map[string][]string{}, map[place]map[string][]string{}}
}

// see notes where an expression is, and what it carries in a stage if that evaluates it.
func (c *collector) see(stage string, x running.Carried, evaluated bool) {
	file, err := filepath.Rel(c.dir, x.File)
	if err != nil {
		file = x.File
	}
	at := place{filepath.ToSlash(file), x.Start, x.End}
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
			if failed == "" || slices.Index(running.Stages, stage) < slices.Index(running.Stages, failed) {
				c.before[at][kind+stage] = append(c.before[at][kind+stage], facts...)
			}
		}
		c.now[at] = map[string][]string{}
	}
}

// flows returns what was collected, in the order of files and places.
func (c *collector) flows() (all []flow) {
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
		all = append(all, flow{at, slices.Compact(facts), len(stages) < len(passed)})
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
		p.questions[i].Runs, p.questions[i].Flows = flowRuns(), true
	}
	answers, err := ask(p.questions)
	if err != nil {
		return err
	}
	var out strings.Builder
	fmt.Fprintf(&out, headOfFlows, running.Version(), name, len(runs))
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
