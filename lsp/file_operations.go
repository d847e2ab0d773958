// This file handles operations on files in the editor: it updates paths after renames and warns of deleted components that are still used.

package lsp

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/rename"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/lsp/place"
	"go.lsp.dev/protocol"
)

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

// isLocal reports whether a path is on disk.
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
