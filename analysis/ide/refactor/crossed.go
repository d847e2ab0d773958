package refactor

import (
	"path"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/format"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/keep"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file looks at the programs after declarations have crossed a border: whatever is
// registered must be kept, and there must be nothing new to find.

// finished completes the change with what keeps the resources, and refuses one that adds an error.
// It returns a change that adds another finding together with that.
func (b *border) finished() (change.Set, error) {
	r := keep.Refactoring{Program: b.outer, Change: b.change, Becomes: b.becomes()}
	r.Others = b.nested
	if b.inner != nil && slices.ContainsFunc(b.change.Edits, func(e change.Edit) bool { return path.Dir(e.Path) == b.dir }) {
		r.Others = append(slices.Clone(r.Others), b.inner)
	}
	if err := b.findsNothingNew(r.Change); err != nil && !isMinor(err) { // before it looks through runs: this is faster, and the reason is nearer
		return change.Set{}, err
	}
	set, err := keep.State(b.ctx, b.around, r)
	if err != nil {
		return change.Set{}, err
	}
	set.Deleted = b.change.Deleted
	for i, f := range set.NewFiles {
		set.NewFiles[i].Text = formatted(f)
	}
	return *set, b.findsNothingNew(*set)
}

// becomes says where registrations go. A component that moves is another one, because it is only
// a name; what is in it moves with it.
func (b *border) becomes() keep.Becomes {
	moved := keep.Rules(b.rules...)
	return func(w keep.Way) keep.Way {
		for _, way := range b.components {
			if at := len(w) - len(way); at >= 0 && slices.EqualFunc(way, w[at:], func(a, b keep.Step) bool { return a.Dir == b.Dir && a.Name == b.Name }) {
				return nil
			}
		}
		return moved(w)
	}
}

// formatted is the text of a new file as the formatter writes it.
func formatted(f change.NewFile) string {
	return format.Text(syntax.Parse(f.Path, f.Text, nil))
}

// addNested notes the programs of a component that moves: what keeps its resources is written
// there. Those that others use come first.
func (b *border) addNested(p *analysis.Program, it *syntax.Item) {
	dir, ok := p.ComponentDir(it)
	inner := p.ComponentProgram(dir)
	if !ok || inner == nil || slices.Contains(b.nested, inner) || inner == b.inner || inner == b.outer {
		return
	}
	for _, o := range inner.Objects() {
		if o.Kind == analysis.ObjectComponent {
			b.addNested(inner, itemOf(o))
		}
	}
	b.nested = append(b.nested, inner)
}

// sides are the programs that a change can reach, those that others use first.
func (b *border) sides() []*analysis.Program {
	all := slices.Clone(b.nested)
	if b.inner != nil {
		all = append(all, b.inner)
	}
	return append(all, b.outer)
}

// after returns the programs after a change. One that does not change is left out, except for the
// outer one.
func (b *border) after(set change.Set) (all []*analysis.Program) {
	components := map[string]*analysis.Program{}
	for _, p := range b.sides() {
		var files []*syntax.File
		for _, f := range p.Files {
			if next := change.Applied(f, set.Edits); next != f {
				files = append(files, next)
			}
		}
		if p == b.outer && len(set.NewFiles) > 0 {
			f := set.NewFiles[0]
			components[b.dir] = p.Beside(b.dir, []*syntax.File{syntax.Parse(f.Path, f.Text, nil)}, components)
			all = append(all, components[b.dir])
		}
		if len(files) > 0 || p == b.outer {
			next := p.Supposing(files, components, p.Stack())
			components[p.Dir] = next
			all = append(all, next)
		}
	}
	return all
}

// findsNothingNew returns a finding that is not there before a change: an error, if there is one.
func (b *border) findsNothingNew(set change.Set) error {
	was := map[codes.Code]int{}
	for _, p := range b.sides() {
		found, err := p.Diagnostics(b.ctx)
		if err != nil {
			return err
		}
		for _, d := range found {
			was[d.Code]++
		}
	}
	var minor error
	for _, p := range b.after(set) {
		found, err := p.Diagnostics(b.ctx)
		if err != nil {
			return err
		}
		for _, d := range found {
			if was[d.Code]--; was[d.Code] >= 0 {
				continue
			}
			if minor = (finding{d}); !isMinor(minor) {
				return minor
			}
		}
	}
	return minor
}

// finding is a reason: something that would be found.
type finding struct{ analysis.Diagnostic }

func (f finding) Error() string { return f.Message }

// isMinor reports a finding that is no error. It refuses nothing: the program runs as before.
func isMinor(err error) bool {
	f, is := err.(finding)
	return is && f.Severity != codes.Error
}
