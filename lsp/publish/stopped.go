// This file implements checks of programs that the user can stop.

package publish

import (
	"context"
	"errors"
	"sync"
	"weak"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// errStopped says that the user has stopped the check of a version of a program.
var errStopped = errors.New("the user has stopped the check; findings are incomplete until the program changes")

// stopped are the versions of programs whose checks the user has stopped. The zero value is ready to use. It is safe for concurrent use.
type stopped struct {
	mu       sync.Mutex // guards programs
	programs map[weak.Pointer[analysis.Program]]bool
}

// add notes that the check of a program was stopped, and forgets versions that are gone.
func (s *stopped) add(program *analysis.Program) {
	s.mu.Lock()
	defer s.mu.Unlock()
	kept := map[weak.Pointer[analysis.Program]]bool{weak.Make(program): true}
	for known := range s.programs {
		if known.Value() != nil {
			kept[known] = true
		}
	}
	s.programs = kept
}

func (s *stopped) has(program *analysis.Program) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.programs[weak.Make(program)]
}

// checked checks a program in a pass, unless the user has stopped that.
func (p *Publisher) checked(ctx context.Context, v View, program *analysis.Program, early func(*workspace.Report)) (*workspace.Report, error) {
	if p.stopped.has(program) {
		return nil, errStopped
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ctx, end := p.config.Watch(ctx, program, func() {
		p.stopped.add(program)
		cancel()
	})
	defer end()
	r, err := v.Snapshot.Report(ctx, program, early)
	if err != nil && p.stopped.has(program) {
		p.config.Log.Warn("a check was stopped", "program", program.Dir, "error", errStopped)
		return nil, errStopped
	}
	return r, err
}
