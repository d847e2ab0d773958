// This file implements textDocument/prepareRename, rename and linkedEditingRange, workspace/willRenameFiles and
// willDeleteFiles.

package lsp

import (
	"context"
	"errors"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/format"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/rename"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/lsp/place"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

func (v *view) prepareRename(ctx context.Context, t *target, _ *protocol.PrepareRenameParams) (protocol.PrepareRenameResult, error) {
	name, err := rename.Prepare(ctx, t.program, t.file.Path, t.offset)
	if err != nil || name == nil {
		return nil, refused(err)
	}
	return &protocol.PrepareRenamePlaceholder{Range: v.Range(t.place(name.Span)), Placeholder: name.Text}, nil
}

func (v *view) rename(ctx context.Context, t *target, p *protocol.RenameParams) (*protocol.WorkspaceEdit, error) {
	places := v.Files()
	around := rename.Surroundings{
		Users: v.usersByDirectory(),
		Runs:  v.Snapshot.Runs,
		Keys: func(dir, key string) ([]rename.Key, error) {
			found, err := v.Snapshot.ConfigKeys(dir, key)
			var keys []rename.Key
			for _, k := range found {
				places.Add(k.Path, syntax.NewMapper(k.Text))
				keys = append(keys, rename.Key{Path: k.Path, Span: k.Span})
			}
			return keys, err
		},
	}
	set, err := rename.Rename(ctx, around, t.program, t.file.Path, t.offset, p.NewName)
	if err != nil || set == nil {
		return nil, refused(err)
	}
	set.Edits = v.keepLayout(set.Edits)
	return v.workspaceEdit(places, *set), nil
}

// keepLayout keeps the columns of formatted programs aligned when names get longer or shorter. Edits that the user may decline stay apart.
func (v *view) keepLayout(edits []change.Edit) []change.Edit {
	byPath := map[string][]change.Edit{}
	for _, e := range edits {
		byPath[e.Path] = append(byPath[e.Path], e)
	}
	var all []change.Edit
	for _, path := range slices.Sorted(maps.Keys(byPath)) {
		own := byPath[path]
		t := v.fileAt(path)
		if t == nil || slices.ContainsFunc(own, func(e change.Edit) bool { return e.Note != nil }) {
			all = append(all, own...)
			continue
		}
		all = append(all, format.LaidOut(t.file, own)...)
	}
	return all
}

// refused gives a refusal the code whose message clients show to the user.
func refused(err error) error {
	if errors.As(err, new(*change.Refusal)) {
		return jsonrpc2.Errorf(jsonrpc2.Code(protocol.LSPErrorCodesRequestFailed), "%s", err.Error())
	}
	return err
}

// linkedEditingRange returns the places of a loop variable, which the client edits together. They are few, in one expression, and no other code uses the
// name.
func (v *view) linkedEditingRange(ctx context.Context, t *target, _ *protocol.LinkedEditingRangeParams) (*protocol.LinkedEditingRanges, error) {
	at, err := t.program.At(ctx, t.file.Path, t.offset)
	if err != nil || at == nil || at.Occurrence == nil || at.Object(t.program) == nil || at.Object(t.program).Kind != analysis.ObjectLoopVariable {
		return nil, err
	}
	object := at.Object(t.program)
	ranges := &protocol.LinkedEditingRanges{}
	for _, o := range at.Info.Occurrences {
		if o.Object != nil && o.Object.Kind == object.Kind && o.Object.Span == object.Span && o.Name == object.Name &&
			(o.Kind == analysis.OccurDeclaration || o.Kind == analysis.OccurVariable) {
			ranges.Ranges = append(ranges.Ranges, v.Range(t.file, o.Span.Shift(at.Item.Base)))
		}
	}
	if len(ranges.Ranges) < 2 {
		return nil, nil
	}
	return ranges, nil
}

// willRenameFiles updates paths in all programs of the workspace. The client applies the edits before it moves anything.
func (v *view) willRenameFiles(ctx context.Context, p *protocol.RenameFilesParams) (*protocol.WorkspaceEdit, error) {
	var moves rename.Moves
	for _, f := range p.Files {
		from, err := place.Path(f.OldURI)
		if err != nil {
			return nil, err
		}
		to, err := place.Path(f.NewURI)
		if err != nil {
			return nil, err
		}
		if isLocal(from) && isLocal(to) && from != to {
			moves = append(moves, rename.Move{From: from, To: to})
		}
	}
	if len(moves) == 0 {
		return nil, nil
	}
	var set change.Set
	err := v.Snapshot.EachProgram(ctx, v.findings.Folders(), func(program *analysis.Program) {
		set.Edits = append(set.Edits, moves.Paths(program, v.Snapshot.Runs(program.Dir))...)
	})
	if err != nil || len(set.Edits) == 0 {
		return nil, err
	}
	return v.workspaceEdit(v.Files(), set), nil
}

func isLocal(p string) bool { return strings.HasPrefix(p, "/") }

// willDeleteFiles warns of components that are still used. It edits nothing, since the user may want to delete the users too.
func (v *view) willDeleteFiles(ctx context.Context, p *protocol.DeleteFilesParams) (*protocol.WorkspaceEdit, error) {
	var gone []string
	for _, f := range p.Files {
		if deleted, err := place.Path(f.URI); err == nil && isLocal(deleted) {
			gone = append(gone, deleted)
		}
	}
	var missed []string
	err := v.Snapshot.EachProgram(ctx, v.findings.Folders(), func(user *analysis.Program) {
		if v.deletes(gone, user.Dir) {
			return
		}
		for _, f := range user.Files {
			for _, it := range f.All() {
				if dir, ok := user.ComponentDir(it.Item); ok && (v.deletes(gone, dir) || v.deletes(gone, path.Join(user.Dir, it.Labels[1].Value))) {
					missed = append(missed, "`"+it.Name+"` in "+path.Join(path.Base(user.Dir), path.Base(f.Path)))
				}
			}
		}
	})
	if err == nil && len(missed) > 0 {
		const most = 5
		text := strings.Join(missed[:min(most, len(missed))], ", ")
		if len(missed) > most {
			text += " and others"
		}
		v.link.show(protocol.MessageTypeWarning, "The deleted files are still used by the component "+text)
	}
	return nil, err
}

// deletes reports whether the program in a directory loses all its files.
func (v *view) deletes(gone []string, dir string) bool {
	within := func(p string) bool {
		return slices.ContainsFunc(gone, func(g string) bool { return p == g || strings.HasPrefix(p, g+"/") })
	}
	if within(dir) {
		return true
	}
	program := v.Snapshot.ProgramIn(dir)
	if program == nil || len(program.Files) == 0 {
		return false
	}
	return !slices.ContainsFunc(program.Files, func(f *syntax.File) bool { return !within(f.Path) })
}
