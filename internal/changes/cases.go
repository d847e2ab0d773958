package changes

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

// This file makes up the programs and edits that are recorded in testdata/plans.

// Plans are the recorded files of programs that are made up, without the ending.
var Plans = []string{"edits", "names", "states"}

// editsOfEach is how many edits each program has.
const editsOfEach = 7

// Cases makes up the programs and edits of one of [Plans]. Programs that have errors in a version of Pulumi are left out, before and after edits.
func Cases(file, pulumi string, store *schemas.Store) (all []Recorded, err error) {
	var packages []*schema.Package
	for _, ref := range Packages() {
		p, _ := store.Package(ref)
		if p == nil {
			return nil, fmt.Errorf("the schema of %s is missing", ref.Name)
		}
		packages = append(packages, p)
	}
	valid := func(s Source) (bool, error) {
		s.Pulumi = pulumi
		found, err := Errors(context.Background(), store, s)
		return len(found) == 0, err
	}
	resumed := All // with edits that go well with changes of states
	resumed.Kinds = []string{
		"layout", "layout", "layout", "input, plain", "input, replacing", "resource renamed", "resource removed",
		"resource renamed, alias",
	}
	family := map[string]Family{"edits": All, "names": Odd, "states": resumed}[file]
	programs := map[string]int{"edits": 310, "names": 62, "states": 20}[file]
	m := maker{family, packages, valid, map[string]int{}}
	for seed := uint64(0); len(all) < programs; seed++ {
		before := m.family.Before(m.packages, seed)
		ok, err := valid(before)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		p := Recorded{Seed: seed, Files: before.Files, Config: before.Config}
		if err := m.edit(&p); err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	if file == "states" {
		changeStates(all)
	}
	return all, nil
}

// maker makes up the cases of a family.
type maker struct {
	family   Family
	packages []*schema.Package
	valid    func(Source) (bool, error)
	counts   map[string]int // edits so far, by kind
}

// edit adds edits to a program, first of the kinds that are rarest so far. One edit in five combines two kinds.
func (m *maker) edit(p *Recorded) error {
	random := rand.New(rand.NewPCG(p.Seed, 5))
	kinds := slices.Clone(m.family.Kinds)
	random.Shuffle(len(kinds), func(i, j int) { kinds[i], kinds[j] = kinds[j], kinds[i] })
	slices.SortStableFunc(kinds, func(a, b string) int { return m.counts[a] - m.counts[b] })
	for _, kind := range kinds {
		if len(p.Edits) == editsOfEach {
			break
		}
		e := Edit{Kinds: []string{kind}}
		if second := kinds[random.IntN(len(kinds))]; second != kind && random.IntN(5) == 0 {
			e.Kinds = append(e.Kinds, second)
		}
		after, ok := m.family.After(m.packages, p.Seed, e.Kinds...)
		if !ok {
			continue
		}
		ok, err := m.valid(after)
		if err != nil {
			return err
		}
		if ok {
			e.Set(p.Before(), after)
			p.Edits = append(p.Edits, e)
			m.counts[kind]++
		}
	}
	return nil
}

// changeStates gives each edit a kind of changes of states too.
func changeStates(all []Recorded) {
	n := 0
	for _, p := range all {
		for i := range p.Edits {
			e := &p.Edits[i]
			e.Kinds = append(e.Kinds, StateKinds()[n%len(StateKinds())])
			n++
		}
	}
}

// DropAllButNames removes states and steps: what is left are the resources that were registered.
func DropAllButNames(all []Recorded) {
	for i := range all {
		all[i].State = nil
		for n := range all[i].Edits {
			all[i].Edits[n].Steps = nil
		}
	}
}

// DropAllButSteps removes states and registrations. There is a step for each resource.
func DropAllButSteps(all []Recorded) {
	for i := range all {
		all[i].State, all[i].Registered = nil, nil
		for n := range all[i].Edits {
			all[i].Edits[n].Registered = nil
		}
	}
}
