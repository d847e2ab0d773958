// This file implements textDocument/codeLens and codeLens/resolve. Lenses are counted only when they become visible.

package lsp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/fix"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/lens"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/navigate"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// clientShowReferences is the command of clients that shows places. Its arguments are a document, a position in it and the places, as in the protocol.
const clientShowReferences = "pcl.showReferences"

type lensData struct {
	URI  string `json:"uri"`
	Kind string `json:"kind"`
	Name string `json:"name"`
	// Crosses says that other programs may use the name.
	Crosses bool `json:"crosses,omitempty"`
}

func (v *view) codeLens(ctx context.Context, t *target, p *protocol.CodeLensParams) ([]protocol.CodeLens, error) {
	found, err := v.lensesOf(ctx, t)
	if err != nil {
		return nil, err
	}
	if v.client.refreshes[refreshLenses] {
		id, err := v.lensesID(ctx, t)
		if err != nil {
			return nil, err
		}
		v.remember(t, refreshLenses, id, func(ctx context.Context, v *view, t *target) (string, error) { return v.lensesID(ctx, t) })
	}
	all := make([]protocol.CodeLens, 0, len(found))
	for _, l := range found {
		shown := protocol.CodeLens{Range: v.Range(t.file, l.NameSpan)}
		if l.Title != "" {
			if shown.Command, err = v.lensCommand(p.TextDocument, shown.Range, l); err != nil {
				return nil, err
			}
		} else if shown.Data, err = protocol.Marshal(lensData{string(p.TextDocument.URI), l.Kind.String(), l.Name, l.Crosses}); err != nil {
			return nil, err
		}
		all = append(all, shown)
	}
	return all, nil
}

// lensesOf returns the lenses of a document. A program that is not run by itself is a component.
func (v *view) lensesOf(ctx context.Context, t *target) ([]lens.Lens, error) {
	shown := v.lenses
	shown[lens.Plan] = shown[lens.Plan] && len(v.runs(t.program)) > 0
	return lens.In(ctx, t.program, t.file.Path, shown, !v.Snapshot.Runs(t.program.Dir))
}

// lensCommand returns the command of a lens with a title. A click adds missing inputs if the server can send edits to the client.
func (v *view) lensCommand(document protocol.TextDocumentIdentifier, at protocol.Range, l lens.Lens) (protocol.Command, error) {
	command := protocol.Command{Title: l.Title}
	if l.Kind != lens.Missing || !v.client.appliesEdits {
		return command, nil
	}
	data, err := protocol.Marshal(actionData{
		URI: string(document.URI), Range: at, Kind: string(fix.QuickFix), Title: "Add the missing inputs", Code: codes.AttrMissing,
	})
	command.Command, command.Arguments = applyFix, []protocol.LSPAny{data}
	return command, err
}

// codeLensResolve adds the count. A command without a name shows a text that cannot be clicked.
func (v *view) codeLensResolve(ctx context.Context, p *protocol.CodeLens) (*protocol.CodeLens, error) {
	var data lensData
	if len(p.Data) == 0 || protocol.Unmarshal(p.Data, &data) != nil {
		return p, nil
	}
	kind := slices.IndexFunc(lens.Kinds(), func(k lens.Kind) bool { return k.String() == data.Kind })
	t, err := v.file(protocol.TextDocumentIdentifier{URI: uri.URI(data.URI)})
	if t == nil || err != nil || kind < 0 {
		p.Command = protocol.Command{Title: "…"} // the client is about to request all lenses again
		return p, nil
	}
	if lens.Kind(kind) == lens.Plan {
		return v.planLens(ctx, t, p, data.Name)
	}
	title, uses, err := "", []lens.Use(nil), error(nil)
	if data.Crosses && lens.Kind(kind) == lens.References {
		uses, err = v.usesAcross(ctx, t, p.Range.Start)
		title = lens.Counted(uses)
	} else {
		title, uses, err = lens.Count(ctx, t.program, lens.Lens{Kind: lens.Kind(kind), Name: data.Name})
	}
	if err != nil {
		return nil, err
	}
	p.Command = protocol.Command{Title: title}
	if len(uses) > 0 && slices.Contains(v.client.commands, clientShowReferences) {
		p.Command.Command = clientShowReferences
		p.Command.Arguments, err = v.showReferences(data.URI, p.Range.Start, uses)
	}
	return p, err
}

// usesAcross returns the uses of the component input or output that is declared at a position, in its program and in those that use the component.
func (v *view) usesAcross(ctx context.Context, t *target, at protocol.Position) ([]lens.Use, error) {
	declared, err := navigate.TargetAt(ctx, t.program, t.file.Path, v.Offset(t.file, at))
	if err != nil || declared == nil {
		return nil, err
	}
	users, err := v.usersOf(ctx, t.program.Dir)
	if err != nil {
		return nil, err
	}
	found, err := declared.Uses(ctx, users...)
	var uses []lens.Use
	for _, u := range found {
		if u.Kind != analysis.OccurDeclaration {
			uses = append(uses, lens.Use{Path: u.Path, Span: u.Span})
		}
	}
	return uses, err
}

// showReferences returns the arguments of the command that shows places.
func (v *view) showReferences(document string, at protocol.Position, uses []lens.Use) ([]protocol.LSPAny, error) {
	places := v.Files()
	found := []protocol.Location{}
	for _, u := range uses {
		if l, ok := places.Location(u.Path, u.Span); ok {
			found = append(found, l)
		}
	}
	return argumentsOf(document, &at, found)
}

// lensesID returns an id that is equal for equal lenses with equal counts.
func (v *view) lensesID(ctx context.Context, t *target) (string, error) {
	found, err := v.lensesOf(ctx, t)
	if err != nil {
		return "", err
	}
	counts, err := lens.Counts(ctx, t.program)
	var id strings.Builder
	for _, l := range found {
		fmt.Fprintf(&id, "%d %s %d %s\n", l.Kind, l.Name, counts[l.Name], l.Title)
	}
	if slices.ContainsFunc(found, func(l lens.Lens) bool { return l.Kind == lens.Plan }) {
		fmt.Fprintf(&id, "%p %d\n", v.Snapshot.StatesVersion(), v.follower.era.Load())
		for _, run := range v.runs(t.program) {
			fmt.Fprintln(&id, run.program.Dir)
		}
	}
	if err != nil || !slices.ContainsFunc(found, func(l lens.Lens) bool { return l.Crosses }) {
		return id.String(), err
	}
	// Other programs count only if they are open, since only those change while the user types.
	for _, user := range v.openPrograms() {
		if user.Dir == t.program.Dir {
			continue
		}
		outside, err := lens.Outside(ctx, user, t.program.Dir)
		if err != nil {
			return "", err
		}
		id.WriteString(outside)
	}
	return id.String(), nil
}
