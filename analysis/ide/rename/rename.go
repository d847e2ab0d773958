package rename

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/navigate"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file says what can be renamed, and renames it.

// Surroundings are what is known around a program.
type Surroundings struct {
	// Users are the programs that use a directory as a component. Nil means that there
	// are none.
	Users func(ctx context.Context, dir string) ([]*analysis.Program, error)
	// Runs reports whether the program of a directory is run by itself. Nil means that
	// it is where nothing uses it.
	Runs func(dir string) bool
	// Keys are the places where the configuration of stacks gives a value to the config
	// with a key. The error says which of them cannot be edited. Nil means that there
	// are none.
	Keys func(dir, key string) ([]Key, error)
}

// Key is a place in the configuration of a stack: the name of a config, without that of
// the project.
type Key struct {
	Path string
	Span syntax.Span
}

// Name is a name that can be renamed.
type Name struct {
	Span syntax.Span // of the name alone, in its file
	Text string
}

// Prepare is the name at an offset, nil where there is none. The error is a [*Refusal]
// for a name that cannot be renamed, or that of the context.
func Prepare(ctx context.Context, p *analysis.Program, path string, offset int) (*Name, error) {
	s, err := subjectAt(ctx, p, path, offset)
	if err != nil || s == nil {
		return nil, err
	}
	return &Name{s.word, s.text}, nil
}

// Rename is the change that gives the name at an offset another text; nil where there is
// no name. The error is a [*Refusal] for what cannot be done, or that of the context.
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
	return &change.Set{Edits: r.edits}, nil
}

// renaming is a rename on its way.
type renaming struct {
	ctx     context.Context
	around  Surroundings
	subject *subject
	to      string

	programs        []*analysis.Program // the one that was asked, then those that may be touched
	inside, outside bool                // which of the two names is renamed
	keeps           bool                // by a logical name
	keys            bool                // those of stacks are renamed

	uses  []navigate.Use
	edits []change.Edit
	moved []Key // keys that are renamed
}

// plan decides which names are renamed, by the rules of the package.
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
	r.programs = append(r.programs, users...)
	crosses := s.target.Crosses()
	if s.outside && s.object.Kind == analysis.ObjectOutput && r.isRun(users) {
		return refuse("`%s` is the name that the stack exports, on which others may depend; to change it, edit the text", s.text)
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
	return nil
}

// keepsName are the kinds whose name outside of the program must not change with the
// one inside.
var keepsName = map[analysis.ObjectKind]bool{
	analysis.ObjectResource: true, analysis.ObjectRead: true, analysis.ObjectComponent: true,
}

// users are the programs that may name the target.
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
	for _, p := range found {
		if p.Dir != t.Program.Dir && p.Dir != t.Declaring.Dir {
			others = append(others, p)
		}
	}
	return others, err
}

// isRun reports whether the declaring program is run by itself.
func (r *renaming) isRun(users []*analysis.Program) bool {
	if r.around.Runs != nil && r.around.Runs(r.subject.target.Declaring.Dir) {
		return true
	}
	return len(users) == 0
}

// find finds the names to change.
func (r *renaming) find() error {
	uses, err := r.subject.target.Uses(r.ctx, r.programs...)
	for _, u := range uses {
		if u.Outside && r.outside || !u.Outside && r.inside {
			r.uses = append(r.uses, u)
		}
	}
	return err
}
