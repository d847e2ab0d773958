package randomprogram

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file writes a program twice: once to count the places for mistakes, once with
// mistakes at some of them.

// Program is a random program.
type Program struct {
	// Files are the texts by relative path. Components have directories of their own.
	Files map[string]string
	// Forms says how often each form of expression, range, option and config was written.
	Forms map[string]int
	// Mistakes are the mistakes that were made.
	Mistakes []string
}

// Hash identifies the text of the program.
func (p Program) Hash() string {
	sum := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(p.Files)) {
		fmt.Fprintf(sum, "%s\n%s\n", name, p.Files[name])
	}
	return hex.EncodeToString(sum.Sum(nil)[:4])
}

// plan says which mistakes to make where.
type plan struct {
	packages []*schema.Package
	files    map[string]string // the files of the program
	forms    map[string]int    // how often each form was written
	places   map[string]int    // the number of places so far, by mistake
	chosen   map[string]int    // the place at which to make each mistake, from 1
	made     []string          // the mistakes that were made
	wrong    *rand.Rand        // decides on mistakes, so that the rest of the program stays as it was
}

func newPlan(packages []*schema.Package, seed uint64, chosen map[string]int) *plan {
	return &plan{
		packages: packages, files: map[string]string{}, forms: map[string]int{}, places: map[string]int{},
		chosen: chosen, wrong: rand.New(rand.NewPCG(seed, 2)),
	}
}

// may counts a place for a mistake, and reports whether to make it there.
func (p *plan) may(mistake string) bool {
	p.places[mistake]++
	if p.chosen[mistake] != p.places[mistake] {
		return false
	}
	p.made = append(p.made, mistake)
	return true
}

// Generate writes the program of a seed with members of some of the packages.
func Generate(packages []*schema.Package, seed uint64) Program {
	valid := newPlan(packages, seed, nil)
	valid.write(seed)
	p := newPlan(packages, seed, chooseMistakes(valid.places, rand.New(rand.NewPCG(seed, 3))))
	p.write(seed)
	return Program{Files: p.files, Forms: p.forms, Mistakes: p.made}
}

// chooseMistakes chooses no mistake for half of the programs, else up to three.
func chooseMistakes(places map[string]int, random *rand.Rand) map[string]int {
	chosen := map[string]int{}
	kinds := slices.Sorted(maps.Keys(places))
	for range []int{0, 0, 0, 0, 0, 1, 1, 1, 2, 3}[random.IntN(10)] {
		kind := kinds[random.IntN(len(kinds))]
		chosen[kind] = 1 + random.IntN(places[kind])
	}
	return chosen
}

func (p *plan) write(seed uint64) {
	newVaried(p, rand.New(rand.NewPCG(seed, 1)), "").items()
}

// Everything lists the forms and mistakes that programs can have.
func Everything() []string {
	var all []string
	for _, list := range [][]form{forms, wrongForms} {
		for _, f := range list {
			all = append(all, f.text)
		}
	}
	for _, list := range [][]string{resourceOptions, wrongOptions, componentOptions, wrongComponentOptions, wrongArguments, configAttributes, wrongConfigAttributes, wrongItems, otherMistakes} {
		all = append(all, list...)
	}
	for _, r := range ranges {
		all = append(all, r.text)
	}
	for _, v := range wrongVariables {
		all = append(all, v.name)
	}
	return all
}
