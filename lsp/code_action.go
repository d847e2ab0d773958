// This file implements textDocument/codeAction, with the actions that suppress findings.

package lsp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/convert"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/fix"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/preserve"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/refactor"
	"github.com/pcl-lsp/pcl-lsp/analysis/plan"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/lsp/place"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"go.lsp.dev/protocol"
)

// codeActionParams omit the findings that the client sends along. Actions are for the current findings, and a finding that cannot be decoded is no
// reason to fail.
type codeActionParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Range        protocol.Range                  `json:"range"`
	Context      struct {
		Only        []string `json:"only"`
		TriggerKind int      `json:"triggerKind"`
	} `json:"context"`

	chosen bool // the user has chosen one of the actions, so none may be missing
}

// automatic reports whether the client asks by itself, as it does after each move of the cursor.
func (p *codeActionParams) automatic() bool {
	return p.Context.TriggerKind == int(protocol.CodeActionTriggerKindAutomatic)
}

// Kinds of actions besides those of fixes and refactorings.
const (
	sourceFixAll    = "source.fixAll"
	sourceFixAllPCL = "source.fixAll.pcl"
)

// offer is an action before its conversion.
type offer struct {
	title, kind, disabled string
	preferred             bool
	finding               *analysis.Diagnostic
	fix                   *fix.Fix // if it has a command
	// set is the change. If it takes long to compute, edits or change computes it instead.
	set    change.Set
	edits  func(context.Context) ([]change.Edit, error)
	change func(context.Context) (*change.Set, error)
}

func (v *view) codeAction(ctx context.Context, p *codeActionParams) ([]protocol.CommandOrCodeAction, error) {
	offers, err := v.offers(ctx, p)
	if err != nil {
		return nil, err
	}
	places := v.Files()
	actions := []protocol.CommandOrCodeAction{}
	for _, o := range offers {
		action, err := v.action(ctx, places, p, o)
		if err != nil {
			return nil, err
		}
		if action != nil {
			actions = append(actions, action)
		}
	}
	if len(offers) == 0 {
		return actions, nil
	}
	return actions, ctx.Err()
}

// offers returns the actions of the requested kinds.
func (v *view) offers(ctx context.Context, p *codeActionParams) ([]offer, error) {
	t, err := v.file(p.TextDocument)
	if t == nil && err == nil {
		return v.ruleFixes(p)
	}
	if t == nil {
		return nil, err
	}
	marked := v.Span(t.file, p.Range)
	var all []offer
	if wantsKind(p.Context.Only, string(fix.QuickFix)) {
		if all, err = v.fixes(ctx, t, marked, p); err != nil {
			return nil, err
		}
		all = append(all, conversions(t, marked)...)
	}
	if wantsRefactoring(p) {
		found, err := v.refactorings(ctx, t, marked)
		if err != nil {
			return nil, err
		}
		for _, a := range found {
			if wantsKind(p.Context.Only, string(a.Kind)) {
				all = append(all, offer{title: a.Title, kind: string(a.Kind), disabled: a.Disabled, set: a.Change, change: a.Make})
			}
		}
	}
	if len(p.Context.Only) > 0 && wantsKind(p.Context.Only, sourceFixAllPCL) {
		all = append(all, offer{title: "Make all safe fixes", kind: sourceFixAllPCL, edits: func(ctx context.Context) ([]change.Edit, error) {
			return fix.Safely(ctx, t.program, t.file.Path)
		}})
	}
	return all, nil
}

// refactorings returns those of expressions and those of whole declarations. The first are known at once; the others prove what they keep when they are
// chosen, so a client that wants the edits of all actions at once does not get them.
func (v *view) refactorings(ctx context.Context, t *target, marked syntax.Span) ([]refactor.Action, error) {
	found, err := refactor.At(ctx, t.program, t.file.Path, marked)
	if err != nil {
		return nil, err
	}
	around := preserve.Around{Users: v.usersByDirectory(), Runs: v.Snapshot.Runs}
	components, err := refactor.Components(ctx, around, t.program, t.file.Path, marked)
	found = append(found, components...)
	if err != nil || v.client.actionLiterals && !v.client.resolvesEdits {
		return found, err
	}
	moves, err := refactor.Moves(ctx, around, t.program, t.file.Path, marked)
	if err != nil {
		return nil, err
	}
	used, err := v.usedUp(ctx, around, t, marked.Start)
	return slices.Concat(found, moves, used, v.upgrades(t, marked)), err
}

// usedUp returns the actions that remove aliases which the selected state does not need any more, on a block that has some.
func (v *view) usedUp(ctx context.Context, around preserve.Around, t *target, offset int) ([]refactor.Action, error) {
	it, ok := t.program.ItemAt(t.file.Path, offset)
	if !ok || len(analysis.FormerNames(it.Item)) == 0 {
		return nil, nil
	}
	selected := v.Snapshot.StateOf(t.program.Dir)
	if selected == nil || selected.State == nil {
		return nil, nil
	}
	return refactor.UsedUp(ctx, around, t.program, t.file.Path, offset, plan.InState(selected.State))
}

// conversions returns the offers to convert text of another language. They are quick fixes: such text has findings all over.
func conversions(t *target, marked syntax.Span) []offer {
	return lists.Map(convert.At(t.program, t.file.Path, marked), func(c convert.Offer) offer {
		return offer{title: c.Title, kind: string(fix.QuickFix), disabled: c.Disabled, edits: c.Edits}
	})
}

// wantsRefactoring reports whether to offer refactorings. They are only for menus that the user has opened.
func wantsRefactoring(p *codeActionParams) bool {
	wanted := slices.ContainsFunc(refactor.Kinds(), func(kind refactor.Kind) bool { return wantsKind(p.Context.Only, string(kind)) })
	return wanted && (len(p.Context.Only) > 0 || !p.automatic())
}

// mostTouched is the largest number of findings whose fixes are offered at once. Nobody reads a longer menu.
const mostTouched = 100

// fixes returns the fixes of the touched findings. If all findings of the file are known, it also offers to fix all findings with the same code. It does
// not wait for that: a user who opens a menu right after an edit must not wait until all affected items are checked.
func (v *view) fixes(ctx context.Context, t *target, marked syntax.Span, p *codeActionParams) ([]offer, error) {
	path := t.file.Path
	touched, r, err := v.touching(ctx, t, marked, p)
	if err != nil {
		return nil, err
	}
	var all []offer
	if n := len(touched); n > mostTouched {
		touched = touched[:mostTouched]
		all = append(all, offer{
			title: "Show the other actions", kind: string(fix.QuickFix),
			disabled: fmt.Sprintf("%d findings are selected, and these are the actions for the first %d; select fewer lines", n, mostTouched),
		})
	}
	several := map[codes.Code]bool{}
	for _, f := range fix.For(ctx, t.program, touched) {
		all = append(all, offer{title: f.Title, kind: string(f.Kind), preferred: f.Preferred, finding: &f.Diagnostic, fix: &f, set: change.Set{Edits: f.Edits}})
		several[f.Diagnostic.Code] = f.Command == nil
	}
	if r == nil || p.automatic() {
		return append(all, suppressions(t, touched)...), nil
	}
	counts := map[codes.Code]int{}
	for _, d := range r.In(path) {
		counts[d.Code]++
	}
	for _, d := range touched {
		if !several[d.Code] || counts[d.Code] < 2 {
			continue
		}
		several[d.Code] = false // offer it once
		all = append(all, offer{
			title: "Fix all " + string(d.Code) + " in this file", kind: string(fix.QuickFix), finding: &d,
			edits: func(ctx context.Context) ([]change.Edit, error) {
				return fix.OfCode(ctx, t.program, path, r.In(path), d.Code), ctx.Err()
			},
		})
	}
	return append(all, suppressions(t, touched)...), nil
}

// touching returns the touched findings, and the report of the program if it is known or required.
func (v *view) touching(ctx context.Context, t *target, marked syntax.Span, p *codeActionParams) ([]analysis.Diagnostic, *workspace.Report, error) {
	if !p.chosen {
		return v.Snapshot.Touching(ctx, t.program, t.file.Path, marked)
	}
	r, err := v.Snapshot.Report(ctx, t.program, nil)
	if err != nil {
		return nil, nil, err
	}
	return r.Touching(t.file.Path, marked), r, nil
}

// wantsKind reports whether a client that requests some kinds, or any, wants this one. A kind includes the kinds below it: a includes a.b.
func wantsKind(only []string, kind string) bool {
	for _, o := range only {
		if o == kind || o == "" || strings.HasPrefix(kind, o+".") {
			return true
		}
	}
	return len(only) == 0
}

// action converts an offer. It returns nil if the client does not support it.
func (v *view) action(ctx context.Context, places *place.Files, p *codeActionParams, o offer) (protocol.CommandOrCodeAction, error) {
	if o.fix != nil && o.fix.Command != nil {
		return v.commandAction(places, o), nil
	}
	if o.disabled != "" && (!v.client.disabledActions || !v.client.actionLiterals) {
		return nil, nil
	}
	if !v.client.actionLiterals {
		return v.applyCommand(p, o)
	}
	action := v.literal(places, o)
	switch {
	case o.disabled != "":
		action.Disabled = protocol.CodeActionDisabled{Reason: o.disabled}
	case v.client.resolvesEdits:
		if len(o.set.NewFiles) > 0 && !v.client.createsFiles {
			return nil, nil
		}
		data, err := protocol.Marshal(dataOf(p, o))
		action.Data = data
		return action, err
	default:
		edit, err := v.editOf(ctx, places, o)
		if edit == nil || err != nil {
			return nil, err
		}
		action.Edit = edit
	}
	return action, nil
}

// literal returns an action without its edit.
func (v *view) literal(places *place.Files, o offer) *protocol.CodeAction {
	action := &protocol.CodeAction{Title: o.title, Kind: new(protocol.CodeActionKind(o.kind))}
	if o.finding != nil {
		action.Diagnostics = v.published().Diagnostics(places, o.finding.Path, []analysis.Diagnostic{*o.finding})
	}
	if v.client.preferredAction && o.preferred {
		action.IsPreferred = new(true)
	}
	return action
}

// commandAction converts a fix that the user makes outside the program.
func (v *view) commandAction(places *place.Files, o offer) protocol.CommandOrCodeAction {
	command, ok := v.command(*o.fix)
	switch {
	case !ok:
		return nil
	case !v.client.actionLiterals:
		return &command
	}
	action := v.literal(places, o)
	action.Command = command
	return action
}

// editOf returns the edit of an offer, or nil if there is none or the client does not support it.
func (v *view) editOf(ctx context.Context, places *place.Files, o offer) (*protocol.WorkspaceEdit, error) {
	set := o.set
	if o.change != nil {
		made, err := o.change(ctx)
		if err != nil {
			return nil, refused(err)
		}
		set = *made
	}
	if o.edits != nil {
		edits, err := o.edits(ctx)
		if err != nil {
			return nil, err
		}
		set.Edits = edits
	}
	if len(set.Edits) == 0 && len(set.NewFiles) == 0 {
		return nil, nil
	}
	return v.workspaceEdit(places, set), nil
}

// suppressions returns the actions that suppress findings: one for all findings with the same code on a line. They are a last resort, so they are never
// preferred.
func suppressions(t *target, findings []analysis.Diagnostic) []offer {
	var all []offer
	edits, titles := map[change.Edit]bool{}, map[string]bool{}
	for i, a := range fix.Ignores(t.program, findings...) {
		if a == nil || edits[a.Edit] {
			continue
		}
		d := findings[i]
		edits[a.Edit] = true
		if titles[a.Title] { // titles identify actions
			a.Title += fmt.Sprintf(" (line %d)", t.file.Line(d.Span.Start)+1)
		}
		titles[a.Title] = true
		all = append(all, offer{title: a.Title, kind: string(fix.QuickFix), finding: &d, set: change.Set{Edits: []change.Edit{a.Edit}}})
	}
	return all
}
