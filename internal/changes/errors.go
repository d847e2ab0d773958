package changes

import (
	"context"
	"maps"
	"path"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

// This file checks programs.

// Directories are the directories of a program and its components.
func Directories(s Source) []string {
	dirs := map[string]bool{}
	for name := range s.Files {
		dirs[path.Dir(name)] = true
	}
	return slices.Sorted(maps.Keys(dirs))
}

// Errors are the errors in a program and its components, as its version of Pulumi judges them.
func Errors(ctx context.Context, store *schemas.Store, s Source) (all []string, err error) {
	files := fixture.Files{}
	for name, text := range s.Files {
		files[path.Join(fixture.Root, name)] = text
	}
	snapshot := workspace.New(workspace.Options{FS: files, Schemas: store, Pulumi: s.Pulumi}).Snapshot()
	for _, dir := range Directories(s) {
		byFile, err := snapshot.Diagnose(ctx, snapshot.ProgramIn(path.Join(fixture.Root, dir)))
		if err != nil {
			return nil, err
		}
		for file, found := range byFile {
			for _, d := range found {
				if d.Severity == codes.Error {
					all = append(all, file+": "+d.Message)
				}
			}
		}
	}
	return all, nil
}
