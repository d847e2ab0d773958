package refactorings

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/changes"
)

// This file makes up the refactorings that are recorded in testdata/refactorings.

// Make makes [Cases] without a test, in the root of the repository.
func Make() (moved, used []changes.Recorded, err error) {
	defer func() {
		switch caught := recover().(type) {
		case nil:
		case failure:
			err = errors.New(string(caught))
		default:
			panic(caught)
		}
	}()
	moved, used = Cases(maker{})
	return moved, used, nil
}

// maker takes the place of a test.
type maker struct{ testing.TB }

type failure string

func (maker) Helper()                           {}
func (maker) Context() context.Context          { return context.Background() }
func (maker) Fatal(args ...any)                 { panic(failure(fmt.Sprint(args...))) }
func (maker) Fatalf(format string, args ...any) { panic(failure(fmt.Sprintf(format, args...))) }

// Cases are refactorings of random programs, and of those in testdata/programs; and removals of the aliases that these leave behind.
func Cases(t testing.TB) (moved, used []changes.Recorded) {
	m := NewMaker(t)
	for _, r := range m.sources(t) {
		f, ok := m.Recorded(t, &r)
		if !ok {
			t.Fatal(r.Name, ": its schemas are not here")
		}
		if r.Name == "" && HasErrors(t, f) {
			continue
		}
		for _, o := range Chosen(t, f, r.Seed) {
			set, why := o.Made(t)
			if why != "" {
				continue
			}
			r.Edits = append(r.Edits, m.edit(&r, o, set))
			if u, ok := m.withoutAliases(t, &r, uint64(100_000+len(used))); ok {
				used = append(used, u)
			}
		}
		moved = append(moved, r)
	}
	return moved, used
}

// edit is what a refactoring does.
func (m *Maker) edit(r *changes.Recorded, o Offer, set *change.Set) changes.Edit {
	e := changes.Edit{Kinds: []string{o.Kind}, Place: o.Place}
	e.Set(r.Before(), changes.Source{Files: AppliedTo(r.Files, set), Config: r.Config})
	return e
}

// withoutAliases is the program after its last refactoring, one in eight, with the removal of aliases.
func (m *Maker) withoutAliases(t testing.TB, r *changes.Recorded, seed uint64) (u changes.Recorded, ok bool) {
	if r.Name != "" || len(r.Edits)%8 != 7 {
		return u, false
	}
	u = changes.Recorded{Seed: seed, Files: r.After(&r.Edits[len(r.Edits)-1]).Files, Config: r.Config}
	f := m.Fixture(t, u.Files)
	for _, o := range UsedUp(t, f, Existing(Follow(t, f))) {
		u.Edits = append(u.Edits, m.edit(&u, o, &o.Change))
	}
	return u, len(u.Edits) > 0
}

// sources are the programs of which refactorings are recorded.
func (m *Maker) sources(t testing.TB) (all []changes.Recorded) {
	for seed := range uint64(115) {
		family := []changes.Family{changes.Arranged, changes.Arranged, changes.All, changes.Odd}[seed%4]
		source := family.Before(m.Packages, seed)
		all = append(all, changes.Recorded{Seed: seed, Files: source.Files, Config: source.Config})
	}
	root := filepath.Join(analysistest.Repository(t), "testdata", "programs")
	for i, name := range []string{
		"expressions", "lookups", "multifile", "options", "packages", "ranges", "secrets", "webshop",
		"real/aws", "real/azure-native", "real/gcp", "real/kubernetes", "real/random",
	} {
		all = append(all, changes.Recorded{Seed: uint64(10_000 + i), Name: name, Files: programFiles(t, filepath.Join(root, name))})
	}
	return all
}
