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

const headOfFlows = `# Pulumi %s
#
# What the values in random programs of the family %s carried when the reference ran them: for each program
# that passes some step a line with the seed and the hash, for each file a line with its name, and for each expression
# that ever carried something a line with its first byte, the byte behind it, and what that was in any of %d
# runs, each with a preview and two updates, until one fails: s is secret, u is unknown, s:WAY and u:WAY are so in a member, d:NAME
# depends on a declaration. A ? is for an expression, with all that is in it, that not each of them evaluated.
`

// recordFlows records the flows of the first programs of a family.
func recordFlows(r reference, dir string) error {
	name := randomprogram.Families()[0]
	p, err := writePrograms(dir, name, flowsOf)
	if err != nil {
		return err
	}
	for i := range p.questions {
		p.questions[i].Once, p.questions[i].Flows = false, true
	}
	answers, err := r.ask(p.questions)
	if err != nil {
		return err
	}
	var out strings.Builder
	fmt.Fprintf(&out, headOfFlows, r.version, name, len(seeds))
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
