// This file implements pcl/plan and pcl/state, our own requests: what exists of a stack, and what a run would do. docs/state.md describes them.

package lsp

import (
	"cmp"
	"context"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/planview"
	"github.com/pcl-lsp/pcl-lsp/analysis/state"
	"github.com/pcl-lsp/pcl-lsp/lsp/place"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// The names of the requests. pcl/plan has no parameters.
const (
	methodPlan  = "pcl/plan"
	methodState = "pcl/state"
)

// plans are those of the programs that are run by themselves and that open documents are a part of.
type plans struct {
	Programs []programPlan `json:"programs"`
}

// programPlan is what a run of a program would do with the resources of a stack.
type programPlan struct {
	URI     uri.URI `json:"uri"` // the folder of the program
	Project string  `json:"project,omitzero"`
	Stack   string  `json:"stack,omitzero"`
	State   uri.URI `json:"state,omitzero"`   // the file; absent for a state that the client gave
	Message string  `json:"message,omitzero"` // why there is no plan; empty if no state is selected either
	Summary string  `json:"summary,omitzero"`

	Problems  []planProblem  `json:"problems"`
	Notes     []planProblem  `json:"notes,omitzero"`
	Resources []planResource `json:"resources"`
}

type planProblem struct {
	Message string             `json:"message"`
	URN     string             `json:"urn,omitzero"`
	Place   *protocol.Location `json:"place,omitzero"`
}

// planResource is one resource. Names are those of `pcl-lsp plan --format json`.
type planResource struct {
	planview.Resource
	Component bool               `json:"component,omitzero"`
	ID        string             `json:"id,omitzero"`
	Console   string             `json:"console,omitzero"` // an address
	Place     *protocol.Location `json:"place,omitzero"`   // the name of the block
	Block     string             `json:"block,omitzero"`   // which is its name
	Details   []string           `json:"details,omitzero"` // the inputs that differ, and reasons, a line each
}

// plan answers for the programs of open documents.
func (v *view) plan(ctx context.Context, _ *struct{}) (*plans, error) {
	answer := &plans{Programs: []programPlan{}}
	seen := map[string]bool{}
	for _, program := range v.openPrograms() {
		for _, root := range v.Snapshot.Roots(program) {
			if seen[root.Dir] {
				continue
			}
			seen[root.Dir] = true
			one, err := v.planOf(ctx, runOf{root, v.Snapshot.StateOf(root.Dir)})
			if err != nil {
				return nil, err
			}
			answer.Programs = append(answer.Programs, *one)
		}
	}
	lists.SortStable(answer.Programs, func(a, b programPlan) int { return cmp.Compare(a.URI, b.URI) })
	return answer, nil
}

func (v *view) planOf(ctx context.Context, run runOf) (*programPlan, error) {
	p := &programPlan{URI: v.URI(run.program.Dir), Problems: []planProblem{}, Resources: []planResource{}}
	if selected := run.program.Stack(); selected != nil {
		p.Project, p.Stack = selected.Project, selected.Name
	}
	if run.file == nil {
		return p, nil
	}
	v.follower.watch(run.file.Path)
	if run.file.Path != "" {
		p.State = v.URI(run.file.Path)
	}
	if p.Message = run.file.Problem; p.Message != "" {
		return p, nil
	}
	result, err := v.follower.of(ctx, run)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil: // an edit, after which the client asks again
		p.Message = "the program was edited meanwhile"
	case result.stack == nil:
		p.Message = "the program is too large to follow"
	default:
		found, err := v.Snapshot.Diagnose(ctx, run.program)
		if err != nil {
			return nil, err
		}
		v.fill(p, result.stack, found)
	}
	return p, nil
}

// fill adds what is known of a stack, and the findings that make a run fail.
func (v *view) fill(p *programPlan, s *planview.Stack, found map[string][]analysis.Diagnostic) {
	places := v.Files()
	p.Project, p.Stack, p.Summary = s.Host.Project, s.Host.Stack, s.View.Summary()
	shown := func(problem planview.Problem) planProblem {
		return planProblem{problem.Message, problem.URN, locate(places, problem.Place)}
	}
	p.Problems = append(p.Problems, lists.Map(planview.WithFindings(s.View.Problems, found), shown)...)
	p.Notes = lists.Map(s.View.Notes, shown)
	for _, e := range s.View.Entries {
		r := planResource{Resource: e.Resource, Component: !e.Real, Place: locate(places, e.Place)}
		if e.Place != nil {
			r.Block = e.Place.Item.Name
		}
		if e.Exists != nil {
			r.ID, r.Console = e.Exists.ID, planview.Console(e.Exists)
		}
		r.Details = append(r.Details, lists.Map(e.Changes, planview.Change.String)...)
		for _, reason := range e.Reasons {
			r.Details = append(r.Details, strings.ReplaceAll(reason, "`", ""))
		}
		p.Resources = append(p.Resources, r)
	}
}

// locate is where the name of a block is; nil for no block.
func locate(places *place.Files, at *planview.Place) *protocol.Location {
	if at == nil {
		return nil
	}
	l, ok := places.Location(at.Path, at.Item.NameSpan.Shift(at.Item.Base))
	if !ok {
		return nil
	}
	return &l
}

// stateParams are the state of the stack of a program, as text, and a document of the program. An empty text takes it back.
type stateParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Text         string                          `json:"text"`
}

// stateAnswer tells what was read.
type stateAnswer struct {
	Project   string `json:"project,omitzero"`
	Stack     string `json:"stack,omitzero"`
	Resources int    `json:"resources"`
}

// state keeps a state in memory, for the programs that run the document.
func (v *view) state(_ context.Context, p *stateParams) (*stateAnswer, error) {
	if limit := v.Snapshot.StateLimit(); len(p.Text) > limit {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the state is larger than %d MiB; raise the setting limits.fileSize", limit>>20)
	}
	t, err := v.file(p.TextDocument)
	if t == nil {
		return nil, err
	}
	answer := &stateAnswer{}
	var given *state.State
	if p.Text != "" {
		if given, err = state.Read([]byte(p.Text)); err != nil {
			return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the state cannot be read: %s", err.Error())
		}
		answer = &stateAnswer{given.Project, given.Stack, len(given.Resources)}
	}
	for _, root := range v.Snapshot.Roots(t.program) {
		v.session.Apply(workspace.StateGiven{Dir: root.Dir, State: given})
	}
	v.refresher.refresh()
	return answer, nil
}
