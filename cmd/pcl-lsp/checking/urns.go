package checking

import (
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/planview"
	"github.com/pcl-lsp/pcl-lsp/analysis/plan"
	"github.com/pcl-lsp/pcl-lsp/analysis/state"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file compares the names of resources with those before a change.

// ComparedCodes are the codes of findings about names, which are about the change whatever line they are on.
const ComparedCodes = "urns.*"

// Comparison compares the names of the resources of programs with those before a change. A nil one compares nothing.
type Comparison struct {
	// From is the other side as the user names it: State, or the programs of Before.
	From   string
	State  *state.State
	Before *workspace.Snapshot
	// Dir is the directory that stands for the one that is checked; empty if it is the same.
	Dir string
	// Allow are the names and URNs of resources that may be replaced or deleted.
	Allow []string

	paths  Paths
	base   string          // what Dir stands for
	roots  map[string]bool // the directories of the programs that are compared
	recent recent          // of Before, if programs are forgotten

	mu    sync.Mutex // guards what follows
	found map[string]*planview.Names
}

// Prepare decides which programs of a search are compared. It fails if there are none. If programs are needed only
// once, they are forgotten when they were compared.
func (m *Comparison) Prepare(paths Paths, snapshot *workspace.Snapshot, search *workspace.Search, isOnly bool) error {
	m.paths, m.base, m.found = paths, baseOf(paths.Dir, search), map[string]*planview.Names{}
	m.roots = RootsOf(snapshot, search.Targets(), isOnly)
	switch {
	case m.State != nil:
		return m.choose(snapshot)
	case isOnly:
		m.recent.forget = m.Before.Forget
	}
	if m.Dir != "" && len(m.roots) > 0 && !m.hasAny() {
		return fmt.Errorf("--urns-from %s: the directory has none of the programs that are checked; name another checkout of %s", m.From, paths.Relative(m.base))
	}
	return nil
}

// hasAny reports whether any of the programs is on the other side.
func (m *Comparison) hasAny() bool {
	for dir := range m.roots {
		if p := m.Before.ProgramIn(m.dirBefore(dir)); p != nil && len(p.Files) > 0 {
			return true
		}
	}
	return false
}

// baseOf is what a directory on the other side stands for.
func baseOf(dir string, search *workspace.Search) string {
	roots := search.Roots()
	if len(roots) != 1 {
		return disk.Clean(filepath.ToSlash(dir))
	}
	if workspace.IsProgramFile(roots[0]) {
		return path.Dir(roots[0])
	}
	return roots[0]
}

// RootsOf are the directories of programs that are run by themselves: those that their project runs,
// and those without a project that no other program uses.
func RootsOf(snapshot *workspace.Snapshot, targets []workspace.Target, isOnly bool) map[string]bool {
	roots, alone := map[string]bool{}, false
	for _, t := range targets {
		if !t.Embeds() && !workspace.IsProgramFile(t.Dir) && !snapshot.IsPart(t.Dir) {
			roots[t.Dir] = true
			alone = alone || !snapshot.Runs(t.Dir)
		}
	}
	if !alone {
		return roots
	}
	used := make([][]string, len(targets))
	snapshot.Each(len(targets), func(i int) {
		if p := snapshot.ProgramIn(targets[i].Dir); p != nil {
			used[i] = p.ComponentDirs()
		}
		if isOnly {
			snapshot.Forget(targets[i].Dir)
		}
	})
	for _, dir := range slices.Concat(used...) {
		if !snapshot.Runs(dir) {
			delete(roots, dir)
		}
	}
	return roots
}

// choose leaves the programs that belong to the project of the state.
func (m *Comparison) choose(snapshot *workspace.Snapshot) error {
	var projects []string
	n, all := 0, 0
	for dir := range m.roots {
		if p := snapshot.ProgramIn(dir); p == nil || len(p.Files) == 0 {
			m.roots[dir] = false
			continue
		}
		all++
		project := snapshot.Project(dir)
		if m.roots[dir] = project == m.State.Project || m.State.Project == ""; m.roots[dir] {
			n++
		} else if project != "" {
			projects = append(projects, project)
		}
	}
	slices.Sort(projects)
	switch {
	case all == 0:
		return errors.New("--urns-from: no program is run by itself; name the directory of one")
	case n == 0 && len(projects) == 0:
		return fmt.Errorf("--urns-from: the state is of project %s, but the program has no Pulumi.yaml with that name", m.State.Project)
	case n == 0:
		return fmt.Errorf("--urns-from: the state is of project %s, but the program belongs to project %s; export the state of a stack of this project", m.State.Project, strings.Join(slices.Compact(projects), ", "))
	case n > 1:
		return fmt.Errorf("--urns-from: %d programs belong to project %s; name the directory of one", n, m.State.Project)
	}
	return nil
}

// judge compares a program and returns the findings about that.
func (m *Comparison) judge(ctx context.Context, snapshot *workspace.Snapshot, dir string) ([]analysis.Diagnostic, error) {
	if m == nil || !m.roots[dir] {
		return nil, nil
	}
	p := snapshot.ProgramIn(dir)
	if p == nil || len(p.Files) == 0 {
		return nil, nil
	}
	names, err := m.names(ctx, snapshot, p)
	if err != nil {
		return nil, err
	}
	m.mu.Lock()
	m.found[dir] = names
	m.mu.Unlock()
	return snapshot.Judged(p, names.Findings), nil
}

// names compares a program.
func (m *Comparison) names(ctx context.Context, snapshot *workspace.Snapshot, p *analysis.Program) (*planview.Names, error) {
	host := eval.Host{Project: snapshot.Project(p.Dir), Stack: snapshot.Stack()}
	switch s := p.Stack(); {
	case m.State != nil:
		host = eval.Host{Stack: m.State.Stack, Project: m.State.Project}
	case s != nil:
		host.Stack = s.Name
	}
	c := planview.Comparison{Program: p, Allowed: func(name string) bool { return slices.Contains(m.Allow, name) }}
	if m.State != nil {
		made, err := plan.Make(ctx, p, host, m.State)
		if err != nil {
			return nil, m.tooLarge(p, err)
		}
		c.Names = made.Names()
		return c.Describe(), nil
	}
	ran, err := eval.Run(ctx, p, host)
	if err != nil {
		return nil, m.tooLarge(p, err)
	}
	was := &eval.Ran{}
	dir := m.dirBefore(p.Dir)
	if c.Before = m.Before.ProgramIn(dir); c.Before != nil && len(c.Before.Files) > 0 {
		if was, err = eval.Run(ctx, c.Before, host); err != nil {
			return nil, m.tooLarge(c.Before, err)
		}
	}
	if project := m.Before.Project(dir); len(was.Registrations) > 0 && project != host.Project {
		return nil, fmt.Errorf("the project of %s was %s and is %s now, so its stacks are not those that it had; rename the project in a change of its own", m.paths.Relative(p.Dir), project, host.Project)
	}
	c.Names = plan.Versions(ran, was, host)
	names := c.Describe()
	if m.recent.forget != nil {
		m.recent.done(dir, c.Before)
	}
	return names, nil
}

func (m *Comparison) tooLarge(p *analysis.Program, err error) error {
	if errors.Is(err, value.ErrTooLarge) {
		return fmt.Errorf("the program in %s has too many resources to be compared", m.paths.Relative(p.Dir))
	}
	return err
}

// dirBefore is the directory of a program on the other side.
func (m *Comparison) dirBefore(dir string) string {
	if m.Dir == "" {
		return dir
	}
	return path.Join(m.Dir, analysis.RelativePath(m.base, dir))
}

// namesIn is what a report says about the names of a program; nil if they are not compared.
func (c *Check) namesIn(ctx context.Context, dir string) (*report.Names, error) {
	m := c.Names
	if m == nil || !m.roots[dir] {
		return nil, nil
	}
	if c.IsFixed { // the last comparison may be one of fixes that were undone
		if _, err := m.judge(ctx, c.Snapshot, dir); err != nil {
			return nil, err
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	found := m.found[dir]
	if found == nil {
		return nil, nil
	}
	delete(m.found, dir) // it keeps the program in memory
	return report.NamesOf(found, c.Paths.Name(dir), m.From, c.Paths.Name), nil
}
