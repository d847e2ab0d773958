package planview

import (
	"cmp"
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/plan"
	"github.com/pcl-lsp/pcl-lsp/analysis/state"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file ties the blocks of programs to what exists of them: the resources in the state of a
// stack, their ids and outputs, and what a run would do with them. It knows a block by its file and
// its name, so what it says about a block outlives edits of other things, and need not be computed
// at each keystroke.

// Stack is what exists of a stack, and what a run of a program would do with it.
type Stack struct {
	Host eval.Host
	View *View

	blocks map[block][]Instance
	exists map[string]*state.Resource // by URN
}

// block is a block of a program.
type block struct{ path, name string }

// Instance is one resource of a block.
type Instance struct {
	// Name is the registered name.
	Name string
	// Resource is what exists; nil for nothing.
	Resource *state.Resource
	// Entry is what a run would do.
	Entry *Entry
}

// HostOf is what a program is run as, given the state of a stack. What one does not say is that of
// the other.
func HostOf(p *analysis.Program, s *state.State) eval.Host {
	host := eval.Host{Stack: s.Stack, Project: s.Project}
	if selected := p.Stack(); selected != nil {
		host.Stack, host.Project = cmp.Or(host.Stack, selected.Name), cmp.Or(host.Project, selected.Project)
	}
	return host
}

// Deployed follows a program that is run by itself, and ties its blocks to the state of a stack. The error
// is that of the context, or says that the program is too large to follow.
func Deployed(ctx context.Context, p *analysis.Program, s *state.State) (*Stack, error) {
	host := HostOf(p, s)
	made, err := plan.Make(ctx, p, host, s)
	if err != nil {
		return nil, err
	}
	d := &Stack{Host: host, View: Of(p, made), blocks: map[block][]Instance{}, exists: map[string]*state.Resource{}}
	for i := range s.Resources {
		if r := &s.Resources[i]; !r.Delete {
			d.exists[r.URN] = r
		}
	}
	for i := range made.Steps {
		step := &made.Steps[i]
		if step.Now == nil {
			continue
		}
		one := Instance{Name: step.Now.Name, Entry: &d.View.Entries[i], Resource: step.Existing}
		if step.Existing != nil {
			d.exists[step.Existing.URN] = step.Existing
		}
		at := block{step.Now.Path, step.Now.Item.Name}
		d.blocks[at] = append(d.blocks[at], one)
	}
	for _, open := range made.Open {
		at := block{open.Path, open.Item.Name}
		d.blocks[at] = append(d.blocks[at], Instance{Name: open.Name, Entry: &Entry{
			Resource: Resource{Operation: CannotTell, Name: open.Name}, Reasons: []string{"what it registers is not known"},
		}})
	}
	return d, nil
}

// At are the resources of a block, which is known by its file and its name. A nil stack has none.
func (d *Stack) At(path, name string) []Instance {
	if d == nil {
		return nil
	}
	return d.blocks[block{path, name}]
}

// Existing are those of some instances that exist, and have an id.
func Existing(all []Instance) (real []Instance) {
	real = append(real, lists.Where(all, func(one Instance) bool {
		return one.Resource != nil && one.Resource.ID != ""
	})...)
	return real
}

// Resource is what exists of an entry; nil for nothing.
func (d *Stack) Resource(e Entry) *state.Resource { return d.exists[cmp.Or(e.OldURN, e.URN)] }
