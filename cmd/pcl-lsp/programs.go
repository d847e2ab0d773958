package main

import (
	"context"
	"fmt"
	"io"
	"path"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/schemaflags"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file implements what commands ask about programs that were found.

// open opens a workspace, and returns the paths that the arguments name.
func (a *app) open(ctx context.Context, schemas *schemaflags.Flags, options workspace.Options, args []string) (*workspace.Snapshot, []string, error) {
	session, err := schemas.Session(ctx, a.env.schemas(), options)
	if err != nil {
		return nil, nil, err
	}
	paths, err := a.env.paths(args)
	if err != nil {
		return nil, nil, err
	}
	return session.Snapshot(), paths, nil
}

// discover finds the programs at or below the paths.
func (a *app) discover(ctx context.Context, schemas *schemaflags.Flags, options workspace.Options, args []string) (*workspace.Snapshot, *workspace.Discovery, error) {
	snapshot, paths, err := a.open(ctx, schemas, options, args)
	if err != nil {
		return nil, nil, err
	}
	found, err := snapshot.Discover(paths...)
	if err != nil {
		return nil, nil, a.env.named(err, paths)
	}
	return snapshot, found, nil
}

// program returns the program in the directory that the arguments name.
func (a *app) program(ctx context.Context, schemas *schemaflags.Flags, options workspace.Options, args []string) (*workspace.Snapshot, *analysis.Program, error) {
	snapshot, paths, err := a.open(ctx, schemas, options, args)
	if err != nil {
		return nil, nil, err
	}
	program := snapshot.ProgramIn(paths[0])
	if program == nil || len(program.Files) == 0 {
		return nil, nil, fmt.Errorf("no PCL program in %s: it contains no readable .pp file that is PCL; name the directory of a program", a.env.relative(paths[0]))
	}
	return snapshot, program, nil
}

// filesOf returns the files of a program that the arguments name.
func filesOf(snapshot *workspace.Snapshot, t workspace.Target) []string {
	if len(t.Files) > 0 {
		return slices.Clone(t.Files)
	}
	return lists.Map(snapshot.ProgramIn(t.Dir).Files, func(file *syntax.File) string { return file.Path })
}

// inScope removes programs that settings exclude as a whole.
func inScope(snapshot *workspace.Snapshot, found *workspace.Discovery) *workspace.Discovery {
	scope := &workspace.Discovery{}
	for _, t := range found.Targets {
		if !slices.ContainsFunc(filesOf(snapshot, t), func(file string) bool { return !snapshot.Excluded(file) }) {
			continue
		}
		scope.Targets = append(scope.Targets, t)
	}
	scope.Problems = append(scope.Problems, lists.Where(found.Problems, func(p workspace.Problem) bool {
		return !snapshot.Excluded(p.Path)
	})...)
	return scope
}

// fingerprints returns the fingerprints of findings, which must be all those of their
// files. The function name returns the relative name of a file, which is part of a
// fingerprint.
func fingerprints(snapshot *workspace.Snapshot, findings []analysis.Diagnostic, name func(string) string) []string {
	inFile := map[string][]int{}
	for i, f := range findings {
		inFile[f.Path] = append(inFile[f.Path], i)
	}
	prints := make([]string, len(findings))
	for path, indexes := range inFile {
		all := lists.Map(indexes, func(at int) analysis.Diagnostic { return findings[at] })
		file, _, _, _ := snapshot.File(path)
		for i, print := range report.Fingerprints(name(path), file, all) {
			prints[indexes[i]] = print
		}
	}
	return prints
}

// noteMissing prints a note if the selected stack has no configuration file for any of the
// programs, because the name may be misspelled. A stack without one is valid.
func noteMissing(to io.Writer, stack string, configured bool) {
	if stack != "" && !configured {
		fmt.Fprintf(to, "pcl-lsp: there is no Pulumi.%s.yaml next to a project file; configs have their defaults\n", path.Base(stack))
	}
}

// isConfigured reports whether the selected stack has a file that configures a program.
func isConfigured(p *analysis.Program) bool {
	return p != nil && p.Stack() != nil && p.Stack().Path != ""
}
