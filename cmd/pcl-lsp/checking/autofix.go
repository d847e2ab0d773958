package checking

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/fix"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/replace"
)

// This file fixes the findings of programs, and suppresses findings with comments, for check --fix
// and check --add-ignores. It works in memory: the caller writes the files.
//
// Fixing goes in rounds. A round applies at most one fix for each finding and none that
// overlap; the others wait for a later round. Then all programs are checked again. If a
// program is worse than before, its fixes and those of the components that it uses are
// undone and tried again half as many at a time, until the harmful one is found. That
// one is refused for good.
//
// A program is worse if it has more findings of the highest severity that changed, if a
// file cannot be read any more, if a file has a text that it had in an earlier round, or
// if a fix left its own finding behind. The last two rules keep fixes from undoing or
// repeating each other forever.

// maxRounds limits the number of rounds. Removing a chain of locals in which each one
// needs the next takes a round for each.
const maxRounds = 100

// FixJob says what to fix.
type FixJob struct {
	Session *workspace.Session
	Targets []workspace.Target
	// MayChange reports whether a file may be changed.
	MayChange func(path string) bool
	// Fixes reports whether findings with a code are fixed.
	Fixes func(c codes.Code) bool
	// Check checks the targets again.
	Check func(ctx context.Context, snapshot *workspace.Snapshot, targets []workspace.Target) ([][]analysis.Diagnostic, error)
}

// Fixer is a job in progress.
type Fixer struct {
	// Snapshot has the fixed programs, and Findings are what is left, by target.
	Snapshot *workspace.Snapshot
	Findings [][]analysis.Diagnostic
	// Fixed counts the findings that were fixed, Ignored those that comments suppress.
	Fixed, Ignored Counts
	// Untried are the directories of programs with too many findings to try all fixes.
	Untried []string
	// Unfinished means that another job may fix more.
	Unfinished bool

	job      FixJob
	choice   fix.Choice
	programs []program // one for each target
}

// program is what the fixer knows about one program.
type program struct {
	done    *analysis.Program // the state of the program that has nothing left to fix; nil if unknown
	untried bool              // whether fixes were not tried, because there were too many
	most    int               // the limit on fixes in one round; 0 for none
	again   []fix.Fix         // fixes that were undone and are tried again
	refused map[string]bool
	changed bool                       // whether fixes were kept since the first refusal
	had     map[[sha256.Size]byte]bool // texts of its files in earlier rounds
}

// Counts are numbers of findings, by file and code.
type Counts map[string]map[codes.Code]int

func (c Counts) add(findings []analysis.Diagnostic, n int) {
	for _, d := range findings {
		if c[d.Path] == nil {
			c[d.Path] = map[codes.Code]int{}
		}
		c[d.Path][d.Code] += n
	}
}

// Note prints what was done, file by file. A function names the files.
func (c Counts) Note(to io.Writer, done string, name func(path string) string) {
	for _, path := range slices.Sorted(maps.Keys(c)) {
		var parts []string
		total := 0
		for _, code := range slices.Sorted(maps.Keys(c[path])) {
			if n := c[path][code]; n > 0 {
				total += n
				parts = append(parts, fmt.Sprintf("%s (%d)", code, n))
			}
		}
		if total > 0 {
			fmt.Fprintf(to, "pcl-lsp: %s %s in %s: %s\n", done, prose.Counted(total, "finding"), name(path), strings.Join(parts, ", "))
		}
	}
}

// Refusal says why nothing can be fixed; empty if fixing is possible. A function names the files.
func Refusal(snapshot *workspace.Snapshot, found *workspace.Discovery, name func(path string) string) string {
	if len(found.Problems) > 0 {
		return name(found.Problems[0].Path) + " could not be read"
	}
	for _, t := range found.Targets {
		for _, file := range snapshot.ProgramIn(t.Dir).Files {
			switch at, broken := file.FirstError(); {
			case file.IsLarge():
				return name(file.Path) + " is not parsed; its finding says why"
			case broken:
				return fmt.Sprintf("%s:%d has a syntax error", name(file.Path), file.Line(at)+1)
			}
		}
	}
	return ""
}

// NewFixer creates a fixer for programs with the given findings.
func NewFixer(job FixJob, snapshot *workspace.Snapshot, findings [][]analysis.Diagnostic) *Fixer {
	return &Fixer{
		Snapshot: snapshot, Findings: findings, Fixed: Counts{}, Ignored: Counts{},
		job: job, programs: make([]program, len(job.Targets)),
	}
}

// Fix applies fixes until there are none left. An error is that of a check, or of the
// context.
func (f *Fixer) Fix(ctx context.Context, choice fix.Choice) error {
	f.choice = choice
	for round := 0; ; round++ {
		chosen := f.choose(ctx)
		if !anyOf(chosen) {
			break
		}
		if round == maxRounds {
			f.Unfinished = true
			break
		}
		if err := f.try(ctx, chosen); err != nil {
			return err
		}
	}
	for i, state := range f.programs {
		if state.untried {
			f.Untried = append(f.Untried, f.job.Targets[i].Dir)
		}
	}
	return ctx.Err()
}

// Rewrites returns all files that may be changed, with their texts before and after.
func (f *Fixer) Rewrites(before *workspace.Snapshot, name func(path string) string) []replace.File {
	var all []replace.File
	for _, t := range f.job.Targets {
		for _, file := range before.ProgramIn(t.Dir).Files {
			if now, _, _, ok := f.Snapshot.File(file.Path); ok && f.job.MayChange(file.Path) {
				all = append(all, replace.File{Path: file.Path, Name: name(file.Path), Old: file.Text(), New: now.Text()})
			}
		}
	}
	return all
}

func anyOf(chosen [][]fix.Fix) bool {
	return slices.ContainsFunc(chosen, func(fixes []fix.Fix) bool { return len(fixes) > 0 })
}

// choose returns the fixes of the next round, by target.
func (f *Fixer) choose(ctx context.Context) [][]fix.Fix {
	chosen := make([][]fix.Fix, len(f.programs))
	f.Snapshot.Each(len(f.programs), func(i int) {
		state, p := &f.programs[i], f.Snapshot.ProgramIn(f.job.Targets[i].Dir)
		if state.done == p {
			return
		}
		isRefused := func(x fix.Fix) bool { return state.refused[identity(x)] }
		chosen[i] = slices.DeleteFunc(state.again, isRefused)
		compatible := func() []fix.Fix {
			fixes, complete := fix.Compatible(ctx, p, f.fixable(i), f.choice, func(x fix.Fix) bool {
				return !isRefused(x) && !slices.ContainsFunc(x.Edits, func(e change.Edit) bool { return !f.job.MayChange(e.Path) })
			})
			state.untried = !complete
			return fixes
		}
		if state.again = nil; len(chosen[i]) == 0 {
			chosen[i] = compatible()
		}
		if len(chosen[i]) == 0 && state.changed { // what did harm may do none now
			state.refused, state.changed = nil, false
			chosen[i] = compatible()
		}
		if state.most > 0 && len(chosen[i]) > state.most {
			chosen[i] = chosen[i][:state.most]
		}
		if len(chosen[i]) == 0 {
			state.done = p
		}
	})
	return chosen
}

// fixable returns the findings of a target that may be fixed.
func (f *Fixer) fixable(i int) []analysis.Diagnostic {
	var fixable []analysis.Diagnostic
	for _, d := range f.Findings[i] {
		if f.job.Fixes(d.Code) && f.job.MayChange(d.Path) && (len(f.job.Targets[i].Files) == 0 || slices.Contains(f.job.Targets[i].Files, d.Path)) {
			fixable = append(fixable, d)
		}
	}
	return fixable
}

// identity identifies a fix even after its place has moved.
func identity(x fix.Fix) string {
	return fmt.Sprintln(x.Diagnostic.Path, x.Diagnostic.Code, x.Diagnostic.Message, x.Title)
}

// try applies the fixes of a round and keeps those that do no harm.
func (f *Fixer) try(ctx context.Context, chosen [][]fix.Fix) error {
	before := f.Snapshot
	for {
		f.apply(before, chosen)
		findings, err := f.job.Check(ctx, f.Snapshot, f.job.Targets)
		if err != nil {
			return err
		}
		harmed := f.harmed(chosen, findings)
		if len(harmed) == 0 {
			f.keep(before, chosen, findings)
			return nil
		}
		for _, i := range f.suspects(harmed, chosen) {
			f.undo(before, i, chosen[i])
			chosen[i] = nil
		}
		if !anyOf(chosen) {
			f.Snapshot = f.job.Session.Snapshot()
			return nil
		}
	}
}

// apply applies the fixes in the session.
func (f *Fixer) apply(before *workspace.Snapshot, chosen [][]fix.Fix) {
	var changes []workspace.Change
	for _, fixes := range chosen {
		changes = append(changes, applied(before, editsOf(fixes))...)
	}
	f.Snapshot = f.job.Session.Apply(changes...)
}

// applied returns the changes of a session that make the edits.
func applied(before *workspace.Snapshot, edits []change.Edit) []workspace.Change {
	var changes []workspace.Change
	for _, path := range touchedBy(edits) {
		if file, version, _, ok := before.File(path); ok {
			changes = append(changes, workspace.Edit{Path: path, File: change.Applied(file, edits), Version: version})
		}
	}
	return changes
}

// undo undoes the fixes of a target. The next round tries half as many of them.
func (f *Fixer) undo(before *workspace.Snapshot, i int, fixes []fix.Fix) {
	f.restore(before, touchedBy(editsOf(fixes)))
	state := &f.programs[i]
	state.again = fixes
	if state.most = len(fixes) / 2; len(fixes) == 1 {
		if state.refused == nil {
			state.refused = map[string]bool{}
		}
		state.refused[identity(fixes[0])] = true
	}
}

// restore gives files their earlier texts.
func (f *Fixer) restore(before *workspace.Snapshot, paths []string) {
	for _, path := range paths {
		if file, version, _, ok := before.File(path); ok {
			f.job.Session.Apply(workspace.Edit{Path: path, File: file, Version: version})
		}
	}
}

// keep records what a round did.
func (f *Fixer) keep(before *workspace.Snapshot, chosen [][]fix.Fix, findings [][]analysis.Diagnostic) {
	f.Findings = findings
	for i, fixes := range chosen {
		f.programs[i].most *= 2
		f.programs[i].changed = f.programs[i].changed || len(fixes) > 0 && len(f.programs[i].refused) > 0
		for _, path := range touchedBy(editsOf(fixes)) {
			if file, _, _, ok := before.File(path); ok {
				f.programs[i].remember(file)
			}
		}
		for _, x := range fixes {
			f.Fixed.add([]analysis.Diagnostic{x.Diagnostic}, 1)
		}
	}
}

func (p *program) remember(file *syntax.File) {
	if p.had == nil {
		p.had = map[[sha256.Size]byte]bool{}
	}
	p.had[hashOf(file)] = true
}

// hashOf identifies a text of a file.
func hashOf(file *syntax.File) [sha256.Size]byte {
	return sha256.Sum256([]byte(file.Path + "\x00" + file.Text()))
}

func editsOf(fixes []fix.Fix) []change.Edit {
	return slices.Concat(lists.Map(fixes, func(x fix.Fix) []change.Edit { return x.Edits })...)
}

// touchedBy returns the files that edits change.
func touchedBy(edits []change.Edit) []string {
	var paths []string
	seen := map[string]bool{}
	for _, e := range edits {
		if !seen[e.Path] {
			seen[e.Path] = true
			paths = append(paths, e.Path)
		}
	}
	return paths
}

// Ignore writes comments above the findings for which fails is true, each with the reason
// if there is one. Programs that would be worse with the comments stay as they are. An
// error is that of a check.
func (f *Fixer) Ignore(ctx context.Context, reason string, fails func(dir string, d analysis.Diagnostic) bool) error {
	before, was := f.Snapshot, f.Findings
	comments := make([][]change.Edit, len(f.job.Targets))
	f.Snapshot.Each(len(f.job.Targets), func(i int) {
		dir := f.job.Targets[i].Dir
		failing := lists.Where(f.fixable(i), func(d analysis.Diagnostic) bool { return fails(dir, d) })
		comments[i] = fix.IgnoreAll(f.Snapshot.ProgramIn(dir), failing, reason).Edits
	})
	var changes []workspace.Change
	for _, edits := range comments {
		changes = append(changes, applied(before, edits)...)
	}
	f.Snapshot = f.job.Session.Apply(changes...)
	findings, err := f.job.Check(ctx, f.Snapshot, f.job.Targets)
	if err != nil {
		return err
	}
	harmed := false
	for i, edits := range comments {
		if worse(was[i], findings[i]) || f.unreadable(touchedBy(edits)) {
			harmed = true
			f.restore(before, touchedBy(edits))
		}
	}
	if harmed {
		f.Snapshot = f.job.Session.Snapshot()
		if findings, err = f.job.Check(ctx, f.Snapshot, f.job.Targets); err != nil {
			return err
		}
	}
	f.Findings = findings
	for i := range f.job.Targets {
		f.Ignored.add(was[i], 1)
		f.Ignored.add(findings[i], -1)
	}
	return nil
}
