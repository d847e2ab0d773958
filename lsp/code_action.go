// This file implements textDocument/codeAction.

package lsp

import (
	"context"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/fix"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"go.lsp.dev/protocol"
)

// codeActionParams leave out the findings that the client sends along: actions are
// for those that there are now, and a finding nobody can decode is no reason to
// answer nothing.
type codeActionParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Range        protocol.Range                  `json:"range"`
	Context      struct {
		Only []string `json:"only"`
	} `json:"context"`
}

func (v *view) codeAction(ctx context.Context, p *codeActionParams) ([]protocol.CommandOrCodeAction, error) {
	t, err := v.file(p.TextDocument)
	if t == nil || !wantsKind(p.Context.Only, fix.QuickFix) {
		return nil, err
	}
	r, err := v.snapshot.Report(ctx, t.program, nil)
	if err != nil {
		return nil, err
	}
	marked := v.spanOf(t.file, p.Range)
	var touched []analysis.Diagnostic
	for _, d := range r.In(t.file.Path) {
		if d.Span.Start <= marked.End && marked.Start <= d.Span.End {
			touched = append(touched, d)
		}
	}
	places := v.mappers()
	actions := []protocol.CommandOrCodeAction{}
	for _, f := range fix.For(ctx, t.program, touched) {
		if action := v.action(places, f); action != nil {
			actions = append(actions, action)
		}
	}
	return actions, nil
}

// wantsKind reports whether a client that asks for some kinds, or for any, asks for
// this one. A kind stands for those below it: a for a.b.
func wantsKind(only []string, kind fix.Kind) bool {
	for _, o := range only {
		if o == string(kind) || o == "" || strings.HasPrefix(string(kind), o+".") {
			return true
		}
	}
	return len(only) == 0
}

// action is a fix as the client understands it; nil if it does not.
func (v *view) action(places *mappers, f fix.Fix) protocol.CommandOrCodeAction {
	action := &protocol.CodeAction{Title: f.Title, Kind: new(protocol.CodeActionKind(f.Kind))}
	if f.Command != nil {
		command, ok := v.command(f)
		if !ok {
			return nil
		}
		if !v.client.actionLiterals {
			return &command
		}
		action.Command = command
	} else {
		if action.Edit = v.workspaceEdit(places, change.Set{Edits: f.Edits}); action.Edit == nil || !v.client.actionLiterals {
			return nil
		}
	}
	action.Diagnostics = v.diagnostics(places, f.Diagnostic.Path, []analysis.Diagnostic{f.Diagnostic})
	if v.client.preferredAction && f.Preferred {
		action.IsPreferred = new(true)
	}
	return action
}

// spanOf converts a range in the mapper's text.
func (v *view) spanOf(mapper mapper, r protocol.Range) syntax.Span {
	offset := func(p protocol.Position) int {
		return mapper.Offset(clampInt(float64(p.Line)), clampInt(float64(p.Character)), v.client.encoding)
	}
	return syntax.Span{Start: offset(r.Start), End: offset(r.End)}
}
