package workload

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// This file implements what a workload is, and its distribution over files and
// programs.

// Kind is what programs are made of.
type Kind string

// The kinds of workloads.
const (
	// Simple are resources with a few flat strings.
	Simple Kind = "simple"
	// Nested are resources with objects in lists in objects, for expressions and
	// templates.
	Nested Kind = "nested"
	// Chained are locals and resources that each refer to the one before. The only
	// place is the first local, which all others depend on.
	Chained Kind = "chained"
	// AWS are resources of the real aws package with their usual properties: a small service in a network of
	// its own, as programs have many.
	AWS Kind = "aws"
	// ChainedAWS is Chained with resources of the real aws package.
	ChainedAWS Kind = "chained-aws"
)

// Config says what to generate. Zero numbers mean 1.
type Config struct {
	Kind Kind
	// Resources is how many resources there are in all programs together; in a
	// chain it counts its locals too, and an odd one out is left away.
	Resources int
	// Programs is over how many directories the resources are distributed. A single
	// program has no directory of its own.
	Programs int
	// Files is over how many files each program is distributed.
	Files int
	// Wrong says that every so many places have their second text for good, with its finding. They cannot be edited. Zero means none.
	Wrong int
	// Seed decides on names and values.
	Seed uint64
}

// Workload is what was generated.
type Workload struct {
	// Files are the texts by path, which is relative and has slashes.
	Files map[string]string
	// Places are where to edit, by path and line.
	Places []Place
	// Findings is the number of findings that the programs have before any edit.
	Findings int
}

// Paths are the paths of the files, sorted.
func (w *Workload) Paths() []string { return slices.Sorted(maps.Keys(w.Files)) }

// Lines is how many lines the files have together.
func (w *Workload) Lines() int {
	n := 0
	for _, text := range w.Files {
		n += strings.Count(text, "\n")
	}
	return n
}

// Place is where an item can be edited. Lines and columns count from zero.
type Place struct {
	Path string
	// Offset is the byte at which the first text begins in the generated file.
	Offset int
	// Position is where that is, which no edit at another place changes.
	Position
	// First and Last are the lines of the item around the place.
	First, Last int
	// Texts are what can stand there. The generated file has the first.
	Texts []Text
	// Reference is where the same item mentions another one, if HasReference.
	Reference    Position
	HasReference bool
}

// Position is a line and a column.
type Position struct{ Line, Column int }

// Text is one of the texts of a place, with the findings that the program has
// because of it.
type Text struct {
	Text string
	// Own is the number of findings in the item of the place.
	Own int
	// Others is the number of findings in the items that depend on it.
	Others int
}

// Generate makes a workload.
func Generate(c Config) *Workload {
	c.Resources, c.Programs, c.Files = max(c.Resources, 1), max(c.Programs, 1), max(c.Files, 1)
	w := &Workload{Files: map[string]string{}}
	random := rand.New(rand.NewPCG(c.Seed, 1))
	for p := range c.Programs {
		dir := ""
		if c.Programs > 1 {
			dir = fmt.Sprintf("p%04d/", p)
		}
		c.program(w, dir, share(c.Resources, c.Programs, p), random)
	}
	return w
}

// share is how many of n the i-th of so many parts gets.
func share(n, parts, i int) int { return n*(i+1)/parts - n*i/parts }

func (c Config) program(w *Workload, dir string, resources int, random *rand.Rand) {
	next, seen := newSource(c.Kind, resources, random), 0
	for f := range c.Files {
		path := dir + "main.pp"
		if f > 0 {
			path = fmt.Sprintf("%spart%03d.pp", dir, f)
		}
		file := writer{path: path, wrong: c.Wrong, seen: seen}
		for range share(resources, c.Files, f) {
			for _, item := range next() {
				file.item(item)
			}
		}
		w.Files[path] = file.text.String()
		w.Places = append(w.Places, file.places...)
		w.Findings, seen = w.Findings+file.findings, file.seen
	}
}

// newSource returns what gives the items of one resource after another.
func newSource(k Kind, resources int, random *rand.Rand) func() []item {
	all := templates(string(k))
	if k == Chained || k == ChainedAWS {
		return chain(all, resources)
	}
	return fromTemplates(all, random)
}
