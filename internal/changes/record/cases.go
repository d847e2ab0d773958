package main

import (
	"context"
	"errors"
	"fmt"
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

// This file makes cases up.

// edits is how many edits of each program are recorded.
const edits = 7

// maker makes up the cases of a family.
type maker struct {
	dir      string // of the program that is being checked
	family   changes.Family
	store    *schemas.Store
	packages []*schema.Package
	counts   map[string]int // edits so far, by kind
}

// madeUp are edits of so many programs of a family.
func madeUp(family changes.Family, programs int) func(*recording) ([]changes.Recorded, error) {
	return func(r *recording) (all []changes.Recorded, err error) {
		store := schemas.New(schemas.Options{Paths: []string{"testdata/plans/schemas", "testdata/schemas"}})
		m := maker{dir: filepath.Join(r.dir, "checked"), family: family, store: store, counts: map[string]int{}}
		for _, ref := range changes.Packages() {
			p, _ := store.Package(ref)
			if p == nil {
				return nil, fmt.Errorf("there is no schema of %s", ref.Name)
			}
			m.packages = append(m.packages, p)
		}
		for seed := uint64(0); len(all) < programs && err == nil; seed++ {
			all, err = m.appendCase(all, seed)
		}
		return all, err
	}
}

// appendCase adds edits of the program of a seed, unless the program has errors.
func (m *maker) appendCase(all []changes.Recorded, seed uint64) ([]changes.Recorded, error) {
	before := m.family.Before(m.packages, seed)
	if valid, err := m.isValid(before); err != nil || !valid {
		return all, err
	}
	p := changes.Recorded{Seed: seed, Files: before.Files, Config: before.Config}
	err := m.edit(&p)
	return append(all, p), err
}

// edit makes edits of a program, of the kinds of which there are fewest so far. One in five is two edits.
func (m *maker) edit(p *changes.Recorded) error {
	random := rand.New(rand.NewPCG(p.Seed, 5))
	kinds := slices.Clone(m.family.Kinds)
	random.Shuffle(len(kinds), func(i, j int) { kinds[i], kinds[j] = kinds[j], kinds[i] })
	slices.SortStableFunc(kinds, func(a, b string) int { return m.counts[a] - m.counts[b] })
	for _, kind := range kinds {
		if len(p.Edits) == edits {
			break
		}
		e := changes.Edit{Kinds: []string{kind}}
		if second := kinds[random.IntN(len(kinds))]; second != kind && random.IntN(5) == 0 {
			e.Kinds = append(e.Kinds, second)
		}
		after, ok := m.family.After(m.packages, p.Seed, e.Kinds...)
		if !ok {
			continue
		}
		switch valid, err := m.isValid(after); {
		case err != nil:
			return err
		case valid:
			e.Set(p.Before(), after)
			p.Edits = append(p.Edits, e)
			m.counts[kind]++
		}
	}
	return nil
}

// isValid reports whether there are no errors in a program and its components.
func (m *maker) isValid(s changes.Source) (bool, error) {
	if err := errors.Join(os.RemoveAll(m.dir), put(m.dir, "", s)); err != nil {
		return false, err
	}
	snapshot := workspace.New(workspace.Options{Schemas: m.store}).Snapshot()
	for _, below := range s.Directories() {
		program := snapshot.ProgramIn(filepath.ToSlash(filepath.Join(m.dir, below)))
		byFile, err := snapshot.Diagnose(context.Background(), program)
		if err != nil {
			return false, err
		}
		for _, found := range byFile {
			for _, d := range found {
				if d.Severity == codes.Error {
					return false, nil
				}
			}
		}
	}
	return true, nil
}
