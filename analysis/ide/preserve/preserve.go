// Package preserve makes a refactoring keep everything that a run has registered.
//
// The engine knows resources by URNs, which hold the names and types of declarations and of what
// is around them. A refactoring that changes any of that would delete what runs and create it
// again. [Resources] follows the programs before and after the change ([eval.Run]), compares them by
// the engine's rules ([plan.Match]), and writes into each block what keeps its resources: an alias
// with the parts that were different, or a `__logicalName` where no alias counts. Then it compares
// again.
//
// The package knows no refactoring: a refactoring says which declaration became which.
//
// # Invariants
//
// Invariant: after the change, each registration is found by exactly the registration that it
// became, in every program that is run by itself, and nothing else is deleted or created but
// local components, which are only names. Otherwise the change is refused.
//
// Invariant: what is known of the inputs of a resource is the same before and after.
//
// Invariant: the programs have no error that they did not have before.
//
// Invariant: former names that a block had are still former names of it.
//
// **Why** aliases before `__logicalName`: an alias can be removed when every stack has had it, and
// then the program says only what it means. A `__logicalName` stays. It is used where one block
// makes several registrations, which would all claim the one name of an alias, and for local
// components, whose aliases are not registered.
//
// **Why** configs with former names: a block in a component that is used twice has a former name in each use, and only the users can
// tell them apart.
//
// **Why** a local component may go that would be of another type: its aliases are not registered, and it is only a name.
//
// **Why** a component of a package keeps its URN or is refused: nobody knows what it registers, and
// that may have the component's own name in its inputs.
//
// **Why** `type = "PARENT$TYPE"` for a parent that is gone: it is the one form that needs neither
// the resource nor the name of the stack, which a URN has.
//
// **Why** it looks at the type of a range (typesys): over a bool, a block makes one resource at most,
// with no key in its name, whatever the value is.
package preserve

import (
	"cmp"
	"context"
	"maps"
	"path"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file is the entry point. It runs a change through all steps: it makes the programs after the change, checks
// them, and adds to the change what is written about the text that it leads to.

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
	// Mapping says which declaration became which. Nil means that all stay.
	Mapping Mapping
}

// mostPasses is how often what was written is looked at again. Each pass keeps what depends on
// the parents that the one before has kept.
const mostPasses = 50

// Resources returns the change together with what keeps all registered resources. The error is a
// [*change.Refusal], or the context's.
func Resources(ctx context.Context, around Around, r Refactoring) (*change.Set, error) {
	if r.Mapping == nil {
		r.Mapping = Unmoved
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

// draft is a change that is being completed.
type draft struct {
	Refactoring
	ctx context.Context
	set change.Set
	// before are the programs that the change may reach, by their directories: those that it
	// edits, and all that use them. Roots are those of them that are run by themselves.
	before map[string]*analysis.Program
	roots  []string
	// hidden is a file that may use the programs and was not parsed, or nil.
	hidden *syntax.File
	// files are the edited and the new files after the change, by their paths.
	files map[string]*syntax.File
	// ranges are the keys of the paths that ranges become; others are new.
	ranges map[string]bool
	after  map[string]*analysis.Program
	// compared are the runs of the roots before and after the change.
	compared []*comparison
	// names are the configs to which former names are passed, and hasPassed the blocks that take them.
	names     map[string]string
	hasPassed map[string]bool
	// givenUp are the keys of paths to local components that are others after the change.
	givenUp map[string]bool
}

func newDraft(ctx context.Context, around Around, r Refactoring) (*draft, error) {
	d := &draft{Refactoring: r, ctx: ctx, before: map[string]*analysis.Program{}, names: map[string]string{}, hasPassed: map[string]bool{}, givenUp: map[string]bool{}}
	d.set.NewFiles, d.set.Edits = slices.Clone(r.Change.NewFiles), slices.Clone(r.Change.Edits)
	next := append([]*analysis.Program{r.Program}, r.Others...)
	for len(next) > 0 {
		p := next[0]
		next = next[1:]
		if d.before[p.Dir] != nil {
			continue
		}
		if f := p.Unparsed(); f != nil {
			return nil, change.Refuse("not all names are known, because %s is not parsed", path.Base(f.Path))
		}
		d.before[p.Dir] = p
		users, err := d.usersOf(around, p.Dir)
		if err != nil {
			return nil, err
		}
		next = append(next, users...)
		if len(users) == 0 || around.Runs != nil && around.Runs(p.Dir) {
			d.roots = append(d.roots, p.Dir)
		}
	}
	slices.Sort(d.roots)
	return d, nil
}

// usersOf are the programs that use a directory as a component.
func (d *draft) usersOf(around Around, dir string) (users []*analysis.Program, err error) {
	if around.Users == nil {
		return nil, nil
	}
	found, err := around.Users(d.ctx, dir)
	for _, p := range found {
		switch {
		case p.Dir == dir:
		case slices.Contains(p.ComponentDirs(), dir):
			users = append(users, p)
		default:
			d.hidden = p.Unparsed()
		}
	}
	return users, err
}

// rebuilt makes all programs after the change.
func (d *draft) rebuilt() map[string]*analysis.Program {
	d.files, d.after = map[string]*syntax.File{}, map[string]*analysis.Program{}
	for _, p := range d.before {
		for _, f := range p.Files {
			if next := change.Applied(f, d.set.Edits); next != f {
				d.files[f.Path] = next
			}
		}
	}
	for _, f := range d.set.NewFiles {
		d.files[f.Path] = syntax.Parse(f.Path, f.Text, nil)
	}
	for filePath := range d.files {
		d.make(path.Dir(filePath))
	}
	for dir := range d.before {
		d.make(dir)
	}
	return d.after
}

// make makes one program, after those that it uses.
func (d *draft) make(dir string) {
	if d.after[dir] != nil {
		return
	}
	p, files := d.before[dir], d.filesIn(dir)
	switch {
	case p == nil && len(files) == 0:
		return
	case p == nil:
		p = d.Program.NewProgramIn(dir, files, nil)
	case len(files) > 0:
		p = p.WithChanges(files, nil, p.Stack())
	}
	d.after[dir] = p // a circle of components ends here
	inner := map[string]*analysis.Program{}
	for _, used := range p.ComponentDirs() {
		d.make(used)
		if next := d.after[used]; next != nil && next != d.before[used] {
			inner[used] = next
		}
	}
	switch {
	case len(inner) == 0:
	case d.before[dir] == nil:
		d.after[dir] = d.Program.NewProgramIn(dir, files, inner)
	default:
		d.after[dir] = d.before[dir].WithChanges(files, inner, p.Stack())
	}
}

// filesIn are the changed and new files of a directory.
func (d *draft) filesIn(dir string) (files []*syntax.File) {
	for filePath, f := range d.files {
		if path.Dir(filePath) == dir {
			files = append(files, f)
		}
	}
	return files
}

// note explains an addition that stands alone.
var note = change.Note{
	Label:       "Keep what is deployed",
	Description: "Without this, the next run would delete the resource and create it again",
}

// insert adds edits, whose spans are about the files after the change.
func (d *draft) insert(all []change.Edit) error {
	lists.SortStable(all, func(a, b change.Edit) int { return cmp.Compare(b.Span.Start, a.Span.Start) }) // last first
	for _, in := range all {
		if i := slices.IndexFunc(d.set.NewFiles, func(f change.NewFile) bool { return f.Path == in.Path }); i >= 0 {
			f := &d.set.NewFiles[i]
			f.Text = f.Text[:in.Span.Start] + in.Text + f.Text[in.Span.End:]
			continue
		}
		if !d.insertInto(in) {
			return change.Refuse("the new text overlaps other changes")
		}
	}
	return nil
}

// insertInto adds to the edits of a file. An edit of the text of another one, or right beside it,
// becomes a part of that.
func (d *draft) insertInto(in change.Edit) bool {
	own := make([]int, 0, len(d.set.Edits))
	for i, e := range d.set.Edits {
		if e.Path == in.Path {
			own = append(own, i)
		}
	}
	lists.SortStable(own, func(a, b int) int { return cmp.Compare(d.set.Edits[a].Span.Start, d.set.Edits[b].Span.Start) })
	grown := 0 // how much the edits before have added
	for _, i := range own {
		e := &d.set.Edits[i]
		start := e.Span.Start + grown
		end := start + len(e.Text)
		switch {
		case in.Span.End < start:
			return d.alone(in, grown)
		case in.Span.Start >= start && in.Span.End <= end:
			e.Text = e.Text[:in.Span.Start-start] + in.Text + e.Text[in.Span.End-start:]
			return true
		case in.Span.Start <= end:
			return false
		}
		grown += len(e.Text) - e.Span.Len()
	}
	return d.alone(in, grown)
}

func (d *draft) alone(in change.Edit, grown int) bool {
	n := note
	d.set.Edits = append(d.set.Edits, change.Edit{Path: in.Path, Span: in.Span.Shift(-grown), Text: in.Text, Note: &n})
	return true
}

// noNewErrors refuses a change that adds an error to the programs.
func (d *draft) noNewErrors() error {
	var before, after []*analysis.Program
	for _, dir := range slices.Sorted(maps.Keys(d.after)) {
		if d.after[dir] == d.before[dir] {
			continue
		}
		if p := d.before[dir]; p != nil {
			before = append(before, p)
		}
		after = append(after, d.after[dir])
	}
	f, found, err := NewError(d.ctx, before, after)
	if found {
		return change.Refuse("%s would have an error: %s", path.Base(f.Path), f.Message)
	}
	return err
}

// NewError returns an error of programs after a change, with a code of which they had fewer before. It is not found if there is none.
func NewError(ctx context.Context, before, after []*analysis.Program) (d analysis.Diagnostic, found bool, err error) {
	more, last := map[codes.Code]int{}, map[codes.Code]analysis.Diagnostic{}
	for i, p := range slices.Concat(before, after) {
		all, err := p.Diagnostics(ctx)
		if err != nil {
			return d, false, err
		}
		for _, f := range all {
			switch {
			case f.Severity != codes.Error:
			case i < len(before):
				more[f.Code]--
			default:
				more[f.Code]++
				last[f.Code] = f
			}
		}
	}
	for _, code := range slices.Sorted(maps.Keys(last)) {
		if more[code] > 0 {
			return last[code], true, nil
		}
	}
	return d, false, nil
}
