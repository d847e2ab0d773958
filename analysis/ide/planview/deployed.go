package planview

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/plan"
	"github.com/pcl-lsp/pcl-lsp/analysis/state"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
)

// This file ties the blocks of programs to what exists of them: the resources in the state of a
// stack, their ids and outputs, and what a run would do with them. It knows a block by its file and
// its name, so what it says about a block outlives edits of other things, and need not be computed
// at each keystroke.

// Stack is what exists of a stack, and what a run of a program would do with it.
type Stack struct {
	Host eval.Host
	View *View

	blocks map[block][]Entry
}

// block is a block of a program.
type block struct{ path, name string }

// HostOf is what a program is run as, given the state of a stack. What one does not say is that of
// the other.
func HostOf(p *analysis.Program, s *state.State) eval.Host {
	host := eval.Host{Stack: s.Stack, Project: s.Project}
	if selected := p.Stack(); selected != nil {
		host.Stack, host.Project = cmp.Or(host.Stack, selected.Name), cmp.Or(host.Project, selected.Project)
	}
	return host
}

// WithFindings returns the problems of a run together with the findings of the program that make it fail: its errors, which stop it
// before it does anything, and configs without a value in the selected stack.
func WithFindings(problems []Problem, found map[string][]analysis.Diagnostic) []Problem {
	errs, all := 0, slices.Clip(problems)
	for _, path := range slices.Sorted(maps.Keys(found)) {
		for _, d := range found[path] {
			switch {
			case d.Severity == codes.Error:
				errs++
			case d.Code == codes.ConfigStackMissing:
				all = append(all, Problem{Message: d.Message})
			}
		}
	}
	if errs > 0 {
		all = slices.Insert(all, 0, Problem{Message: "the program has " + prose.Counted(errs, "error") + ", so a run stops before it does anything; see pcl-lsp check"})
	}
	return all
}

// Deployed follows a program that is run by itself, and ties its blocks to the state of a stack. The error
// is that of the context, or says that the program is too large to follow.
func Deployed(ctx context.Context, p *analysis.Program, s *state.State) (*Stack, error) {
	host := HostOf(p, s)
	made, err := plan.Make(ctx, p, host, s)
	if err != nil {
		return nil, err
	}
	d := &Stack{Host: host, View: Of(p, made), blocks: map[block][]Entry{}}
	for i, e := range d.View.Entries {
		if now := made.Steps[i].Now; now != nil {
			at := block{now.Path, now.Item.Name}
			d.blocks[at] = append(d.blocks[at], e)
		}
	}
	for _, open := range made.Open {
		at, one := block{open.Path, open.Item.Name}, Resource{Operation: CannotTell, Name: open.Name}
		d.blocks[at] = append(d.blocks[at], Entry{Resource: one, Reasons: []string{"what it registers is not known"}})
	}
	return d, nil
}

// At are the resources of a block, which is known by its file and its name. A nil stack has none.
func (d *Stack) At(path, name string) []Entry {
	if d == nil {
		return nil
	}
	return d.blocks[block{path, name}]
}

// Existing are those of some resources that exist, and have an id.
func Existing(all []Entry) []Entry {
	return lists.Where(all, func(e Entry) bool { return e.Exists != nil && e.Exists.ID != "" })
}
