package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/planview"
	"github.com/pcl-lsp/pcl-lsp/analysis/plan"
	"github.com/pcl-lsp/pcl-lsp/analysis/state"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/recheck/revision"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file implements --urns-from, which compares the names of resources with those before a change.

const urnsHelp = `--urns-from tells what a change does to the URNs of resources: which are kept, kept by an
alias, replaced, created or deleted. It compares the programs that are run by themselves with

  STACK.json  the state of the stack, a file ending in .json that "pulumi stack export" wrote;
              the program must belong to the project of the stack
  DIR         another checkout: a directory that stands for the path that is checked, or for
              the current directory if several are
  REV         any other word: a git revision; REV... is the merge base of REV and HEAD

A resource that looks like a renamed or moved one without an alias is a finding, with a fix
that writes the alias (--fix=all). So is a deletion that nobody asked for, and what makes the
run fail: an alias of a resource that is still there, a resource that two others claim, a
protected resource that goes, two resources with one URN. A deletion is asked for if the
block is gone, or if its range, or something that the range needs, was edited; with a state,
if no block of that type and name is left. Something new that looks like it must not be there.
--allow NAME, or --allow URN, accepts a replacement or deletion. Local components are only
names: they are listed and do not count.`

// comparedCodes are the codes of findings about names, which are about the change whatever line they are on.
const comparedCodes = "urns.*"

// urnsFlags say what to compare the names of resources with.
type urnsFlags struct {
	from  string
	allow []string

	state *state.State // if from names one
	dir   string       // if from names a directory
}

func (f *urnsFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.from, "urns-from", "", "compare the URNs of resources with those before a change: a git revision, a directory or the state of a stack (`REV|DIR|STACK.json`)")
	cmd.Flags().StringArrayVar(&f.allow, "allow", nil, "with --urns-from, accept that the resource with this `NAME-OR-URN` is replaced or deleted (repeatable)")
}

// read finds out what the flag names, and reads a state.
func (f *urnsFlags) read(env environment) error {
	if f.from == "" {
		if len(f.allow) > 0 {
			return errors.New("--allow works only with --urns-from")
		}
		return nil
	}
	file := env.native(f.from)
	info, err := os.Stat(file)
	switch {
	case err == nil && info.IsDir():
		f.dir = disk.Clean(filepath.ToSlash(file))
	case strings.HasSuffix(f.from, ".json"):
		if f.state, err = env.stateIn(f.from); err != nil {
			return fmt.Errorf("--urns-from: %w", err)
		}
	}
	return nil
}

// comparer compares the programs of one check.
type comparer struct {
	*urnsFlags
	env    environment
	base   string              // what dir stands for
	before *workspace.Snapshot // nil for a state
	roots  map[string]bool     // the directories of the programs that are compared

	recent recentComponents // of before, if programs are forgotten

	mu    sync.Mutex // guards what follows
	found map[string]*planview.Names
}

// compare prepares the comparison; nil without the flag.
func (c *checkRound) compare(ctx context.Context, snapshot *workspace.Snapshot, search *workspace.Search) (*comparer, error) {
	f := &c.urns
	if f.from == "" {
		return nil, nil
	}
	m := &comparer{urnsFlags: f, env: c.env, base: baseOf(c.env, search), roots: c.rootsOf(snapshot, search), found: map[string]*planview.Names{}}
	if f.state != nil {
		return m, m.choose(snapshot)
	}
	options := c.options()
	options.Workers = c.jobs
	if f.dir == "" {
		rev, err := revision.At(ctx, c.env.dir, f.from)
		if err != nil {
			if ctx.Err() != nil {
				return nil, uncheckable(errInterrupted)
			}
			return nil, fmt.Errorf("--urns-from %s: it is no directory and no file ending in .json, and as a revision: %w", f.from, err)
		}
		files, err := rev.Files(ctx, disk.Machine{})
		if err != nil {
			return nil, uncheckable(err)
		}
		options.FS = disk.LookOnce(files)
	}
	session, err := c.schemas.Session(ctx, c.env.schemas(), options)
	if err != nil {
		return nil, err
	}
	m.before = session.Snapshot()
	if c.forgets() {
		m.recent.forget = m.before.Forget
	}
	if f.dir != "" && len(m.roots) > 0 && !m.hasAny() {
		return nil, fmt.Errorf("--urns-from %s: the directory has none of the programs that are checked; name another checkout of %s", f.from, c.env.relative(m.base))
	}
	return m, nil
}

// hasAny reports whether any of the programs is on the other side.
func (m *comparer) hasAny() bool {
	for dir := range m.roots {
		if p := m.before.ProgramIn(m.dirBefore(dir)); p != nil && len(p.Files) > 0 {
			return true
		}
	}
	return false
}

// baseOf is what a directory on the other side stands for.
func baseOf(env environment, search *workspace.Search) string {
	roots := search.Roots()
	if len(roots) != 1 {
		return disk.Clean(filepath.ToSlash(env.dir))
	}
	if workspace.IsProgramFile(roots[0]) {
		return path.Dir(roots[0])
	}
	return roots[0]
}

// rootsOf are the directories of programs that are run by themselves: those that their project runs,
// and those without a project that no other program uses.
func (c *checkRound) rootsOf(snapshot *workspace.Snapshot, search *workspace.Search) map[string]bool {
	roots, alone := map[string]bool{}, false
	targets := search.Targets()
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
		if c.forgets() {
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
func (m *comparer) choose(snapshot *workspace.Snapshot) error {
	var projects []string
	n, all := 0, 0
	for dir := range m.roots {
		if p := snapshot.ProgramIn(dir); p == nil || len(p.Files) == 0 {
			m.roots[dir] = false
			continue
		}
		all++
		project := snapshot.Project(dir)
		if m.roots[dir] = project == m.state.Project || m.state.Project == ""; m.roots[dir] {
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
		return fmt.Errorf("--urns-from: the state is of project %s, but the program has no Pulumi.yaml with that name", m.state.Project)
	case n == 0:
		return fmt.Errorf("--urns-from: the state is of project %s, but the program belongs to project %s; export the state of a stack of this project", m.state.Project, strings.Join(slices.Compact(projects), ", "))
	case n > 1:
		return fmt.Errorf("--urns-from: %d programs belong to project %s; name the directory of one", n, m.state.Project)
	}
	return nil
}

// judge compares a program and returns the findings about that.
func (m *comparer) judge(ctx context.Context, snapshot *workspace.Snapshot, dir string) ([]analysis.Diagnostic, error) {
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
func (m *comparer) names(ctx context.Context, snapshot *workspace.Snapshot, p *analysis.Program) (*planview.Names, error) {
	host := eval.Host{Project: snapshot.Project(p.Dir), Stack: snapshot.Stack()}
	switch s := p.Stack(); {
	case m.state != nil:
		host = eval.Host{Stack: m.state.Stack, Project: m.state.Project}
	case s != nil:
		host.Stack = s.Name
	}
	c := planview.Comparison{Program: p, Allowed: func(name string) bool { return slices.Contains(m.allow, name) }}
	if m.state != nil {
		made, err := plan.Make(ctx, p, host, m.state)
		if err != nil {
			return nil, tooLarge(m.env, p, err)
		}
		c.Names = made.Names()
		return c.Describe(), nil
	}
	ran, err := eval.Run(ctx, p, host)
	if err != nil {
		return nil, tooLarge(m.env, p, err)
	}
	was := &eval.Ran{}
	dir := m.dirBefore(p.Dir)
	if c.Before = m.before.ProgramIn(dir); c.Before != nil && len(c.Before.Files) > 0 {
		if was, err = eval.Run(ctx, c.Before, host); err != nil {
			return nil, tooLarge(m.env, c.Before, err)
		}
	}
	if project := m.before.Project(dir); len(was.Registrations) > 0 && project != host.Project {
		return nil, fmt.Errorf("the project of %s was %s and is %s now, so its stacks are not those that it had; rename the project in a change of its own", m.env.relative(p.Dir), project, host.Project)
	}
	c.Names = plan.Versions(ran, was, host)
	names := c.Describe()
	if m.recent.forget != nil {
		m.recent.done(dir, c.Before)
	}
	return names, nil
}

func tooLarge(env environment, p *analysis.Program, err error) error {
	if errors.Is(err, value.ErrTooLarge) {
		return fmt.Errorf("the program in %s has too many resources to be compared", env.relative(p.Dir))
	}
	return err
}

// dirBefore is the directory of a program on the other side.
func (m *comparer) dirBefore(dir string) string {
	if m.dir == "" {
		return dir
	}
	return path.Join(m.dir, analysis.RelativePath(m.base, dir))
}

// namesIn is what a report says about the names of a program; nil if they are not compared.
func (g *gatherer) namesIn(ctx context.Context, dir string) (*report.Names, error) {
	m := g.names
	if m == nil || !m.roots[dir] {
		return nil, nil
	}
	if g.fixes.wanted() { // the last comparison may be one of fixes that were undone
		if _, err := m.judge(ctx, g.snapshot, dir); err != nil {
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
	return report.NamesOf(found, g.name(dir), m.from, g.name), nil
}
