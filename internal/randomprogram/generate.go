// Package randomprogram writes random programs from package schemas. Nothing but tests imports it.
//
// [ValidResource] and [ValidFunction] write a program for one member of a schema. [Generate] writes a whole program:
// resources with options, ranges and references, functions, loops, conditionals, templates, configs, outputs and
// components, and in most programs one to three mistakes. The same packages and seed give the same program.
//
// testdata/random records for the programs of many seeds what the reference says of them. The test of this package
// writes the programs anew and compares the checker's verdicts with the recorded ones, and flows with what the values
// of over a thousand programs carried: which were secret or unknown, and where they came from. A change of the
// generator that changes any text needs a new recording: `make record ONLY=random/small` makes that of the family
// small.
//
// # How mistakes are made
//
// A program is written twice with the same random numbers. The first time, each place where a mistake could be made is
// counted. Then mistakes are chosen, with equal chances for each kind, and the second time they are made at the chosen
// places. So a kind that has a place in few programs is as frequent in those as any other. A program for which none are
// chosen is not written again.
//
// # Why forms are text
//
// Expressions, options and items are texts with holes, such as `max(<number>, <T>)`, in
// forms.txtar. A mistake is one more row.
package randomprogram

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

// This file writes a program twice: once to count the places for mistakes, once with mistakes at some of them.

// Program is a random program.
type Program struct {
	Files    map[string]string // texts by relative path. Components have directories of their own.
	Forms    map[string]int    // how often each form of expression, range, option and config was written
	Mistakes []string          // mistakes that were made
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
	write := func(p *plan) { newVaried(p, rand.New(rand.NewPCG(seed, 1)), "").items() }
	valid := newPlan(packages, seed, nil)
	write(valid)
	chosen := chooseMistakes(valid.counted(), rand.New(rand.NewPCG(seed, 3)))
	if len(chosen) == 0 {
		return Program{Files: valid.files, Forms: valid.forms}
	}
	p := newPlan(packages, seed, chosen)
	write(p)
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

// Recorded is the number of programs of each family whose verdicts are recorded.
const Recorded = 5_000

// Family is a set of schemas.
type Family struct {
	Store    *schemas.Store    // of all schemas that programs may name
	packages []*schema.Package // those with resources for the programs
	written  sync.Map          // programs by seed
}

// families are not opened yet. Directories of schema files are relative to the repository.
var families = []struct {
	name           string
	dirs, packages []string
}{
	{"small", []string{"testdata/schemas", "testdata/conformance/schemas"}, []string{
		"cloudy", "dns", "kit", "command", "gadget", "media-kit", "nestedobject", "primitive", "simple", "subpackage", "union", "zoo",
	}},
	{"aws", []string{"../shared/schemas"}, []string{"aws"}},
	{"kubernetes", []string{"../shared/schemas"}, []string{"kubernetes"}},
	{"random", []string{"../shared/schemas"}, []string{"random"}},
}

// Families returns the names of all families. The schemas of the first one are always there.
func Families() (names []string) {
	for _, f := range families {
		names = append(names, f.name)
	}
	return names
}

// Schemas returns the folders with the schemas of a family, for a repository in some folder.
func Schemas(repository, name string) (dirs []string) {
	if i := slices.Index(Families(), name); i >= 0 {
		for _, dir := range families[i].dirs {
			dirs = append(dirs, filepath.Join(repository, filepath.FromSlash(dir)))
		}
	}
	return dirs
}

// Open opens the schemas of a family. It fails if there is no such family, or a schema is missing.
func Open(repository, name string) (*Family, error) {
	i := slices.Index(Families(), name)
	if i < 0 {
		return nil, fmt.Errorf("there is no family %q", name)
	}
	opened := &Family{Store: schemas.New(schemas.Options{Paths: Schemas(repository, name)})}
	for _, of := range families[i].packages {
		p, _ := opened.Store.Package(schema.Ref{Name: of})
		if p == nil {
			return nil, fmt.Errorf("the schema of %s is missing", of)
		}
		opened.packages = append(opened.packages, p)
	}
	return opened, nil
}

// Program returns the program of a seed, with members of at most three packages.
func (f *Family) Program(seed int) Program {
	write, _ := f.written.LoadOrStore(seed, sync.OnceValue(func() Program {
		var packages []*schema.Package
		for _, i := range rand.New(rand.NewPCG(uint64(seed), 4)).Perm(len(f.packages))[:min(3, len(f.packages))] {
			packages = append(packages, f.packages[i])
		}
		return Generate(packages, uint64(seed))
	}))
	return write.(func() Program)()
}
