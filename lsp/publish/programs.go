// This file turns the focus and a snapshot into rounds of steps, one step for each program.

package publish

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"weak"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"go.lsp.dev/protocol"
)

// openPrograms returns the programs of open documents, starting with the document that was edited last.
func (p *Publisher) openPrograms() round {
	v := p.config.View()
	steps := func(yield func(step) bool) {
		seen, open := map[string]bool{}, p.openDirs(v)
		var last *analysis.Program // most open documents belong to one program
		for path := range p.focus.order(v.Snapshot) {
			if isPart(path, last) || workspace.IsRuleFile(path) {
				continue
			}
			next, program := step{program: path}, programOf(v, path)
			if program != nil {
				next.program, last = program.Dir, program
			}
			if seen[next.program] {
				continue
			}
			seen[next.program] = true
			if program != nil {
				next.find = p.findOpen(v, program, path)
			} else {
				next.find = p.findLone(v, path)
			}
			if p.isAliased(v, next.program, open) {
				next.find = openOnly(next.find)
			}
			if !yield(next) {
				return
			}
		}
		p.openRules(v, yield)
	}
	return round{steps: steps, loading: v.Snapshot.Loading}
}

// closedPrograms returns the programs of the workspace without open documents, starting with those that are shown already. A program that is shown may be
// one no longer, although there is something at its path: a link in the place of a directory leads to a program that has another name.
func (p *Publisher) closedPrograms(ctx context.Context) round {
	v := p.config.View()
	found := map[string]bool{}
	steps := func(yield func(step) bool) {
		seen, open := map[string]bool{}, p.openDirs(v)
		var last *analysis.Program // most open documents belong to one program
		for _, path := range v.Snapshot.Open() {
			if isPart(path, last) {
				continue
			}
			if program := programOf(v, path); program != nil {
				seen[program.Dir], last = true, program
			} else if v.Snapshot.IsPage(path) {
				seen[path] = true
			}
		}
		visit := func(dir string) bool {
			if seen[dir] || p.isOpenAlias(v, open, dir) {
				return true
			}
			seen[dir] = true
			return yield(step{program: dir, find: p.findClosed(v, dir)})
		}
		for _, program := range p.diagnoser.table.programs() {
			if p.Covers(program) && !visit(program) {
				return
			}
		}
		ended := false
		p.survey.each(ctx, v.Snapshot, p.focus.roots(), func(dir string) bool {
			found[dir] = true
			ended = !visit(dir)
			return !ended
		})
		if !ended {
			p.openRules(v, yield)
		}
	}
	return round{steps, found, v.Snapshot.Loading, func(programs map[string]bool) { p.learn(v, programs) }}
}

// learn lets the programs know what others pass to them. If that is new, it starts another pass, which shows it.
func (p *Publisher) learn(v View, programs map[string]bool) {
	dirs := slices.Collect(maps.Keys(programs))
	dirs = slices.DeleteFunc(dirs, func(dir string) bool { _, _, open, _ := v.Snapshot.File(dir); return open }) // a document outside of programs
	if callers := v.Snapshot.Callers(dirs); callers != nil {
		p.config.Learn(callers)
		p.diagnoser.changed()
	}
}

// isPart reports whether a document is a file of a program, which may be nil.
func isPart(path string, of *analysis.Program) bool {
	if of == nil {
		return false
	}
	_, is := of.File(path)
	return is
}

// programOf returns the program whose findings include those of an open document: the program that it is part of, or whose project, stack or
// settings it has. It returns nil for other documents.
func programOf(v View, path string) *analysis.Program {
	if program := v.Snapshot.Program(path); program != nil {
		return program
	}
	if program := v.Snapshot.Configured(path); program != nil && len(program.Files) > 0 {
		return program
	}
	return v.Snapshot.Governed(path)
}

// survey finds the programs of the workspace. It searches again only when directories may have come or gone. It is
// safe for concurrent use.
type survey struct {
	mu         sync.Mutex // guards the fields below, and the search
	search     *workspace.StepSearch
	generation uint64
}

// each visits the directories found so far and continues the search until ctx is done.
func (s *survey) each(ctx context.Context, snapshot *workspace.Snapshot, in roots, visit func(dir string) bool) {
	if len(in.folders) == 0 {
		return
	}
	search := s.in(snapshot, in)
	for n := 0; ; n++ {
		dir, ok := s.nth(ctx, search, n)
		if !ok || !visit(dir) {
			return
		}
	}
}

func (s *survey) in(snapshot *workspace.Snapshot, in roots) *workspace.StepSearch {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.search == nil || s.generation != in.generation {
		s.search, s.generation = snapshot.SearchInSteps(in.folders...), in.generation
	}
	return s.search
}

// nth returns the nth directory that a search finds. It returns false if there is none or ctx is done.
func (s *survey) nth(ctx context.Context, search *workspace.StepSearch, n int) (dir string, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for ctx.Err() == nil {
		if dirs := search.Dirs(); n < len(dirs) {
			return dirs[n], true
		}
		if !search.Step() {
			break
		}
	}
	return "", false
}

func (p *Publisher) findOpen(v View, program *analysis.Program, edited string) find {
	return func(ctx context.Context, last *listing, early func(*listing, bool)) (*listing, error) {
		r, err := p.checked(ctx, v, program, func(r *workspace.Report) {
			if l, err := p.list(v, r, last, edited); err == nil {
				last = l
				early(l, r.Current)
			}
		})
		if err != nil {
			return nil, err
		}
		return p.list(v, r, last, edited)
	}
}

// findClosed checks a program without open documents.
func (p *Publisher) findClosed(v View, dir string) find {
	return func(ctx context.Context, last *listing, _ func(*listing, bool)) (*listing, error) {
		program := v.Snapshot.ProgramIn(dir)
		if program == nil || len(program.Files) == 0 {
			return nothing, nil
		}
		r, err := p.checked(ctx, v, program, nil)
		if err != nil {
			return nil, err
		}
		return p.list(v, r, last, "")
	}
}

// openRules visits open rule files. They come after the programs, where a rule may have turned out to be too expensive.
func (p *Publisher) openRules(v View, yield func(step) bool) {
	for path := range p.focus.order(v.Snapshot) {
		if workspace.IsRuleFile(path) && !yield(step{program: path, find: p.findRules(v, path)}) {
			return
		}
	}
}

// findRules finds what is wrong in an open rule file.
func (p *Publisher) findRules(v View, path string) find {
	return func(context.Context, *listing, func(*listing, bool)) (*listing, error) {
		f, ok, err := p.inRules(v, path)
		return alone(f, ok), err
	}
}

// inRules are the findings in an open rule file. It returns false for other files.
func (p *Publisher) inRules(v View, path string) (findings, bool, error) {
	r, ok := v.Snapshot.RuleFile(path)
	if !ok {
		return findings{}, false, nil
	}
	found, err := p.reports.of(v, v.Files(), r)
	if err != nil {
		return findings{}, false, err
	}
	f, ok := fileFindings(v, path, found)
	return f, ok, nil
}

// findLone finds what is wrong in the blocks of an open Markdown document, and nothing in another open document that is in no program.
func (p *Publisher) findLone(v View, path string) find {
	return func(ctx context.Context, _ *listing, _ func(*listing, bool)) (*listing, error) {
		found := noFindings
		page, is, err := v.Snapshot.Page(ctx, path)
		if is && err == nil {
			found, err = p.reports.of(v, v.Files(), page)
		}
		if err != nil {
			return nil, err
		}
		f, ok := fileFindings(v, path, found)
		f.page = is
		return alone(f, ok), nil
	}
}

// fileFindings attaches findings to a file in its current version. It returns false if the file is gone.
func fileFindings(v View, path string, found *report) (findings, bool) {
	_, version, open, ok := v.Snapshot.File(path)
	f := findings{path: path, uri: v.URI(path), found: found}
	if open {
		f.version = protocol.NewOptional(int32(version))
	}
	return f, ok
}

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
