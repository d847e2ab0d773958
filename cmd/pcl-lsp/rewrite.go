package main

import (
	"context"
	"fmt"
	"io"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/checking"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/workspace/replace"
)

// This file writes changed programs: to their files, to standard output, or as a diff.

type rewriter struct {
	*app
	check   bool            // only say which files would change, unless differences are printed
	diff    bool            // print differences
	filter  bool            // print the text of the only file
	created map[string]bool // files that do not exist yet
}

// put writes the files; see [checking.Writer].
func (w rewriter) put(ctx context.Context, all []replace.File) error {
	to := checking.Writer{Diff: w.diff, Filter: w.filter, Created: w.created, Stdout: w.stdout, Shown: w.shown(), Stderr: w.stderr}
	return to.Put(ctx, all)
}

// finish writes the files, or says what that would change. It returns the outcome of the command.
func (w rewriter) finish(ctx context.Context, all []replace.File) error {
	if w.diff || !w.check {
		if err := w.put(ctx, all); err != nil {
			return uncheckable(err)
		}
	}
	changed := lists.Where(all, func(r replace.File) bool { return r.Old != r.New })
	if !w.diff && !w.filter {
		for _, r := range changed {
			fmt.Fprintln(w.shown(), r.Name)
		}
	}
	if w.check && len(changed) > 0 {
		return failure{code: exitFindings}
	}
	return nil
}

// shown returns standard output for texts from files. Control characters are dropped on a
// terminal, which would obey them, and kept for programs.
func (a *app) shown() io.Writer {
	if a.env.terminal {
		return report.NewPlain(a.stdout)
	}
	return a.stdout
}
