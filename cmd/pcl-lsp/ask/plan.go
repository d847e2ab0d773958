package ask

import (
	"context"
	"fmt"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/planview"
	"github.com/pcl-lsp/pcl-lsp/analysis/plan"
	"github.com/pcl-lsp/pcl-lsp/analysis/state"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file makes the plan of a program from the state of a stack.

// OtherProject is the error that a state belongs to another project than the program.
type OtherProject struct{ Of, Program string }

// Error names both projects.
func (e *OtherProject) Error() string {
	return fmt.Sprintf("the state is of project %s, but the program belongs to project %s; export the state of a stack of this project", e.Of, e.Program)
}

// Plan says what a run of a program would do with the resources of a stack. The error is an
// [*OtherProject] or the context's.
func Plan(ctx context.Context, snapshot *workspace.Snapshot, program *analysis.Program, before *state.State) (*planview.View, eval.Host, error) {
	host := eval.Host{Stack: before.Stack, Project: before.Project}
	if s := program.Stack(); s != nil && host.Project == "" {
		host = eval.Host{Stack: s.Name, Project: s.Project}
	} else if s != nil && s.Project != "" && s.Project != host.Project {
		return nil, host, &OtherProject{host.Project, s.Project}
	}
	made, err := plan.Make(ctx, program, host, before)
	if err != nil {
		return nil, host, err
	}
	view := planview.Of(program, made)
	return view, host, addErrors(ctx, snapshot, program, view)
}

// addErrors adds the errors of the program, which stop a run before it does anything.
func addErrors(ctx context.Context, snapshot *workspace.Snapshot, program *analysis.Program, view *planview.View) error {
	found, err := snapshot.Diagnose(ctx, program)
	if err != nil {
		return err
	}
	errs := 0
	for _, file := range found {
		for _, d := range file {
			switch {
			case d.Severity == codes.Error:
				errs++
			case d.Code == codes.ConfigStackMissing: // the selected stack has no value, and so a run fails
				view.Problems = append(view.Problems, planview.Problem{Message: d.Message})
			}
		}
	}
	if errs > 0 {
		message := "the program has " + prose.Counted(errs, "error") + ", so a run stops before it does anything; see pcl-lsp check"
		view.Problems = append([]planview.Problem{{Message: message}}, view.Problems...)
	}
	return nil
}
