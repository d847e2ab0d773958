// Package changes makes up random programs and edits of them, and reads what a run does after such edits. Only tests, internal/recorder and internal/reference import it.
//
// A [Family] makes a program up before and after edits of named kinds: an input changes, a resource moves into a component, a
// range grows. The same packages, seed and kinds give the same texts. testdata/plans holds programs with their states, and for
// each edit what the engine of the reference would do; [Read] reads them. [Cases] makes the programs and edits up, and
// internal/recorder makes records of them. They hold the texts, so a change of this package invalidates none of them.
//
// Programs are trees, in which a reference leads to the block that it refers to. So an edit that renames or moves a block keeps
// the program valid. Few programs still have errors, and are not recorded.
//
// Why not package randomprogram: its programs are texts with holes, which cannot be edited, and its purpose is mistakes.
package changes

import (
	"context"
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"path"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/internal/attempt"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

// This file makes up the programs and edits that are recorded in testdata/plans.

// Source is a program with the values of its stack's configuration.
type Source struct {
	// Files are texts by relative path.
	Files map[string]string
	// Config has a value for a name; "secret:name" for one that is encrypted, and "package:name" for one of a package.
	Config map[string]string
	// Pulumi is the version of Pulumi that judges it; empty for the newest.
	Pulumi string
}

// Family is a set of programs that differ by their seeds, with the kinds of edits that are made of them.
type Family struct {
	// Kinds are the kinds of the edits.
	Kinds []string
	write func(*generator)
}

// All are programs of all forms. Most of their resources are of the first package.
var All = Family{write: (*generator).top, Kinds: namesOf(edits)}

// Before is the program of a seed.
func (f Family) Before(packages []*schema.Package, seed uint64) Source {
	return newGenerator(packages, seed, f.write).source()
}

// After is the program of a seed after edits of some kinds. It is not ok if there is nothing in the program for such an edit.
func (f Family) After(packages []*schema.Package, seed uint64, kinds ...string) (edited Source, ok bool) {
	g := newGenerator(packages, seed, f.write)
	before := g.source()
	for _, kind := range kinds {
		sum := fnv.New64a()
		sum.Write([]byte(kind))
		g.Rand = rand.New(rand.NewPCG(seed, sum.Sum64()))
		if !changed(edits, kind, g) {
			return Source{}, false
		}
	}
	edited = g.source()
	return edited, !maps.Equal(before.Files, edited.Files) || !maps.Equal(before.Config, edited.Config)
}

func (g *generator) source() Source {
	return Source{Files: g.files(), Config: maps.Clone(g.program.config)}
}

// Packages are the packages of which the programs declare resources.
func Packages() []schema.Ref {
	return []schema.Ref{{Name: "fleet", Version: "1.0.0"}, {Name: "cloudy"}, {Name: "dns"}, {Name: "kit"}}
}

// Plans are the recorded files of programs that are made up, without the ending.
var Plans = []string{"edits", "names", "states"}

// editsOfEach is how many edits each program has.
const editsOfEach = 7

// Cases makes up the programs and edits of one of [Plans]. Programs that have errors in a version of Pulumi are left out,
// before and after edits. It is an [attempt].
func Cases(file, pulumi string, store *schemas.Store) (all []Recorded) {
	resumed := All // with edits that go well with changes of states
	resumed.Kinds = []string{
		"layout", "layout", "layout", "input, plain", "input, replacing", "resource renamed", "resource removed",
		"resource renamed, alias",
	}
	m := maker{store: store, pulumi: pulumi, counts: map[string]int{}}
	m.Family = map[string]Family{"edits": All, "names": Odd, "states": resumed}[file]
	for _, ref := range Packages() {
		p, _ := store.Package(ref)
		if p == nil {
			attempt.Check(fmt.Errorf("the schema of %s is missing", ref.Name))
		}
		m.packages = append(m.packages, p)
	}
	programs := map[string]int{"edits": 310, "names": 62, "states": 20}[file]
	for seed := uint64(0); len(all) < programs; seed++ {
		if before := m.Before(m.packages, seed); m.isValid(before) {
			p := Recorded{Seed: seed, Files: before.Files, Config: before.Config}
			m.edit(&p)
			all = append(all, p)
		}
	}
	if file == "states" {
		changeStates(all)
	}
	return all
}

// maker makes up the cases of a family.
type maker struct {
	Family
	store    *schemas.Store
	packages []*schema.Package
	pulumi   string
	counts   map[string]int // edits so far, by kind
}

func (m *maker) isValid(s Source) bool {
	s.Pulumi = m.pulumi
	return len(attempt.Must(Errors(context.Background(), m.store, s))) == 0
}

// edit adds edits to a program, first of the kinds that are rarest so far. One edit in five combines two kinds.
func (m *maker) edit(p *Recorded) {
	random := rand.New(rand.NewPCG(p.Seed, 5))
	kinds := slices.Clone(m.Kinds)
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
		if after, ok := m.After(m.packages, p.Seed, e.Kinds...); ok && m.isValid(after) {
			e.Set(p.Before(), after)
			p.Edits = append(p.Edits, e)
			m.counts[kind]++
		}
	}
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

// KeepNames removes states and steps: what is left are the resources that were registered.
func (r *Recorded) KeepNames() {
	r.State = nil
	for n := range r.Edits {
		r.Edits[n].Steps = nil
	}
}

// KeepSteps removes states and registrations. There is a step for each resource.
func (r *Recorded) KeepSteps() {
	r.State, r.Registered = nil, nil
	for n := range r.Edits {
		r.Edits[n].Registered = nil
	}
}

// Errors are the errors in a program and its components, as its version of Pulumi judges them.
func Errors(ctx context.Context, store *schemas.Store, s Source) (all []string, err error) {
	files, dirs := fixture.Files{}, map[string]bool{}
	for name, text := range s.Files {
		files[path.Join(fixture.Root, name)] = text
		dirs[path.Join(fixture.Root, path.Dir(name))] = true
	}
	snapshot := workspace.New(workspace.Options{FS: files, Schemas: store, Pulumi: s.Pulumi}).Snapshot()
	for _, dir := range slices.Sorted(maps.Keys(dirs)) {
		byFile, err := snapshot.Diagnose(ctx, snapshot.ProgramIn(dir))
		if err != nil {
			return nil, err
		}
		for file, found := range byFile {
			for _, d := range found {
				if d.Severity == codes.Error {
					all = append(all, file+": "+d.Message)
				}
			}
		}
	}
	return all, nil
}
