// Package rename renames a declaration everywhere: in the program, in programs that use it as
// a component, and in stack configuration.
//
// A rename changes text only. What a run registers stays the same:
//
//   - A resource, read or component keeps the name in its URN: without a `__logicalName`
//     it gets its old name as one. Editors that show annotations let the user decline
//     this edit to get another URN. Renaming it back removes the attribute.
//     **Why** no alias: a `__logicalName` is right in every stack from the first run on, for
//     ranges, components and blocks in components that are used several times, and what is
//     below the resource keeps its names with it. An alias changes the URN, which other
//     stacks, policies and imports may know, for a name that only the program sees.
//   - An output of a program that runs by itself keeps its exported name in the same way.
//     An output of a component is renamed in the programs that use the component.
//   - A config is renamed together with everything that sets it: component blocks, and
//     keys in stack configuration. With a `__logicalName` it has two names: uses inside
//     the program are renamed there, uses outside are renamed outside.
//   - A hook has only one name and is registered under the new one.
//   - A variable of a for expression is renamed in its expression.
//
// Names that others define cannot be renamed: properties, options, packages, `range`, and keys
// of objects, whose readers cannot all be known.
//
// Invariant: after a rename the program says the same. A rename is refused, with the reason,
// if the new name is taken, would hide another name or be hidden, or if the renamed programs
// would have a new error for any reason.
//
// Invariant: after a rename of a resource or component, the engine finds everything that was
// registered by its old URN (package keep), unless no run accepts the program as it is.
//
// The package builds on [navigate], which resolves names.
package rename

import (
	"context"
	"path"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/navigate"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file plans and performs renames.

// Surroundings are the other programs and files of the workspace.
type Surroundings struct {
	// Users returns the programs that use a directory as a component, and those that may do so
	// in a file that is not parsed. Nil means none.
	Users func(ctx context.Context, dir string) ([]*analysis.Program, error)
	// Runs reports whether the program of a directory runs by itself. Nil means that programs
	// run that no other program uses.
	Runs func(dir string) bool
	// Keys returns the places in stack configuration that set the config with a key. The error
	// names one that cannot be edited. Nil means none.
	Keys func(dir, key string) ([]Key, error)
}

// Key is a config key in stack configuration, without the name of the project.
type Key struct {
	Path string
	Span syntax.Span
}

// Name is a name that can be renamed.
type Name struct {
	Span syntax.Span // without quotes, as offsets in its file
	Text string
}

// Prepare returns the name at an offset, or nil. The error is a [*change.Refusal] if the name cannot
// be renamed, or the context's.
func Prepare(ctx context.Context, p *analysis.Program, path string, offset int) (*Name, error) {
	s, err := subjectAt(ctx, p, path, offset)
	if err != nil || s == nil {
		return nil, err
	}
	return &Name{s.word, s.text}, nil
}

// Rename renames the name at an offset. It returns nil if there is no name. The error is a
// [*change.Refusal], or the context's.
func Rename(ctx context.Context, around Surroundings, p *analysis.Program, path string, offset int, to string) (*change.Set, error) {
	s, err := subjectAt(ctx, p, path, offset)
	if err != nil || s == nil {
		return nil, err
	}
	r := &renaming{ctx: ctx, around: around, subject: s, to: to, programs: []*analysis.Program{p}}
	if to == s.text {
		return &change.Set{}, nil
	}
	if err := r.plan(); err != nil {
		return nil, err
	}
	if err := r.wanted(); err != nil {
		return nil, err
	}
	if err := r.find(); err != nil {
		return nil, err
	}
	if err := r.unhidden(); err != nil {
		return nil, err
	}
	if err := r.edit(); err != nil {
		return nil, err
	}
	if err := r.prove(); err != nil {
		return nil, err
	}
	return r.kept()
}

// renaming is a rename in progress.
type renaming struct {
	ctx     context.Context
	around  Surroundings
	subject *subject
	to      string

	programs        []*analysis.Program // the given program, then those that may change
	inside, outside bool                // which of the two names changes
	keeps           bool                // by adding a logical name
	keys            bool                // keys in stack configuration change

	uses  []navigate.Use
	edits []change.Edit
	moved []Key // keys that change
}

// plan decides which names change, by the rules in the package comment.
func (r *renaming) plan() error {
	s := r.subject
	r.inside = true
	if s.target.Declaring == nil {
		return nil
	}
	users, err := r.users()
	if err != nil {
		return err
	}
	users, partial := splitPartial(users, s.target.Declaring.Dir)
	r.programs = append(r.programs, users...)
	crosses := s.target.Crosses()
	if s.outside && s.object.Kind == analysis.ObjectOutput && r.isRun(users) {
		return change.Refuse("`%s` is the name that the stack exports, and others may depend on it; to change it, edit the text", s.text)
	}
	switch {
	case !crosses:
		r.keeps = keepsName[s.object.Kind] && s.logical == nil
	case s.logical != nil:
		r.inside, r.outside = !s.outside, s.outside
	case s.object.Kind == analysis.ObjectOutput && !s.outside && r.isRun(users):
		r.keeps = true
	default:
		r.outside = true
	}
	r.keys = r.outside && s.object.Kind == analysis.ObjectConfig
	if !r.outside {
		partial = nil
	}
	return r.seen(slices.Concat(r.programs, []*analysis.Program{s.target.Declaring}, partial))
}

// splitPartial splits programs into those that use a directory as a component and those of
// which that is not known.
func splitPartial(all []*analysis.Program, dir string) (users, partial []*analysis.Program) {
	for _, p := range all {
		if p.Dir != dir && p.Unparsed() != nil && !slices.Contains(p.ComponentDirs(), dir) {
			partial = append(partial, p)
		} else {
			users = append(users, p)
		}
	}
	return users, partial
}

// seen refuses the rename if a program has a file that is not parsed, which may use the name.
func (r *renaming) seen(programs []*analysis.Program) error {
	for _, p := range programs {
		if f := p.Unparsed(); f != nil {
			return change.Refuse("`%s` may be used in %s, which is not parsed; the finding there says why", r.subject.text, path.Join(path.Base(p.Dir), path.Base(f.Path)))
		}
	}
	return nil
}

// keepsName lists the kinds that keep their outside name.
var keepsName = map[analysis.ObjectKind]bool{
	analysis.ObjectResource: true, analysis.ObjectRead: true, analysis.ObjectComponent: true,
}

// users returns the programs that may use the target.
func (r *renaming) users() ([]*analysis.Program, error) {
	t := r.subject.target
	if !t.Crosses() {
		return nil, nil
	}
	others := []*analysis.Program{}
	if t.Declaring.Dir != t.Program.Dir {
		others = append(others, t.Declaring)
	}
	if r.around.Users == nil {
		return others, nil
	}
	found, err := r.around.Users(r.ctx, t.Declaring.Dir)
	others = append(others, lists.Where(found, func(p *analysis.Program) bool {
		return p.Dir != t.Program.Dir && p.Dir != t.Declaring.Dir
	})...)
	return others, err
}

// isRun reports whether the declaring program runs by itself.
func (r *renaming) isRun(users []*analysis.Program) bool {
	if r.around.Runs != nil && r.around.Runs(r.subject.target.Declaring.Dir) {
		return true
	}
	return len(users) == 0
}

// find finds the uses to change.
func (r *renaming) find() error {
	uses, err := r.subject.target.Uses(r.ctx, r.programs...)
	r.uses = append(r.uses, lists.Where(uses, func(u navigate.Use) bool {
		return u.Outside && r.outside || !u.Outside && r.inside
	})...)
	return err
}
