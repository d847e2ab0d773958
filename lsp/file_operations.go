// This file implements operations on files that users do in the editor: names of
// directories follow, and what is deleted is missed by somebody.

package lsp

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/rename"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"go.lsp.dev/protocol"
)

// filesTold are the operations that a client tells of.
type filesTold struct{ didCreate, willRename, didRename, willDelete, didDelete bool }

func filesToldBy(c protocol.FileOperationClientCapabilities) filesTold {
	return filesTold{valueOr(c.DidCreate), valueOr(c.WillRename), valueOr(c.DidRename), valueOr(c.WillDelete), valueOr(c.DidDelete)}
}

// wanted are the operations that the server wants to be told of, of those that the client
// can tell of: folders, which may be components, and program files.
func (t filesTold) wanted() *protocol.FileOperationOptions {
	if t == (filesTold{}) {
		return nil
	}
	register := func(told bool) (options protocol.FileOperationRegistrationOptions) {
		if told {
			options.Filters = []protocol.FileOperationFilter{
				{Scheme: new("file"), Pattern: protocol.FileOperationPattern{Glob: "**", Matches: protocol.FileOperationPatternKindFolder}},
				{Scheme: new("file"), Pattern: protocol.FileOperationPattern{Glob: "**/*.pp", Matches: protocol.FileOperationPatternKindFile}},
			}
		}
		return options
	}
	return &protocol.FileOperationOptions{
		DidCreate: register(t.didCreate), WillRename: register(t.willRename), DidRename: register(t.didRename),
		WillDelete: register(t.willDelete), DidDelete: register(t.didDelete),
	}
}

// willRenameFiles keeps paths right in all programs of the workspace. The client applies
// the edits before it moves anything.
func (v *view) willRenameFiles(ctx context.Context, p *protocol.RenameFilesParams) (*protocol.WorkspaceEdit, error) {
	var moves rename.Moves
	for _, f := range p.Files {
		from, err := pathOf(f.OldURI)
		if err != nil {
			return nil, err
		}
		to, err := pathOf(f.NewURI)
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
	err := v.snapshot.EachProgram(ctx, v.server.focus.everywhere(), func(program *analysis.Program) {
		set.Edits = append(set.Edits, moves.Paths(program, v.snapshot.Runs(program.Dir))...)
	})
	if err != nil || len(set.Edits) == 0 {
		return nil, err
	}
	return v.workspaceEdit(v.mappers(), set), nil
}

// isLocal tells paths on disk from documents of other kinds.
func isLocal(p string) bool { return strings.HasPrefix(p, "/") }

// willDeleteFiles warns of components that are still used. It changes nothing: whether
// the users go as well is not known.
func (v *view) willDeleteFiles(ctx context.Context, p *protocol.DeleteFilesParams) (*protocol.WorkspaceEdit, error) {
	var gone []string
	for _, f := range p.Files {
		if deleted, err := pathOf(f.URI); err == nil && isLocal(deleted) {
			gone = append(gone, deleted)
		}
	}
	var missed []string
	err := v.snapshot.EachProgram(ctx, v.server.focus.everywhere(), func(user *analysis.Program) {
		if v.deletes(gone, user.Dir) {
			return
		}
		for _, f := range user.Files {
			for _, it := range f.All() {
				if dir, ok := user.ComponentDir(it.Item); ok && v.deletes(gone, dir) {
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
		v.server.show(protocol.MessageTypeWarning, "What is deleted is still used by the component "+text)
	}
	return nil, err
}

// deletes reports whether nothing is left of the program in a directory.
func (v *view) deletes(gone []string, dir string) bool {
	within := func(p string) bool {
		return slices.ContainsFunc(gone, func(g string) bool { return p == g || strings.HasPrefix(p, g+"/") })
	}
	if within(dir) {
		return true
	}
	program := v.snapshot.ProgramIn(dir)
	if program == nil || len(program.Files) == 0 {
		return false
	}
	for _, f := range program.Files {
		if !within(f.Path) {
			return false
		}
	}
	return true
}

func (s *server) didCreateFiles(p *protocol.CreateFilesParams) error {
	var uris []string
	for _, f := range p.Files {
		uris = append(uris, f.URI)
	}
	return s.filesChanged(uris)
}

func (s *server) didRenameFiles(p *protocol.RenameFilesParams) error {
	var uris []string
	for _, f := range p.Files {
		uris = append(uris, f.OldURI, f.NewURI)
	}
	return s.filesChanged(uris)
}

func (s *server) didDeleteFiles(p *protocol.DeleteFilesParams) error {
	var uris []string
	for _, f := range p.Files {
		uris = append(uris, f.URI)
	}
	return s.filesChanged(uris)
}

// filesChanged looks at what has changed on disk, as when the client had watched it: not
// all clients that tell of operations watch files.
func (s *server) filesChanged(uris []string) error {
	var paths []string
	for _, u := range uris {
		if p, err := pathOf(u); err == nil {
			paths = append(paths, p)
		}
	}
	if len(paths) == 0 { // no paths would mean that anything may have changed
		return nil
	}
	s.session.Apply(workspace.DiskChanged{Paths: paths})
	s.focus.relist()
	s.diagnoser.changed()
	s.lookout.look()
	return nil
}
