// This file implements textDocument/prepareCallHierarchy, callHierarchy/incomingCalls and callHierarchy/outgoingCalls. A program "calls" the programs
// that it uses as components, and a declaration those that it refers to.

package lsp

import (
	"context"
	"path"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/navigate"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/outline"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/lsp/place"
	"go.lsp.dev/protocol"
)

// callData identifies the program of an item, or a declaration of it.
type callData struct {
	Dir      string `json:"dir"`
	Name     string `json:"name,omitempty"` // of the declaration
	IsOutput bool   `json:"isOutput,omitempty"`
}

func (v *view) prepareCallHierarchy(ctx context.Context, t *target, _ *protocol.CallHierarchyPrepareParams) ([]protocol.CallHierarchyItem, error) {
	dir := navigate.ProgramAt(t.program, t.file.Path, t.offset)
	if dir == "" {
		declaration, ok := navigate.DeclarationAt(t.program, t.file.Path, t.offset)
		if !ok {
			return nil, ctx.Err()
		}
		item, err := v.declarationItem(t.program, declaration)
		return []protocol.CallHierarchyItem{item}, err
	}
	called := t.program
	if dir != called.Dir {
		called = t.program.ComponentProgram(dir)
	}
	item, ok := v.callItem(called, called.Main())
	if !ok {
		return nil, ctx.Err()
	}
	return []protocol.CallHierarchyItem{item}, ctx.Err()
}

func (v *view) callItem(p *analysis.Program, file *syntax.File) (protocol.CallHierarchyItem, bool) {
	if p == nil || file == nil {
		return protocol.CallHierarchyItem{}, false
	}
	data, err := protocol.Marshal(callData{Dir: p.Dir})
	return protocol.CallHierarchyItem{
		Name: path.Base(p.Dir), Kind: protocol.SymbolKindModule, Detail: v.containerOf(p.Dir), URI: v.URI(file.Path),
		Range: v.Range(file, syntax.Span{Start: 0, End: file.Len()}), Data: data,
	}, err == nil
}

func (v *view) declarationItem(p *analysis.Program, d navigate.Declaration) (protocol.CallHierarchyItem, error) {
	file, _ := p.File(d.Path)
	data, err := protocol.Marshal(callData{p.Dir, d.Item.Name, d.Item.Kind == syntax.KindOutput})
	item := protocol.CallHierarchyItem{
		Name: d.Item.Name, Kind: knownSymbol(outline.KindOf(d.Item.Kind), v.client.symbolKinds), URI: v.URI(d.Path),
		Range: v.Range(file, analysis.ContentSpan(d.Item)), SelectionRange: v.Range(file, d.Name()), Data: data,
	}
	if detail := d.Detail(); detail != "" {
		item.Detail = new(detail)
	}
	return item, err
}

// called returns the program of an item, and the declaration if it is about one. The program is nil if either is gone.
func (v *view) called(item protocol.CallHierarchyItem) (p *analysis.Program, declaration *navigate.Declaration) {
	var data callData
	if len(item.Data) == 0 || protocol.Unmarshal(item.Data, &data) != nil || data.Dir == "" {
		return nil, nil
	}
	p = v.Snapshot.ProgramIn(data.Dir)
	if p == nil || data.Name == "" {
		return p, nil
	}
	d, ok := navigate.Declared(p, data.Name, data.IsOutput)
	if !ok {
		return nil, nil
	}
	return p, &d
}

// incomingCalls returns the declarations that use a declaration, or the programs of the workspace that use a program: one item for each file, since
// ranges belong to one file.
func (v *view) incomingCalls(ctx context.Context, p *protocol.CallHierarchyIncomingCallsParams) ([]protocol.CallHierarchyIncomingCall, error) {
	called, declaration := v.called(p.Item)
	switch {
	case called == nil:
		return nil, ctx.Err()
	case declaration != nil:
		return v.usersOfDeclaration(ctx, called, declaration)
	}
	callers, err := v.usersOf(ctx, called.Dir)
	if err != nil {
		return nil, err
	}
	all := []protocol.CallHierarchyIncomingCall{}
	for _, caller := range callers {
		for _, c := range navigate.CallsOf(caller, called.Dir) {
			file, _ := caller.File(c.Path)
			at := v.Range(file, c.Span)
			i := slices.IndexFunc(all, func(known protocol.CallHierarchyIncomingCall) bool { return known.From.URI == v.URI(c.Path) })
			if i >= 0 {
				all[i].FromRanges = append(all[i].FromRanges, at)
			} else if item, ok := v.callItem(caller, file); ok {
				all = append(all, protocol.CallHierarchyIncomingCall{From: item, FromRanges: []protocol.Range{at}})
			}
		}
	}
	return all, ctx.Err()
}

func (v *view) usersOfDeclaration(ctx context.Context, p *analysis.Program, d *navigate.Declaration) ([]protocol.CallHierarchyIncomingCall, error) {
	users, err := d.Users(ctx, p)
	if err != nil {
		return nil, err
	}
	all := make([]protocol.CallHierarchyIncomingCall, len(users))
	for i, u := range users {
		all[i].FromRanges = v.ranges(p, u.Path, u.Spans)
		if all[i].From, err = v.declarationItem(p, u.Declaration); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func (v *view) usedByDeclaration(p *analysis.Program, d *navigate.Declaration) (all []protocol.CallHierarchyOutgoingCall, err error) {
	used := d.Used(p)
	all = make([]protocol.CallHierarchyOutgoingCall, len(used))
	for i, u := range used {
		all[i].FromRanges = v.ranges(p, d.Path, u.Spans)
		if all[i].To, err = v.declarationItem(p, u.Declaration); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func (v *view) ranges(p *analysis.Program, path string, spans []syntax.Span) []protocol.Range {
	file, _ := p.File(path)
	all := make([]protocol.Range, len(spans))
	for i, s := range spans {
		all[i] = v.Range(file, s)
	}
	return all
}

// outgoingCalls returns the declarations that a declaration uses, or the programs that a program uses. Calls in files other than that of the item get no ranges, since the client would look for them
// in the wrong file.
func (v *view) outgoingCalls(ctx context.Context, p *protocol.CallHierarchyOutgoingCallsParams) ([]protocol.CallHierarchyOutgoingCall, error) {
	caller, declaration := v.called(p.Item)
	switch {
	case caller == nil:
		return nil, ctx.Err()
	case declaration != nil:
		return v.usedByDeclaration(caller, declaration)
	}
	shown, err := place.Path(string(p.Item.URI))
	if err != nil {
		return nil, err
	}
	all := []protocol.CallHierarchyOutgoingCall{}
	var dirs []string // of the items in all
	for _, c := range navigate.Calls(caller) {
		i := slices.Index(dirs, c.Dir)
		if i < 0 {
			called := caller.ComponentProgram(c.Dir)
			item, ok := v.callItem(called, called.Main())
			if !ok {
				continue
			}
			i, dirs = len(dirs), append(dirs, c.Dir)
			all = append(all, protocol.CallHierarchyOutgoingCall{To: item, FromRanges: []protocol.Range{}})
		}
		if file, ok := caller.File(c.Path); ok && c.Path == shown {
			all[i].FromRanges = append(all[i].FromRanges, v.Range(file, c.Span))
		}
	}
	return all, ctx.Err()
}
