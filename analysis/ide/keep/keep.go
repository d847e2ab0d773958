package keep

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
)

// This file is the way of a change through the package.

// Around are the other programs of the workspace.
type Around struct {
	// Users returns the programs that use a directory as a component, and those that may do so
	// in a file that is not parsed. Nil means none.
	Users func(ctx context.Context, dir string) ([]*analysis.Program, error)
	// Runs reports whether the program of a directory runs by itself. Nil means that programs
	// run that no other program uses.
	Runs func(dir string) bool
}

// Refactoring is a change of programs.
type Refactoring struct {
	// Program is the program that the change is about. Its world is that of new programs.
	Program *analysis.Program
	// Others are further programs whose files the change edits.
	Others []*analysis.Program
	// Change is what the refactoring does. A new file in a directory without a program is a new
	// component.
	Change change.Set
	// Becomes says which declaration became which. Nil means that all stay.
	Becomes Becomes
}

// mostPasses is how often what was written is looked at again. Each pass keeps what depends on
// the parents that the one before has kept.
const mostPasses = 50

// State returns the change together with what keeps all registered resources. The error is a
// [*change.Refusal], or the context's.
func State(ctx context.Context, around Around, r Refactoring) (*change.Set, error) {
	if r.Becomes == nil {
		r.Becomes = Unmoved
	}
	d, err := newDraft(ctx, around, r)
	if err != nil {
		return nil, err
	}
	before, err := d.follow(d.before)
	if err != nil {
		return nil, err
	}
	d.wants(before)
	for range mostPasses {
		after, err := d.follow(d.rebuilt())
		if err != nil {
			return nil, err
		}
		lost, err := d.compare(before, after)
		if err != nil {
			return nil, err
		}
		if len(lost) == 0 {
			return &d.set, d.noNewErrors()
		}
		if err := d.write(lost); err != nil {
			return nil, err
		}
	}
	return nil, change.Refuse("the resources depend on each other in too many ways")
}
