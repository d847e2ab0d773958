package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/internal/changes"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

// This file makes cases up and records their results.

// edits is how many edits of each program are recorded.
const edits = 7

// recording is the making of one file.
type recording struct {
	dir      string // of temporary files
	program  string
	store    *schemas.Store
	packages []*schema.Package
	family   changes.Family
	counts   map[string]int // edits so far, by kind
	mended   int            // states that were changed so far
}

// open reads the schemas of the packages that programs use.
func (r *recording) open() error {
	r.store = schemas.New(schemas.Options{Paths: []string{"testdata/plans/schemas", "testdata/schemas"}})
	for _, ref := range changes.Packages() {
		p, _ := r.store.Package(ref)
		if p == nil {
			return fmt.Errorf("there is no schema of %s", ref.Name)
		}
		r.packages = append(r.packages, p)
	}
	return nil
}

// record records edits of the programs of a family.
func (r *recording) record(family changes.Family, programs int) ([]changes.Recorded, error) {
	r.family = family
	var all []changes.Recorded
	for seed := uint64(0); len(all) < programs; seed++ {
		before := family.Before(r.packages, seed)
		valid, err := r.write(r.at(seed, "before"), before)
		if err != nil {
			return nil, err
		}
		if !valid {
			continue
		}
		p := changes.Recorded{Seed: seed, Files: before.Files, Config: before.Config}
		if p.Edits, err = r.editsOf(seed, before); err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	all, err := r.run(all)
	if err != nil {
		return nil, err
	}
	return all, r.preview(all)
}

// at is the path of a temporary file or directory of a program.
func (r *recording) at(seed uint64, name string) string {
	return filepath.Join(r.dir, fmt.Sprint(seed), name)
}

// write writes a program unless it has errors, which it reports.
func (r *recording) write(dir string, s changes.Source) (valid bool, err error) {
	if err := put(dir, s); err != nil {
		return false, err
	}
	snapshot := workspace.New(workspace.Options{Schemas: r.store}).Snapshot()
	for _, below := range s.Directories() {
		byFile, err := snapshot.Diagnose(context.Background(), snapshot.ProgramIn(filepath.ToSlash(filepath.Join(dir, below))))
		if err != nil {
			return false, err
		}
		for _, found := range byFile {
			for _, d := range found {
				if d.Severity == codes.Error {
					return false, os.RemoveAll(dir)
				}
			}
		}
	}
	return true, nil
}

// put writes the files of a program.
func put(dir string, s changes.Source) error {
	for name, text := range s.Files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// editsOf makes edits of a program, of the kinds of which there are fewest so far. One in five is two edits.
func (r *recording) editsOf(seed uint64, before changes.Source) (made []changes.Edit, err error) {
	random := rand.New(rand.NewPCG(seed, 5))
	kinds := slices.Clone(r.family.Kinds)
	random.Shuffle(len(kinds), func(i, j int) { kinds[i], kinds[j] = kinds[j], kinds[i] })
	slices.SortStableFunc(kinds, func(a, b string) int { return r.counts[a] - r.counts[b] })
	for _, kind := range kinds {
		if len(made) == edits {
			break
		}
		names := []string{kind}
		if second := kinds[random.IntN(len(kinds))]; second != kind && random.IntN(5) == 0 {
			names = append(names, second)
		}
		after, ok := r.family.After(r.packages, seed, names...)
		if !ok {
			continue
		}
		valid, err := r.write(r.at(seed, fmt.Sprint(len(made))), after)
		if err != nil {
			return nil, err
		}
		if !valid {
			continue
		}
		e := changes.Edit{Kinds: names}
		e.Set(before, after)
		made = append(made, e)
		r.counts[kind]++
	}
	return made, nil
}

// run runs all programs, and drops those that fail.
func (r *recording) run(all []changes.Recorded) (ran []changes.Recorded, err error) {
	var requests []request
	for _, p := range all {
		dir := r.at(p.Seed, "before")
		requests = append(requests, request{ID: dir, Before: dir, After: dir, Export: r.at(p.Seed, "state.json"), Config: config(p.Config)})
	}
	answers, err := ask(r.program, requests)
	if err != nil {
		return nil, err
	}
	for i, p := range all {
		if answers[i].Failed != "" {
			fmt.Printf("the program of seed %d does not run: %s\n", p.Seed, answers[i].Error)
			continue
		}
		if answers[i].Up != nil {
			p.Registered = answers[i].Up.Registered
		}
		if p.State, err = settle(r.at(p.Seed, "state.json")); err != nil {
			return nil, err
		}
		ran = append(ran, p)
	}
	return ran, nil
}

// preview previews the edits of all programs.
func (r *recording) preview(all []changes.Recorded) error {
	var requests []request
	var previewed []*changes.Edit
	for _, p := range all {
		for n := range p.Edits {
			e := &p.Edits[n]
			state, err := r.stateOf(&p, n)
			if err != nil {
				return err
			}
			previewed = append(previewed, e)
			requests = append(requests, request{
				ID: fmt.Sprintf("%d %s", p.Seed, e.Kinds), State: state, After: r.at(p.Seed, fmt.Sprint(n)), Config: config(p.After(e).Config),
			})
		}
	}
	answers, err := ask(r.program, requests)
	for i, a := range answers {
		previewed[i].Outcome = a.outcome()
	}
	return err
}

// stateOf is the file with the state from which the preview of an edit starts. In a family of resumed programs each edit has another one.
func (r *recording) stateOf(p *changes.Recorded, n int) (string, error) {
	file := r.at(p.Seed, "state.json")
	if !r.family.MendsStates {
		return file, nil
	}
	kinds, e := changes.StateKinds(), &p.Edits[n]
	kind := kinds[r.mended%len(kinds)]
	r.mended++
	changed, ok, err := changes.Mended(p.State, kind, uint64(r.mended))
	if err != nil || !ok {
		return file, err
	}
	e.Kinds = append(e.Kinds, kind)
	e.SetState(p.State, changed)
	file = r.at(p.Seed, fmt.Sprint("state", n, ".json"))
	return file, os.WriteFile(file, changed, 0o600)
}

// config is never nil, so that the program uses no values of its own.
func config(values map[string]string) map[string]string {
	if values == nil {
		return map[string]string{}
	}
	return maps.Clone(values)
}

// outcome is what a preview did, without what is the same in all of them.
func (a answer) outcome() changes.Outcome {
	var o changes.Outcome
	if a.Plan != nil {
		o = *a.Plan
	}
	if a.Failed != "" {
		o.Error = a.Failed + ": " + a.Error
	}
	for i := range o.Steps {
		if s := &o.Steps[i]; s.Old == s.URN {
			s.Old = ""
		}
	}
	return o
}

// compact is a JSON document without white space.
func compact(data []byte) (json.RawMessage, error) {
	var document any
	if err := json.Unmarshal(data, &document); err != nil {
		return nil, err
	}
	return json.Marshal(document)
}
