// Package checking checks the programs that a search finds, several at once, and puts a report together from what it
// finds in each, in order. It also fixes programs, and merges the reports of other checks.
//
// A program is forgotten when its findings are plain data, so memory does not grow with the number of programs. The
// findings that a baseline, a git revision or an unchanged memory of an earlier check decides about are left out or
// restored here. Reports are written to files and streams, and a check can be repeated when something changes. The
// package knows no flags and no exit codes.
package checking

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/recheck"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/recheck/revision"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// ErrInterrupted says that the context of a check ended.
var ErrInterrupted = errors.New("interrupted; nothing was reported")

// Paths are the names of files.
type Paths struct {
	// Dir is the working directory.
	Dir string
	// Name is the name of a file in reports, Relative that relative to the working directory, and InRepository that
	// relative to the repository.
	Name, Relative, InRepository func(path string) string
}

// Check is one check of the programs that a search finds. Fields that are not set leave something out, unless they say
// something else.
type Check struct {
	// Session, Snapshot, Search and Paths are required.
	Session  *workspace.Session
	Snapshot *workspace.Snapshot
	Search   *workspace.Search
	Paths    Paths
	// Report receives what is found.
	Report *Assembly
	// MostFixes is the number of findings, from the first, whose fixes are shown.
	MostFixes int
	// IsOnly means that programs are needed only once.
	IsOnly bool
	// IsFixed means that the programs were fixed.
	IsFixed bool
	// Selects reports whether findings with a code are reported. It is required.
	Selects func(c codes.Code) bool
	// FailOn is the lowest severity that fails a program. It is required.
	FailOn func(snapshot *workspace.Snapshot, dir string) codes.Severity
	// Diagnose returns the findings of a program, instead of [Check.DiagnoseOne].
	Diagnose func(ctx context.Context, t workspace.Target) ([]analysis.Diagnostic, error)
	// Baselines, Since, Names and Memory are what an earlier check or commit knows. Baselines are required.
	Baselines *Baselines
	Since     *revision.Revision
	Names     *Comparison
	Memory    *recheck.Programs
	// Progress shows how many of some places are done. It is required.
	Progress func(total int) (step, clear func())
	// Panicked is the error for a panic. It is required.
	Panicked func(doing string, recovered any) error

	// Read are the directories of the places that were read, and Remembered the number of programs of the report that
	// were not checked.
	Read       []string
	Remembered int

	recent recent
}

// examined is what one place turned out to be. The section is nil if there is no program.
type examined struct {
	section    *report.Section
	target     workspace.Target
	components []workspace.Target
	err        error
	found      []analysis.Diagnostic // those of the findings of the section
	places     *report.Places
	program    *analysis.Program
	recorded   recorded
	fixed      int // findings, from the first, whose fixes were looked for

	// What follows is for remembering it.
	isKept bool // it comes from the memory
	uses   []string
	reads  []*disk.Seen // nil if it cannot be remembered
}

// DiagnoseEach checks programs, several at once. The results are in the order of the targets.
func (c *Check) DiagnoseEach(ctx context.Context, snapshot *workspace.Snapshot, targets []workspace.Target) ([][]analysis.Diagnostic, error) {
	step, clear := c.Progress(len(targets))
	defer clear()
	results := make([][]analysis.Diagnostic, len(targets))
	errs := make([]error, len(targets))
	snapshot.Each(len(targets), func(i int) {
		results[i], errs[i] = c.DiagnoseOne(ctx, snapshot, targets[i])
		step()
	})
	return results, errors.Join(errs...)
}

// DiagnoseOne checks one program. If the checker panics, only this program fails.
func (c *Check) DiagnoseOne(ctx context.Context, snapshot *workspace.Snapshot, t workspace.Target) (found []analysis.Diagnostic, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = c.Panicked("checking "+t.Dir, r)
		}
		if errors.Is(err, context.Canceled) {
			found, err = nil, ErrInterrupted
		}
	}()
	if t.Embeds() {
		return snapshot.DiagnoseEmbedded(ctx, t.Dir)
	}
	byFile, err := snapshot.Diagnose(ctx, snapshot.ProgramIn(t.Dir))
	for _, inFile := range byFile {
		found = append(found, inFile...)
	}
	if err != nil {
		return found, err
	}
	compared, err := c.Names.judge(ctx, snapshot, t.Dir)
	return append(found, compared...), err
}

// Programs checks all places. Components that no path leads to come last.
func (c *Check) Programs(ctx context.Context) error {
	c.recent.forget = c.Snapshot.Forget
	targets := c.Search.Targets()
	step, clear := c.Progress(len(targets))
	defer clear()
	var elsewhere []*examined
	for first := true; len(targets) > 0; first = false {
		c.sort(targets)
		var components []workspace.Target
		err := inOrder(c.Snapshot.Each, len(targets), func(i int) *examined {
			defer step()
			return c.examine(ctx, targets[i])
		}, func(e *examined) error {
			components = append(components, e.components...)
			c.Read = append(c.Read, e.target.Dir)
			switch {
			case e.err != nil:
				return e.err
			case e.section == nil:
				c.keep(e)
				return nil
			case first:
				return c.add(ctx, e)
			}
			if c.Report.shown >= c.MostFixes || c.MostFixes == report.AllFixes {
				e.program, e.places = nil, nil // they are not needed for fixes
			}
			e.section.Elsewhere = true
			elsewhere = append(elsewhere, e)
			return nil
		})
		if err != nil {
			return err
		}
		targets = components
	}
	slices.SortFunc(elsewhere, func(a, b *examined) int { return cmp.Compare(a.section.Program, b.section.Program) })
	for _, e := range elsewhere {
		if err := c.add(ctx, e); err != nil {
			return err
		}
	}
	return nil
}

// sort sorts places by their names.
func (c *Check) sort(targets []workspace.Target) {
	names := make(map[string]string, len(targets))
	for _, t := range targets {
		names[t.Dir] = c.Paths.Name(t.Dir)
	}
	slices.SortFunc(targets, func(a, b workspace.Target) int { return cmp.Compare(names[a.Dir], names[b.Dir]) })
}

// examine reads and checks what is at a place.
func (c *Check) examine(ctx context.Context, t workspace.Target) *examined {
	if ctx.Err() != nil {
		return &examined{err: ErrInterrupted}
	}
	if e := c.recall(t); e != nil {
		return e
	}
	return c.examineAfresh(ctx, t)
}

// examineAfresh is [Check.examine] of a place that is not remembered.
func (c *Check) examineAfresh(ctx context.Context, t workspace.Target) *examined {
	p := c.Snapshot.ProgramIn(t.Dir)
	e := &examined{target: t, program: p, components: c.Search.Read(t)}
	if t.Embeds() || p != nil && len(p.Files) > 0 {
		e.err = c.checkProgram(ctx, e)
	}
	if c.Memory != nil && !t.Embeds() && len(c.Snapshot.Problems(t.Dir)) == 0 {
		if p != nil {
			e.uses = p.ComponentDirs()
		}
		e.reads, _ = c.Snapshot.Reads(t.Dir)
	}
	if c.IsOnly && !t.Embeds() {
		c.recent.done(t.Dir, p)
	}
	return e
}

// add adds what was found out about the next program to the report.
func (c *Check) add(ctx context.Context, e *examined) error {
	if n := min(c.MostFixes-c.Report.shown, len(e.section.Findings)); n > e.fixed {
		if e.isKept {
			elsewhere := e.section.Elsewhere
			if e = c.examineAfresh(ctx, e.target); e.err != nil || e.section == nil {
				return e.err
			}
			e.section.Elsewhere = elsewhere
			n = min(n, len(e.section.Findings))
		}
		c.findFixes(ctx, e, n)
	}
	if ctx.Err() != nil {
		return ErrInterrupted // some fixes are missing
	}
	c.keep(e)
	c.quoteAgain(e)
	c.Baselines.note(e.recorded)
	before := c.Report.Report.Programs
	err := c.Report.Section(e.section)
	if e.isKept {
		c.Remembered += c.Report.Report.Programs - before // a place may have no program
	}
	return err
}

// End completes the report with the hints inside components and with what could not be read.
func (c *Check) End(ctx context.Context, problems []workspace.Problem) error {
	if err := c.addHints(ctx); err != nil {
		return err
	}
	for _, p := range problems {
		if !errors.Is(p.Err, workspace.ErrTooLarge) && !c.Snapshot.Excluded(p.Path) { // a finding says what is too large
			c.Report.Report.Problems = append(c.Report.Report.Problems, strings.ReplaceAll(p.String(), p.Path, c.Paths.Name(p.Path)))
		}
	}
	c.Report.Tidy()
	return c.Baselines.end(c.Report.Report.Checked)
}

// inOrder makes n results, several at once, and uses each as soon as all before it were used. After
// an error, no more are used.
func inOrder[T any](each func(n int, do func(i int)), n int, make func(i int) T, use func(made T) error) error {
	var (
		mu      sync.Mutex // guards what follows
		waiting = map[int]T{}
		next    int
		failed  error
	)
	isOver := func() bool {
		mu.Lock()
		defer mu.Unlock()
		return failed != nil
	}
	each(n, func(i int) {
		if isOver() {
			return
		}
		made := make(i)
		mu.Lock()
		defer mu.Unlock()
		waiting[i] = made
		for failed == nil {
			first, ok := waiting[next]
			if !ok {
				return
			}
			delete(waiting, next)
			failed = use(first)
			next++
		}
	})
	return failed
}

// recentBytes is how many bytes of the text of components stay in memory. What is known about a
// text takes about fifty times its length.
const recentBytes = 2 << 20

// recent are the components that were used lately and stay in memory while other programs are checked, because the next
// program often uses the same ones. The last one was used last. The zero value with a function is ready.
type recent struct {
	forget func(dir string)

	mu    sync.Mutex // guards what follows
	order []string
	size  map[string]int
	total int
}

// done says that the program of a directory was checked; nil if there is none.
func (r *recent) done(dir string, p *analysis.Program) {
	r.mu.Lock()
	defer r.mu.Unlock()
	size := 0
	if p != nil {
		for _, component := range p.ComponentDirs() {
			r.used(component)
		}
		for _, f := range p.Files {
			size += f.Len()
		}
	}
	if before, isComponent := r.size[dir]; isComponent {
		r.total += size - before
		r.size[dir] = size
	} else {
		r.forget(dir)
	}
	for len(r.order) > 1 && r.total > recentBytes {
		oldest := r.order[0]
		r.order = r.order[1:]
		r.total -= r.size[oldest]
		delete(r.size, oldest)
		r.forget(oldest)
	}
}

// used puts a component last. Its size is known when it was checked itself.
func (r *recent) used(dir string) {
	if _, known := r.size[dir]; known {
		i := slices.Index(r.order, dir)
		r.order = append(slices.Delete(r.order, i, i+1), dir)
		return
	}
	if r.size == nil {
		r.size = map[string]int{}
	}
	r.order = append(r.order, dir)
	r.size[dir] = recentBytes / 100
	r.total += r.size[dir]
}
