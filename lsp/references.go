// This file implements textDocument/references and textDocument/documentHighlight.

package lsp

import (
	"context"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/navigate"
	"go.lsp.dev/protocol"
)

// referenceParams keep the tokens as they came: they go back so.
type referenceParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Position     protocol.Position               `json:"position"`
	Context      struct {
		IncludeDeclaration bool `json:"includeDeclaration"`
	} `json:"context"`
	WorkDoneToken      jsontext.Value `json:"workDoneToken"`
	PartialResultToken jsontext.Value `json:"partialResultToken"`
}

// references are the places of a name in its program and, for inputs and outputs of
// components, in the programs of the workspace that use the component. A client that
// takes partial results gets those of the program first: others may have to be read.
func (v *view) references(ctx context.Context, p *referenceParams) ([]protocol.Location, error) {
	t, err := v.at(protocol.TextDocumentPositionParams{TextDocument: p.TextDocument, Position: p.Position})
	if t == nil {
		return nil, err
	}
	target, err := navigate.TargetAt(ctx, t.program, t.file.Path, t.offset)
	if target == nil {
		return []protocol.Location{}, err
	}
	end := v.server.beginAsked(p.WorkDoneToken, "Finding references")
	defer end()
	parts := &parts{view: v, token: p.PartialResultToken, places: v.mappers(), declaration: p.Context.IncludeDeclaration, sent: map[navigate.Location]bool{}}
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
	if isToken(p.PartialResultToken) { // then the answer itself is empty
		return []protocol.Location{}, parts.send(target, uses)
	}
	return parts.locations(target, uses), nil
}

// users are the programs of the workspace that may name a target.
func (v *view) users(ctx context.Context, target *navigate.Target) ([]*analysis.Program, error) {
	if !target.Crosses() {
		return nil, nil
	}
	return v.usersOf(ctx, target.Declaring.Dir)
}

// usersOf are the programs of the workspace that use a directory as a component, whatever
// findings are shown of.
func (v *view) usersOf(ctx context.Context, dir string) ([]*analysis.Program, error) {
	return v.snapshot.Users(ctx, dir, v.server.focus.everywhere()...)
}

// everywhere are the folders of the workspace.
func (f *focus) everywhere() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.folders
}

// parts sends each place of an answer once.
type parts struct {
	view        *view
	token       jsontext.Value
	places      *mappers
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
		if location, ok := p.places.location(u.Path, u.NameSpan); ok {
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
	value, err := protocol.Marshal(found)
	if err != nil {
		return err
	}
	return p.view.server.conn.Notify(p.view.server.base, protocol.MethodProgress, &partialResult{p.token, value})
}

// isToken reports whether a client has given a token.
func isToken(given jsontext.Value) bool {
	kind := given.Kind()
	return kind == jsontext.KindString || kind == jsontext.KindNumber
}

// beginAsked shows the progress of a request under the token that came with it, if one
// did; the client cancels the request itself.
func (s *server) beginAsked(token jsontext.Value, title string) (end func()) {
	if !isToken(token) {
		return func() {}
	}
	send := func(step any) {
		if value, err := protocol.Marshal(step); err == nil {
			_ = s.conn.Notify(s.base, protocol.MethodProgress, &partialResult{token, value}) // fails when nobody is there
		}
	}
	send(&protocol.WorkDoneProgressBegin{Kind: "begin", Title: title})
	return func() { send(&protocol.WorkDoneProgressEnd{Kind: "end"}) }
}

// documentHighlight marks the places of a name in one document: where it gets its value
// as written, others as read.
func (v *view) documentHighlight(ctx context.Context, p *protocol.DocumentHighlightParams) ([]protocol.DocumentHighlight, error) {
	t, err := v.at(p.TextDocumentPositionParams)
	if t == nil {
		return nil, err
	}
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
		marks = append(marks, protocol.DocumentHighlight{Range: v.rangeOf(t.file, u.Word), Kind: kind})
	}
	return marks, nil
}
