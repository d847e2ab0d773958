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
	packages    []*schema.Package
	files       map[string]string // the files of the program
	forms       map[string]int    // how often each form was written
	places      map[string]int    // the number of places so far, by mistake; wrong forms are added at the end
	expressions map[string]int    // the number of places for wrong forms so far, by kind
	chosen      map[string]int    // the place at which to make each mistake, from 1; nil until mistakes are chosen
	wrongForms  []form            // those among them
	made        []string          // the mistakes that were made
	wrong       *rand.Rand        // decides on mistakes, so that the rest of the program stays as it was
}

func newPlan(packages []*schema.Package, seed uint64, chosen map[string]int) *plan {
	p := &plan{
		packages: packages, files: map[string]string{}, forms: map[string]int{}, places: map[string]int{},
		expressions: map[string]int{}, chosen: chosen, wrong: rand.New(rand.NewPCG(seed, 2)),
	}
	for _, f := range wrongForms {
		if chosen[f.text] > 0 {
			p.wrongForms = append(p.wrongForms, f)
		}
	}
	return p
}

// may counts a place for a mistake, and reports whether to make it there. Once mistakes are chosen, only they are counted.
func (p *plan) may(mistake string) bool {
	place, isChosen := p.chosen[mistake]
	if p.chosen != nil && !isChosen {
		return false
	}
	p.places[mistake]++
	if place != p.places[mistake] {
		return false
	}
	p.made = append(p.made, mistake)
	return true
}

// wrongForm is the wrong form to write in place of an expression of a kind. It is not ok if none was chosen. There are hundreds
// of them for each expression, so they are counted by kind.
func (p *plan) wrongForm(kind string) (text string, ok bool) {
	if p.chosen == nil {
		p.expressions[kind]++
		return "", false
	}
	for _, f := range p.wrongForms {
		if f.makes(kind) && p.may(f.text) {
			return f.text, true
		}
	}
	return "", false
}

// counted is the number of places of each mistake.
func (p *plan) counted() map[string]int {
	for kind, n := range p.expressions {
		for _, f := range wrongForms {
			if f.makes(kind) {
				p.places[f.text] += n
			}
		}
	}
	return p.places
}

// Generate writes the program of a seed with members of some of the packages.
func Generate(packages []*schema.Package, seed uint64) Program {
	valid := newPlan(packages, seed, nil)
	valid.write(seed)
	chosen := chooseMistakes(valid.counted(), rand.New(rand.NewPCG(seed, 3)))
	if len(chosen) == 0 {
		return Program{Files: valid.files, Forms: valid.forms}
	}
	p := newPlan(packages, seed, chosen)
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
	all := slices.Concat(resourceOptions, wrongOptions, componentOptions, wrongComponentOptions, wrongArguments,
		configAttributes, wrongConfigAttributes, wrongItems, otherMistakes)
	for _, f := range slices.Concat(forms, wrongForms) {
		all = append(all, f.text)
	}
	for _, r := range ranges {
		all = append(all, r.text)
	}
	for _, v := range wrongVariables {
		all = append(all, v.name)
	}
	return all
}
