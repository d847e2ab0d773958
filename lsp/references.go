// This file implements textDocument/references and textDocument/documentHighlight.

package lsp

import (
	"context"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/navigate"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/lsp/place"
	"go.lsp.dev/protocol"
)

// referenceParams keep the tokens as raw JSON, since they go back unchanged.
type referenceParams struct {
	Context struct {
		IncludeDeclaration bool `json:"includeDeclaration"`
	} `json:"context"`
	WorkDoneToken      jsontext.Value `json:"workDoneToken"`
	PartialResultToken jsontext.Value `json:"partialResultToken"`
}

// references returns the places of a name in its program and, for inputs and outputs of components, in the programs of the workspace that use the
// component. A client that accepts partial results gets those of the program first, since other programs may have to be read from disk.
func (v *view) references(ctx context.Context, t *target, p *referenceParams) ([]protocol.Location, error) {
	target, err := navigate.TargetAt(ctx, t.program, t.file.Path, t.offset)
	if target == nil {
		return []protocol.Location{}, err
	}
	end := v.link.beginAsked(p.WorkDoneToken, "Finding references")
	defer end()
	parts := &parts{view: v, token: p.PartialResultToken, places: v.Files(), declaration: p.Context.IncludeDeclaration, sent: map[navigate.Location]bool{}}
	if target.Crosses() && isToken(p.PartialResultToken) {
		near, err := target.Uses(ctx)
		if err != nil {
			return nil, err
		}
		if err := parts.send(target, near); err != nil {
			return nil, err
		}
	}
	others, err := v.users(ctx, target)
	if err != nil {
		return nil, err
	}
	uses, err := target.Uses(ctx, others...)
	if err != nil {
		return nil, err
	}
	uses = append(uses, v.keysOf(target, parts.places)...)
	if isToken(p.PartialResultToken) { // the answer itself is empty then
		return []protocol.Location{}, parts.send(target, uses)
	}
	return parts.locations(target, uses), nil
}

// keysOf returns the keys that set a config, in the project file and the stack files of its program.
func (v *view) keysOf(target *navigate.Target, places *place.Files) (uses []navigate.Use) {
	if target.Object == nil || target.Object.Kind != analysis.ObjectConfig || target.Declaring == nil {
		return nil
	}
	it, _ := target.Object.Item()
	keys, _ := v.Snapshot.ConfigKeys(target.Declaring.Dir, analysis.LogicalName(it.Item)) // of a file that is not understood, no place is known
	for _, k := range keys {
		places.Add(k.Path, syntax.NewMapper(k.Text))
		uses = append(uses, navigate.Use{Location: navigate.Location{Path: k.Path, NameSpan: k.Span}})
	}
	return uses
}

// users returns the other programs of the workspace that may name a target.
func (v *view) users(ctx context.Context, target *navigate.Target) ([]*analysis.Program, error) {
	if !target.Crosses() {
		return nil, nil
	}
	return v.usersOf(ctx, target.Declaring.Dir)
}

// parts sends each place of an answer at most once.
type parts struct {
	view        *view
	token       jsontext.Value
	places      *place.Files
	declaration bool
	sent        map[navigate.Location]bool
}

func (p *parts) locations(target *navigate.Target, uses []navigate.Use) []protocol.Location {
	found := []protocol.Location{}
	for _, u := range uses {
		isDeclaration := u.Path == target.Path && u.NameSpan == target.NameSpan
		if p.sent[u.Location] || isDeclaration && !p.declaration {
			continue
		}
		p.sent[u.Location] = true
		if location, ok := p.places.Location(u.Path, u.NameSpan); ok {
			found = append(found, location)
		}
	}
	return found
}

func (p *parts) send(target *navigate.Target, uses []navigate.Use) error {
	found := p.locations(target, uses)
	if len(found) == 0 {
		return nil
	}
	return p.view.link.partial(p.token, found)
}

// documentHighlight marks the places of a name in one document: as written where it gets its value, otherwise as read.
func (v *view) documentHighlight(ctx context.Context, t *target, _ *protocol.DocumentHighlightParams) ([]protocol.DocumentHighlight, error) {
	marks := []protocol.DocumentHighlight{}
	target, err := navigate.TargetAt(ctx, t.program, t.file.Path, t.offset)
	if target == nil {
		return marks, err
	}
	uses, err := target.UsesIn(ctx, t.file.Path)
	if err != nil {
		return nil, err
	}
	for _, u := range uses {
		kind := protocol.DocumentHighlightKindRead
		if u.Kind == analysis.OccurDeclaration || u.Kind == analysis.OccurAttribute || u.Kind == analysis.OccurKey {
			kind = protocol.DocumentHighlightKindWrite
		}
		marks = append(marks, protocol.DocumentHighlight{Range: v.Range(t.file, u.Word), Kind: kind})
	}
	return marks, nil
}
