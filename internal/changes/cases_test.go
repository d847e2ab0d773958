package changes_test

import (
	"flag"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/changes"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

// This file makes up cases for a recording: see testdata/plans/README.md.

var export = flag.String("export", "", "a directory for programs and edits of them, of which a run is to be recorded")

// edits is how many edits of each program are exported.
const edits = 7

// TestExportEdits writes random programs and edits of them, for a recording.
func TestExportEdits(t *testing.T) {
	t.Parallel()
	if *export == "" {
		t.Skip("it needs -export")
	}
	store := open(t)
	resumed := changes.All // with edits that go well with changes of states
	resumed.Kinds = []string{
		"layout", "layout", "layout", "input, plain", "input, replacing", "resource renamed", "resource removed",
		"resource renamed, alias",
	}
	for _, test := range []struct {
		file     string
		family   changes.Family
		programs int
	}{
		{"edits", changes.All, 310}, {"names", changes.Odd, 62}, {"states", resumed, 20},
	} {
		m := maker{family: test.family, store: store, packages: packages(store), counts: map[string]int{}}
		var all []changes.Recorded
		for seed := uint64(0); len(all) < test.programs; seed++ {
			before := m.family.Before(m.packages, seed)
			if len(errors(t, store, before)) > 0 {
				continue
			}
			p := changes.Recorded{Seed: seed, Files: before.Files, Config: before.Config}
			m.edit(t, &p)
			all = append(all, p)
		}
		if test.file == "states" {
			mend(all)
		}
		if err := changes.Write(filepath.Join(*export, test.file+".jsonl.gz"), all); err != nil {
			t.Fatal(err)
		}
	}
}

// maker makes up the cases of a family.
type maker struct {
	family   changes.Family
	store    *schemas.Store
	packages []*schema.Package
	counts   map[string]int // edits so far, by kind
}

// edit makes edits of a program, of the kinds of which there are fewest so far. One in five is two edits.
func (m *maker) edit(t *testing.T, p *changes.Recorded) {
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
		if ok && len(errors(t, m.store, after)) == 0 {
			e.Set(p.Before(), after)
			p.Edits = append(p.Edits, e)
			m.counts[kind]++
		}
	}
}

// mend gives each edit a kind of changes of states too.
func mend(all []changes.Recorded) {
	n := 0
	for _, p := range all {
		for i := range p.Edits {
			e := &p.Edits[i]
			e.Kinds = append(e.Kinds, changes.StateKinds()[n%len(changes.StateKinds())])
			n++
		}
	}
}
