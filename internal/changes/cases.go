// Package changes reads what a run does after edits of programs, and records it. Only tests, internal/recorder and
// internal/reference import it.
//
// testdata/plans holds programs with their states, and for each of several edits what the engine of the reference would do;
// [Read] reads them. The programs and edits were made up once, at random, and are data now: a recording runs the same ones
// with another version of Pulumi, so that two recordings differ only in what the reference does. What has errors there is
// left out. [Programs] are the same programs for other tests.
package changes

import (
	"context"
	"maps"
	"path"
	"path/filepath"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/internal/attempt"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

// This file has the programs and edits that are recorded in testdata/plans.

// Source is a program with the values of its stack's configuration.
type Source struct {
	Files map[string]string // texts by relative path
	// Config has a value for a name; "secret:name" for one that is encrypted, and "package:name" for one of a package.
	Config map[string]string
	Pulumi string // version of Pulumi that judges it; empty for the newest
}

// Plans are the files of testdata/plans, without the ending.
var Plans = []string{"edits", "names", "states"}

// Plan is the path of one of [Plans] in a repository.
func Plan(repository, name string) string {
	return filepath.Join(repository, "testdata", "plans", name+".jsonl.gz")
}

// Programs are the programs of a repository whose edits are recorded, before the edits.
func Programs(repository string) (all []Source, err error) {
	recorded, err := Read(Plan(repository, "edits"))
	for _, r := range recorded {
		all = append(all, r.Before())
	}
	return all, err
}

// Cases are the programs and edits of a recorded file, without results. Those that have errors in a version of Pulumi are
// left out. It is an [attempt].
func Cases(file, pulumi string, store *schemas.Store) (all []Recorded) {
	isValid := func(s Source) bool {
		s.Pulumi = pulumi
		return len(attempt.Must(Errors(context.Background(), store, s))) == 0
	}
	for _, r := range attempt.Must(Read(file)) {
		if !isValid(r.Before()) {
			continue
		}
		made := Recorded{Seed: r.Seed, Files: r.Files, Config: r.Config}
		for _, e := range r.Edits {
			if isValid(r.After(&e)) {
				made.Edits = append(made.Edits, Edit{Kinds: e.Kinds, Changed: e.Changed, Config: e.Config})
			}
		}
		all = append(all, made)
	}
	return all
}

// KeepNames removes states and steps: what is left are the resources that were registered.
func (r *Recorded) KeepNames() {
	r.State = nil
	for n := range r.Edits {
		r.Edits[n].Steps = nil
	}
}

// KeepSteps removes states and registrations. There is a step for each resource.
func (r *Recorded) KeepSteps() {
	r.State, r.Registered = nil, nil
	for n := range r.Edits {
		r.Edits[n].Registered = nil
	}
}

// Errors are the errors in a program and its components, as its version of Pulumi judges them.
func Errors(ctx context.Context, store *schemas.Store, s Source) (all []string, err error) {
	files, dirs := fixture.Files{}, map[string]bool{}
	for name, text := range s.Files {
		files[path.Join(fixture.Root, name)] = text
		dirs[path.Join(fixture.Root, path.Dir(name))] = true
	}
	snapshot := workspace.New(workspace.Options{FS: files, Schemas: store, Pulumi: s.Pulumi}).Snapshot()
	for _, dir := range slices.Sorted(maps.Keys(dirs)) {
		byFile, err := snapshot.Diagnose(ctx, snapshot.ProgramIn(dir))
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
