// This file implements textDocument/prepareCallHierarchy, callHierarchy/incomingCalls and callHierarchy/outgoingCalls. A program "calls" the programs
// that it uses as components.

package lsp

import (
	"context"
	"path"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/hierarchy"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/lsp/place"
	"go.lsp.dev/protocol"
)

// callData identifies the program of an item.
type callData struct {
	Dir string `json:"dir"`
}

func (v *view) prepareCallHierarchy(ctx context.Context, p *protocol.CallHierarchyPrepareParams) ([]protocol.CallHierarchyItem, error) {
	t, err := v.at(p.TextDocumentPositionParams)
	if t == nil {
		return nil, err
	}
	dir := hierarchy.At(t.program, t.file.Path, t.offset)
	if dir == "" {
		return nil, ctx.Err()
	}
	called := t.program
	if dir != called.Dir {
		called = t.program.ComponentProgram(dir)
	}
	item, ok := v.callItem(called, hierarchy.Start(called))
	if !ok {
		return nil, ctx.Err()
	}
	return []protocol.CallHierarchyItem{item}, ctx.Err()
}

// callItem converts a program. file is the file that the item shows.
func (v *view) callItem(p *analysis.Program, file *syntax.File) (protocol.CallHierarchyItem, bool) {
	if p == nil || file == nil {
		return protocol.CallHierarchyItem{}, false
	}
	data, err := protocol.Marshal(callData{p.Dir})
	return protocol.CallHierarchyItem{
		Name: path.Base(p.Dir), Kind: protocol.SymbolKindModule, Detail: containerOf(p.Dir, v.folders()), URI: v.URI(file.Path),
		Range: v.Range(file, syntax.Span{Start: 0, End: file.Len()}), Data: data,
	}, err == nil
}

// calledProgram returns the program of an item, or nil if it is gone.
func (v *view) calledProgram(item protocol.CallHierarchyItem) *analysis.Program {
	var data callData
	if len(item.Data) == 0 || protocol.Unmarshal(item.Data, &data) != nil || data.Dir == "" {
		return nil
	}
	return v.Snapshot.ProgramIn(data.Dir)
}

// incomingCalls returns the programs of the workspace that use a program, one item for each file, since ranges belong to one file.
func (v *view) incomingCalls(ctx context.Context, p *protocol.CallHierarchyIncomingCallsParams) ([]protocol.CallHierarchyIncomingCall, error) {
	called := v.calledProgram(p.Item)
	if called == nil {
		return nil, ctx.Err()
	}
	callers, err := v.usersOf(ctx, called.Dir)
	if err != nil {
		return nil, err
	}
	all := []protocol.CallHierarchyIncomingCall{}
	for _, caller := range callers {
		for _, c := range hierarchy.CallsOf(caller, called.Dir) {
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

// outgoingCalls returns the programs that a program uses. Calls in files other than that of the item get no ranges, since the client would look for them
// in the wrong file.
func (v *view) outgoingCalls(ctx context.Context, p *protocol.CallHierarchyOutgoingCallsParams) ([]protocol.CallHierarchyOutgoingCall, error) {
	caller := v.calledProgram(p.Item)
	if caller == nil {
		return nil, ctx.Err()
	}
	shown, err := place.Path(string(p.Item.URI))
	if err != nil {
		return nil, err
	}
	all := []protocol.CallHierarchyOutgoingCall{}
	var dirs []string // of the items in all
	for _, c := range hierarchy.Calls(caller) {
		i := slices.Index(dirs, c.Dir)
		if i < 0 {
			called := caller.ComponentProgram(c.Dir)
			item, ok := v.callItem(called, hierarchy.Start(called))
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
