package keep

import (
	"context"
	"path"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file makes the programs after a change.

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
	// ranges are the keys of the ways that ranges become; others are new.
	ranges map[string]bool
	after  map[string]*analysis.Program
	// compared are the runs of the roots before and after the change.
	compared []*comparison
	// names are the configs to which former names are passed, and hasPassed the blocks that take them.
	names     map[string]string
	hasPassed map[string]bool
	// givenUp are the keys of ways to local components that are others after the change.
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
		p = d.Program.Beside(dir, files, nil)
	case len(files) > 0:
		p = p.Supposing(files, nil, p.Stack())
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
		d.after[dir] = d.Program.Beside(dir, files, inner)
	default:
		d.after[dir] = d.before[dir].Supposing(files, inner, p.Stack())
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
