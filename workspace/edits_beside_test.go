package workspace_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file checks that it does not matter what goes on at the same time: while documents
// are being edited, earlier moments are asked about, by several at once, and some go away
// before they have their answer.

// TestEditsBesideQuestions compares each moment with a fresh session. Nothing but texts of
// open documents changes, so that a moment is the same whenever it is asked about.
func TestEditsBesideQuestions(t *testing.T) {
	t.Parallel()
	kit := newEditedKit(t)
	for seed := range uint64(testsize.BesideSequences) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			e := newEditing(t, kit, newMemoryDisk(), "/w", append([]byte{byte(seed), 1, 1}, sequence(7000+seed, 300)...))
			for _, p := range e.files(".pp") {
				e.open(p)
			}
			e.settle()
			random := rand.New(rand.NewPCG(seed, 8))
			var moments []*moment
			var asking sync.WaitGroup
			for range 24 {
				e.edit()
				if random.IntN(3) == 0 {
					continue // nobody asks
				}
				m := &moment{snapshot: e.session.Snapshot(), dirs: e.dirs()}
				moments = append(moments, m)
				for range random.IntN(3) {
					seed := random.Uint64()
					asking.Go(func() { m.pester(e, seed) })
				}
				asking.Go(func() { m.described = m.describe(e, m.snapshot) })
			}
			asking.Wait()
			for i, m := range moments {
				if diff := cmp.Diff(m.describe(e, m.fresh(e)), m.described); diff != "" {
					t.Fatalf("moment %d differs (-fresh +edited):\n%s\nafter at most:\n%s", i, diff, strings.Join(e.done, "\n"))
				}
			}
		})
	}
}

// moment is a snapshot that is asked about while the session goes on.
type moment struct {
	snapshot  *workspace.Snapshot
	dirs      []string
	described []string // by directory, in its order
}

func (m *moment) describe(e *editing, s *workspace.Snapshot) (described []string) {
	for _, dir := range m.dirs {
		described = append(described, dir+"\n"+e.described(s, dir, json.Marshal))
	}
	return described
}

// pester asks for this and that, and does not always wait.
func (m *moment) pester(e *editing, seed uint64) {
	asker := &editing{t: e.t, kit: e.kit, steps: sequence(seed, 20)}
	for len(asker.steps) > 0 {
		p := m.snapshot.ProgramIn(pick(asker, m.dirs))
		if p == nil || len(p.Files) == 0 {
			continue
		}
		ctx := context.Context(context.Background())
		if asker.below(3) > 0 {
			f := newFuse(asker.below(256))
			defer f.cancel()
			ctx = f
		}
		pick(asker, questions).ask(asker, ctx, m.snapshot, p)
	}
}

// fresh is a session that has known nothing but this moment.
func (m *moment) fresh(e *editing) *workspace.Snapshot {
	s := workspace.New(workspace.Options{FS: e.disk, Schemas: e.schemas, Stack: m.snapshot.Stack(), Limit: m.snapshot.Limit()})
	for _, p := range m.snapshot.Open() {
		file, version, _, _ := m.snapshot.File(p)
		s.Apply(workspace.Open{Path: p, Text: file.Text(), Version: version})
	}
	return s.Snapshot()
}
