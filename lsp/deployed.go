// This file follows programs for what exists of them in the states of their stacks, and what a run would do. It happens when somebody asks: an edit
// computes nothing, and cancels what is being computed.

package lsp

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/planview"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// mostFollowed is how many programs are kept as they were followed last.
const mostFollowed = 16

// follower follows programs, and keeps the last result for each. It is safe for concurrent use.
type follower struct {
	changed func()   // called when a result differs from the one before
	watched func()   // called when there is another file of a state
	paths   sync.Map // those of the states so far

	era     atomic.Int64 // counts results that differ from those before
	mu      sync.Mutex   // guards the rest
	last    map[string]*followed
	running map[*context.CancelFunc]bool
	turns   map[string]chan struct{} // by directory; each holds a token while nobody follows the program
}

// followed is the result for one version of a program and of its state.
type followed struct {
	runOf
	stack *planview.Stack // nil for a program that is too large to follow
	shown string          // what editors show of it all the time
}

// edited cancels what is being computed.
func (f *follower) edited() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for cancel := range f.running {
		(*cancel)()
	}
}

// known is the last result for a directory, whatever the version; nil for none.
func (f *follower) known(dir string) *followed {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.last[dir]
}

// of follows a program, unless that is done. The error is that of the context, or [context.Canceled] after an edit.
func (f *follower) of(ctx context.Context, run runOf) (*followed, error) {
	turn := f.turn(run.program.Dir)
	select {
	case <-turn:
		defer func() { turn <- struct{}{} }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	before := f.known(run.program.Dir)
	if before != nil && before.runOf == run {
		return before, nil
	}
	ctx, end := f.begin(ctx)
	defer end()
	now := &followed{runOf: run}
	now.stack, _ = planview.Deployed(ctx, run.program, run.file.State) // it fails only because of the context or the size
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	now.shown = shownOf(now.stack)
	f.keep(now)
	if before == nil || before.shown != now.shown || before.file != run.file {
		f.era.Add(1)
		f.changed()
	}
	return now, nil
}

func (f *follower) watch(path string) {
	if _, again := f.paths.LoadOrStore(path, true); !again && path != "" {
		f.watched()
	}
}

// turn is the turn of those who want to follow the program of a directory.
func (f *follower) turn(dir string) chan struct{} {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.turns[dir] == nil {
		lists.Put(&f.turns, dir, make(chan struct{}, 1))
		f.turns[dir] <- struct{}{}
	}
	return f.turns[dir]
}

// begin returns a context that an edit cancels.
func (f *follower) begin(ctx context.Context) (cancellable context.Context, end func()) {
	ctx, cancel := context.WithCancel(ctx)
	f.mu.Lock()
	defer f.mu.Unlock()
	lists.Put(&f.running, &cancel, true)
	return ctx, func() {
		f.mu.Lock()
		delete(f.running, &cancel)
		f.mu.Unlock()
		cancel()
	}
}

func (f *follower) keep(now *followed) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for dir := range f.last { // any, as each can be computed again
		if len(f.last) >= mostFollowed && dir != now.program.Dir {
			delete(f.last, dir)
			delete(f.turns, dir)
		}
	}
	lists.Put(&f.last, now.program.Dir, now)
}

// shownOf is what lenses and hints show of a stack.
func shownOf(s *planview.Stack) string {
	var text strings.Builder
	for title := range s.Titles() {
		text.WriteString(title + "\n")
	}
	return text.String()
}

// runOf is a program that is run by itself, and the state of its stack.
type runOf struct {
	program *analysis.Program
	file    *workspace.StateFile
}

// runs are the runs that a program is a part of, as far as the states of their stacks are known. It follows nothing. A state that cannot be read is reported
// once.
func (v *view) runs(p *analysis.Program) (found []runOf) {
	for _, root := range v.Snapshot.Roots(p) {
		file := v.Snapshot.StateOf(root.Dir)
		if file == nil {
			continue
		}
		v.follower.watch(file.Path)
		switch {
		case file.State != nil:
			found = append(found, runOf{root, file})
		case !file.Absent:
			v.link.tellNew([]string{file.Problem})
		}
	}
	return found
}

// stacksOf is what exists of the programs that run a program. After an edit, which cancels it, and for programs that cannot be followed, it is nothing. The
// error is that of the context.
func (v *view) stacksOf(ctx context.Context, p *analysis.Program) ([]*planview.Stack, error) {
	return v.stacks(ctx, p, func(*followed, runOf) bool { return false })
}

// lastStacks is like stacksOf, but of earlier versions of the programs if there are any, so that an edit costs nothing. They know the blocks that have the
// names that they had.
func (v *view) lastStacks(ctx context.Context, p *analysis.Program) ([]*planview.Stack, error) {
	return v.stacks(ctx, p, func(last *followed, run runOf) bool { return last != nil && last.file == run.file })
}

func (v *view) stacks(ctx context.Context, p *analysis.Program, suffices func(last *followed, run runOf) bool) (all []*planview.Stack, err error) {
	for _, run := range v.runs(p) {
		result := v.follower.known(run.program.Dir)
		if !suffices(result, run) {
			result, err = v.follower.of(ctx, run)
		}
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err == nil && result.stack != nil:
			all = append(all, result.stack)
		}
	}
	return all, nil
}

// instancesOf are the resources of a block in all stacks.
func instancesOf(stacks []*planview.Stack, path, name string) (all []planview.Entry) {
	for _, s := range stacks {
		all = append(all, s.At(path, name)...)
	}
	return all
}
