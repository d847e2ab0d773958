package workspace_test

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/edits"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// This file checks that it does not matter how a state was reached: after any
// sequence of edits, moves, file operations and schema changes the dump equals that
// of a fresh server on the same text.

// FuzzEdits carries out the sequence that some bytes stand for.
func FuzzEdits(f *testing.F) {
	testsize.NotRaced(f, "it does one thing after another")
	kit := newEditedKit(f)
	for seed := range uint64(40) {
		f.Add(sequence(seed, 60))
	}
	f.Fuzz(func(t *testing.T, steps []byte) {
		if len(steps) > 1024 {
			t.Skip()
		}
		if fault := newEditing(t, kit, newMemoryDisk(), "/w", steps).run(); fault != "" { // go test shrinks it
			t.Fatal(fault)
		}
	})
}

// TestEdits carries out random sequences of changes in memory.
func TestEdits(t *testing.T) {
	testsize.NotRaced(t, "it does one thing after another")
	t.Parallel()
	kit := newEditedKit(t)
	const parts = 8
	for part := range uint64(parts) {
		t.Run(fmt.Sprint(part), func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(testsize.EditSequences / parts) {
				wantNoFault(t, sequence(1000+seed*parts+part, 25), func(steps []byte) *editing { return newEditing(t, kit, newMemoryDisk(), "/w", steps) })
			}
		})
	}
}

// TestEditsOnDisk carries out some on the real disk.
func TestEditsOnDisk(t *testing.T) {
	testsize.NotRaced(t, "it does one thing after another")
	t.Parallel()
	kit := newEditedKit(t)
	for seed := range uint64(testsize.DiskSequences) {
		wantNoFault(t, sequence(5000+seed, 60), func(steps []byte) *editing {
			root := workspacePath(t, t.TempDir())
			return newEditing(t, kit, &realDisk{Folder: edits.Folder{T: t, Root: root}}, root, steps)
		})
	}
}

// wantNoFault carries out a sequence, and shows the shortest part of it that fails.
func wantNoFault(t *testing.T, steps []byte, carriedOut func(steps []byte) *editing) {
	t.Helper()
	if carriedOut(steps).run() == "" {
		return
	}
	steps = edits.Shrunk(steps, func(fewer []byte) bool { return carriedOut(fewer).run() != "" })
	t.Fatal(carriedOut(steps).run())
}

// sequence is a random sequence of about so many steps.
func sequence(seed uint64, steps int) []byte {
	random := rand.New(rand.NewPCG(seed, 5))
	var b []byte
	for len(b) < steps*8 {
		b = binary.LittleEndian.AppendUint64(b, random.Uint64())
	}
	return b
}
