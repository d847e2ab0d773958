package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/internal/asking"
	"github.com/pcl-lsp/pcl-lsp/internal/randomprogram"
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
func flowRuns() (all []asking.Choices) {
	for _, seed := range flowSeeds {
		all = append(all,
			asking.Choices{Seed: seed, Stages: asking.Stages()[:2]},
			asking.Choices{Seed: seed, Stages: asking.Stages()[:1], Set: true, Kind: asking.Unready},
			asking.Choices{Seed: seed, Stages: updates, Set: true, Kind: asking.Deaf})
	}
	return all
}

var flowSeeds = []uint64{0, asking.Numbers, asking.Bools, asking.Rich}

// recordFlows records the flows of the first programs of a family.
func recordFlows(r reference, dir string) error {
	name := randomprogram.Families()[0]
	p, err := writePrograms(dir, name, flowsOf)
	if err != nil {
		return err
	}
	for i := range p.questions {
		p.questions[i].Runs, p.questions[i].Flows = flowRuns(), true
	}
	answers, err := r.ask(p.questions)
	if err != nil {
		return err
	}
	var out strings.Builder
	fmt.Fprintf(&out, headOfFlows, r.version, name, len(flowSeeds))
	for seed, a := range answers {
		if len(a.Flows) > 0 {
			fmt.Fprintf(&out, "%d %s\n", seed, p.family.Program(seed).Hash())
			writeFlows(&out, a.Flows)
		}
	}
	return write(filepath.Join("testdata", "random", "flows.txt"), []byte(out.String()))
}

// writeFlows writes the flows of a program.
func writeFlows(out io.Writer, all []asking.Flow) {
	file, unseen := "", asking.Place{}
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
			unseen = f.Place
			words = append(words, "?")
		}
		fmt.Fprintf(out, "  %s\n", strings.Join(words, " "))
	}
}
