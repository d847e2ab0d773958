// Package upgrade rewrites programs for a later version of a package.
//
// An upgrade gives things their new names in programs that are checked with the version before, and then repairs what a check with the later version
// rejects, with the fixes that the findings have. What is left is reported; package impact finds it.
package upgrade

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/format"
	"github.com/pcl-lsp/pcl-lsp/analysis/impact"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/typesys/schemadiff"
)

// This file is the way of programs through an upgrade: the versions that it passes, and the programs of each stage.
// It also offers the upgrade of a package on its block.

// Task is an upgrade of programs.
type Task struct {
	Programs []*analysis.Program
	// Steps lead from one version to the next, and Whole from the first to the last.
	Steps []*schemadiff.Diff
	Whole *schemadiff.Diff
	// Confidence, from 0 to 1, says how certain a rename must be to be written.
	Confidence float64
}

// Prepare compares the versions that programs pass on their way from one to another: over some of those that are known. The function
// open opens one.
func Prepare(ctx context.Context, from, to string, known []string, open func(version string) (*schema.Package, error)) (t Task, err error) {
	route := Route(known, from, to)
	packages := make([]*schema.Package, len(route))
	for i, version := range route {
		if packages[i], err = open(version); err != nil {
			return t, err
		}
	}
	last := len(packages) - 1
	if t.Whole, err = schemadiff.Compare(ctx, packages[0], packages[last]); err != nil || last == 1 {
		t.Steps = []*schemadiff.Diff{t.Whole}
		return t, err
	}
	for i := range last {
		d, err := schemadiff.Compare(ctx, packages[i], packages[i+1])
		if err != nil {
			return t, err
		}
		t.Steps = append(t.Steps, d)
	}
	return t, nil
}

// Outcome is what an upgrade makes of one program.
type Outcome struct {
	// Program has the new text and is checked with the last version.
	Program *analysis.Program
	Done    []Done
	// Marks are what is left for people, sorted by place.
	Marks []impact.Mark
	// Known is the number of errors that were there before.
	Known int
}

// Edits lead from the program as it was to the outcome, block by block.
func (o Outcome) Edits(was *analysis.Program) (edits []change.Edit) {
	for _, after := range o.Program.Files {
		before, ok := was.File(after.Path)
		switch {
		case !ok || before.Text() == after.Text():
		case before.Count() != after.Count():
			edits = append(edits, change.Edit{Path: after.Path, Span: syntax.Span{End: before.Len()}, Text: after.Text()})
		default:
			for i, it := range before.All() {
				if text := after.Item(i).Text; text != it.Text {
					edits = append(edits, change.Edit{Path: after.Path, Span: syntax.Span{Start: it.Base, End: it.Base + len(it.Text)}, Text: text})
				}
			}
		}
	}
	return edits
}

// Done is something that was rewritten.
type Done struct {
	Path string
	// Item is the keyword and name of the block or local.
	Item string
	Text string
	// Confidence, from 0 to 1, says how certain it is.
	Confidence float64
}

// run is an upgrade in progress.
type run struct {
	Task
	name string
	now  *generation
	done map[string][]Done // by directory
}

// Run upgrades programs, whatever version they are checked with. The outcomes are in the order of the programs.
// The error is a [*change.Refusal], or that of the context.
func Run(ctx context.Context, t Task) ([]Outcome, error) {
	if err := parses("has a syntax error", t.Programs...); err != nil {
		return nil, err
	}
	first := newGeneration(t.Whole.Before)
	r := &run{Task: t, name: t.Whole.Before.Name(), now: first, done: map[string][]Done{}}
	for _, d := range t.Steps {
		if err := r.step(ctx, impact.New(d)); err != nil {
			return nil, err
		}
	}
	if _, err := r.edit(ctx, t.Whole.After, r.versions); err != nil {
		return nil, err
	}
	whole := impact.New(t.Whole)
	var outcomes []Outcome
	for _, p := range t.Programs {
		before, after := first.program(p), r.now.program(p)
		if err := parses("would get a syntax error, which is a mistake of the upgrade,", after); err != nil {
			return nil, err
		}
		left, known, err := whole.Marks(ctx, before, after)
		if err != nil {
			return nil, err
		}
		unkept, err := r.unkept(ctx, before, after)
		if err != nil {
			return nil, err
		}
		left = append(left, unkept...)
		impact.InOrder(left)
		if err := offer(ctx, after, left); err != nil {
			return nil, err
		}
		outcomes = append(outcomes, Outcome{after, r.done[p.Dir], left, known})
	}
	return outcomes, nil
}

// parses refuses programs with a syntax error.
func parses(problem string, programs ...*analysis.Program) error {
	for _, p := range programs {
		for _, f := range p.Files {
			if at, broken := f.FirstError(); broken {
				return &change.Refusal{Path: f.Path, Reason: fmt.Sprintf("%s in line %d", problem, f.Line(at)+1)}
			}
		}
	}
	return nil
}

// mostRounds limits how often one edit can make room for the next. A round tries a limited number of fixes.
const mostRounds = 100

// step leads from one version to the next.
func (r *run) step(ctx context.Context, l *impact.Changes) error {
	before := r.now
	if err := r.repeat(ctx, l.Before, r.successors(l)); err != nil {
		return err
	}
	if _, err := r.edit(ctx, l.Before, r.names(l)); err != nil {
		return err
	}
	r.now = r.now.with(l.After, nil)
	if err := r.repeat(ctx, l.After, r.repairs(before, l)); err != nil {
		return err
	}
	_, err := r.edit(ctx, l.After, r.formerTypes(before))
	return err
}

// repeat rewrites all programs until nothing is left to write.
func (r *run) repeat(ctx context.Context, pkg *schema.Package, write writing) error {
	for range mostRounds {
		if changed, err := r.edit(ctx, pkg, write); err != nil || !changed {
			return err
		}
	}
	return nil
}

// writing makes edits of a program, and says what they do.
type writing func(ctx context.Context, original, now *analysis.Program) ([]change.Edit, []Done, error)

// edit rewrites all programs, which are checked with a version afterwards.
func (r *run) edit(ctx context.Context, pkg *schema.Package, write writing) (changed bool, err error) {
	var files []*syntax.File
	for _, p := range r.Programs {
		now := r.now.program(p)
		edits, done, err := write(ctx, p, now)
		if err != nil {
			return false, err
		}
		r.done[p.Dir] = append(r.done[p.Dir], done...)
		for _, f := range now.Files {
			if next := change.Applied(f, format.LaidOut(f, edits)); next != f { // what was formatted stays so
				files = append(files, next)
			}
		}
	}
	if len(files) > 0 {
		r.now = r.now.with(pkg, files)
	}
	return len(files) > 0, nil
}

// Route is the way from one version to a later one, over the newest version of each major version between, of those that
// are known. An older version may say what replaces something that the next major version does not have.
func Route(known []string, from, to string) []string {
	known = slices.Clone(known)
	lists.SortStable(known, schema.CompareVersions)
	route := []string{from}
	for i, v := range known {
		isLast := i+1 == len(known) || semver.Major("v"+known[i+1]) != semver.Major("v"+v)
		if isLast && semver.Prerelease("v"+v) == "" && schema.CompareVersions(v, from) > 0 && schema.CompareVersions(v, to) < 0 && semver.Major("v"+v) != semver.Major("v"+to) {
			route = append(route, v)
		}
	}
	return append(route, to)
}

// generation are programs with some of their files rewritten, all checked with one version of the package.
type generation struct {
	pkg *schema.Package
	// files are the rewritten files by directory, and made the programs that somebody asked for.
	files map[string][]*syntax.File
	made  map[string]*analysis.Program
	// last are the programs of the generation before: what is the same in both is not checked again.
	last map[string]*analysis.Program
}

func newGeneration(pkg *schema.Package) *generation {
	return &generation{pkg, map[string][]*syntax.File{}, map[string]*analysis.Program{}, nil}
}

// with is the generation after this one: with rewritten files, and maybe another version.
func (g *generation) with(pkg *schema.Package, files []*syntax.File) *generation {
	next := newGeneration(pkg)
	next.last = g.made
	for dir, all := range g.files {
		next.files[dir] = slices.Clone(all)
	}
	for _, f := range files {
		dir := f.Path[:strings.LastIndexByte(f.Path, '/')]
		all := next.files[dir]
		if i := slices.IndexFunc(all, func(old *syntax.File) bool { return old.Path == f.Path }); i >= 0 {
			all[i] = f
		} else {
			next.files[dir] = append(all, f)
		}
	}
	return next
}

// program is what a program is in this generation.
func (g *generation) program(original *analysis.Program) *analysis.Program {
	if made := g.made[original.Dir]; made != nil {
		return made
	}
	made := original.WithPackage(analysis.PackageOverride{Package: g.pkg, Files: g.files[original.Dir], Component: g.program, ComponentsVary: true}, g.last[original.Dir])
	g.made[original.Dir] = made
	return made
}

// WrittenFrom is the confidence in percent from which on a new name is written if nobody chooses it.
const WrittenFrom = 100 * impact.Certain

// Offer is the upgrade of a package to the newest version that a schema is found for.
type Offer struct {
	Package, Version string

	program *analysis.Program
	schemas analysis.Schemas
	now     *schema.Package
	known   []string
}

// At returns the upgrade that the block of a package offers; false for other items, and if nothing newer is found.
func At(p *analysis.Program, schemas analysis.Schemas, it syntax.Placed) (*Offer, bool) {
	ref, ok := analysis.PackageRef(it.Item)
	if !ok || ref.Version == "" || ref.Parameterization != nil {
		return nil, false
	}
	now := p.Package(ref.Name)
	e, explains := schemas.(analysis.Explainer)
	if now == nil || !explains {
		return nil, false
	}
	d, _ := e.Explain(schema.Ref{Name: ref.Name, Plugin: ref.Plugin})
	o := &Offer{ref.Name, schema.NewestVersion(d.Versions()), p, schemas, now, d.Versions()}
	return o, o.Version != "" && schema.CompareVersions(o.Version, now.Version()) > 0
}

// Make upgrades the program, and the components that it uses with the same version. The error is a [*change.Refusal], or the context's.
func (o *Offer) Make(ctx context.Context) (Task, []Outcome, error) {
	task, err := Prepare(ctx, o.now.Version(), o.Version, o.known, o.open)
	if err != nil {
		return task, nil, err
	}
	task.Confidence, task.Programs = impact.Certain, o.together(o.program, nil)
	outcomes, err := Run(ctx, task)
	return task, outcomes, err
}

func (o *Offer) open(version string) (*schema.Package, error) {
	if version == o.now.Version() {
		return o.now, nil
	}
	pkg, a := o.schemas.Package(schema.Ref{Name: o.Package, Plugin: o.Package, Version: version})
	if pkg == nil {
		return nil, &change.Refusal{Reason: fmt.Sprintf("the schema of %s %s is %s; try again when it is read", o.Package, version, a.State)}
	}
	return pkg, nil
}

// together adds a program, and the components below it that are checked with the same version.
func (o *Offer) together(p *analysis.Program, all []*analysis.Program) []*analysis.Program {
	isKnown := slices.ContainsFunc(all, func(other *analysis.Program) bool { return other.Dir == p.Dir })
	if isKnown || p.Package(o.Package) != o.now {
		return all
	}
	all = append(all, p)
	for _, dir := range p.ComponentDirs() {
		if inner := p.ComponentProgram(dir); inner != nil {
			all = o.together(inner, all)
		}
	}
	return all
}
